import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
/** A process of the bench: what it says first, and how it is asked and ended. */
export type Child = {
  said: unknown
  ask: (question: object) => Promise<unknown>
  end: () => void
}

/** The next thing that a child says. @throws where it ends instead */
const nextFrom = (child: ChildProcess, script: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${script} ended with code ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })

/**
 * Starts a script of `bench/` in a process of its own.
 * @throws where it ends before it says anything
 */
export const startChild = async (script: string, ...args: string[]): Promise<Child> => {
  const child = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), args, {
    // What functions log and count goes there, as it would to CloudWatch.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    said: await nextFrom(child, script),
    ask: (question) => {
      const answer = nextFrom(child, script)
      child.send(question)
      return answer
    },
    end: () => {
      if (child.connected) child.disconnect()
    },
  }
}
