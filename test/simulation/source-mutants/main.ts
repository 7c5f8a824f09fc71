import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { InvalidArgumentError } from 'commander'
import pLimit from 'p-limit'
import { newCommand } from '../../../local/command-line.ts'
import { endWithNpm } from '../../../local/end-with-npm.ts'
import { sourceMutants } from './all.ts'
import { startMutantTests } from './in-tests.ts'
import type { SourceMutant } from './source-mutant.ts'

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('must be 1 or more.')
  return Number(text)
}

const { seeds, jobs, only } = newCommand('npm run simulate:mutants')
  .description(
    'Changes the source, one small change at a time, and expects a seed, or a test, to fail.',
  )
  .option(
    '--seeds <count>',
    'how many seeds may pass before a change has survived',
    wholeNumber,
    60,
  )
  .option('--jobs <count>', 'how many to run at once', wholeNumber, availableParallelism())
  .option('--only <text>', 'only those whose name has this text', '')
  .parse()
  .opts<{ seeds: number; jobs: number; only: string }>()

const tests = startMutantTests()
/** Ends the processes that run mutants. */
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    ending.abort()
    tests.close()
    process.exit(130)
  })
endWithNpm()

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const run = promisify(execFile)

/** Whether a seed of a mutant's own shape fails with the source as it is, too: CI runs only the one it names. */
const failsAnyway = async (name: string, seed: string): Promise<boolean> => {
  const args = [path('run-seeds.ts'), '0', seed]
  const env = { ...process.env, MUTANT: name }
  return run(process.execPath, args, { env, signal: ending.signal }).then(
    () => true,
    ({ code }) => code !== 3,
  )
}

/** @returns whether the mutant was found, and what is to be said of it */
const outcomeOf = async (mutant: SourceMutant): Promise<{ isFound: boolean; text: string }> => {
  const { name, test } = mutant
  if (test !== undefined) {
    const failing = await tests.failingTest(mutant)
    return { isFound: failing !== null, text: failing ?? `survives ${test}` }
  }
  const args = ['--import', path('mutate.ts'), path('run-seeds.ts'), String(seeds)]
  try {
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, MUTANT: name },
      maxBuffer: 2 ** 28,
      signal: ending.signal,
    })
    const text = stdout.trim()
    const [, seed] = /^shape (\d+)/.exec(text) ?? []
    return seed !== undefined && (await failsAnyway(name, seed))
      ? { isFound: false, text: `${text}, with the source as it is, too` }
      : { isFound: true, text }
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr?: string }
    if (code === 3) return { isFound: false, text: `survives ${seeds} seeds` }
    const reason = stderr?.split('\n').find((line) => /Error/.test(line)) ?? `status ${code}`
    // One that cannot even run is no mutant; one that throws has been found.
    const isBroken = /There is no mutant|has what is to be replaced|SyntaxError/.test(stderr ?? '')
    return { isFound: !isBroken, text: reason }
  }
}

const chosen = sourceMutants.filter(({ name }) => name.includes(only))
if (chosen.length === 0) {
  process.stderr.write(
    `error: no mutant's name has "${only}"; names are in test/simulation/source-mutants.\n`,
  )
  process.exit(1)
}
const survivors: string[] = []
const limit = pLimit(jobs)
await limit.map(chosen, async (mutant) => {
  const { isFound, text } = await outcomeOf(mutant)
  const isExpected = isFound === (mutant.equivalent === undefined)
  if (!isExpected) survivors.push(mutant.name)
  const verdict = isFound ? 'found' : mutant.equivalent === undefined ? 'SURVIVES' : 'equivalent'
  process.stdout.write(`${verdict.padEnd(10)} ${mutant.name} (${mutant.equivalent ?? text})\n`)
})
tests.close()
process.stdout.write(`${chosen.length - survivors.length} of ${chosen.length} as expected\n`)
if (survivors.length > 0) process.exitCode = 1
