import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { SourceMutant } from './source-mutant.ts'

const script = fileURLToPath(new URL('tester.ts', import.meta.url))
const Answer = z.string().nullable()

/** What runs tests with mutants, several at once. */
export type MutantTests = {
  /**
   * Runs the file of tests that a mutant names with its change, up to the first that fails.
   * @returns the name of the test that fails, and not for want of time, or null
   * @throws {Error} where no test ran at all
   */
  failingTest: (mutant: SourceMutant) => Promise<string | null>
  /** Ends all processes. */
  close: () => void
}

/** Asks a tester for the answer to one mutant. @throws where it ends instead */
const ask = async (tester: ChildProcess, { name }: SourceMutant): Promise<string | null> => {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(tester, 'exit', { signal }).then(() => {
    throw new Error(`The tests of a mutant ended before they said anything: ${name}`)
  })
  try {
    tester.send(name)
    const [answer] = await Promise.race([once(tester, 'message', { signal }), ended])
    return Answer.parse(answer)
  } finally {
    settled.abort()
    ended.catch(() => undefined)
  }
}

/** As many processes run tests as are asked for at once; each runs those of one mutant after another. */
export const startMutantTests = (): MutantTests => {
  const { CI: _ci, ...env } = process.env
  const all = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const start = (): ChildProcess => {
    const tester = fork(script, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    all.add(tester)
    return tester
  }
  return {
    failingTest: async (mutant) => {
      const tester = idle.pop() ?? start()
      const answer = await ask(tester, mutant)
      idle.push(tester)
      return answer
    },
    close: () => {
      for (const tester of all) tester.kill()
    },
  }
}
