import { availableParallelism } from 'node:os'
import { runOnWorkers } from '../workers.ts'
import { sourceMutants } from './all.ts'
import { jobOf } from './simulate-named.ts'

/**
 * Runs what mutants name as the run that finds them, with the source as it is: one that fails in any case says
 * nothing of a mutant. A run that several name goes once. Ends with status 1 where one fails.
 */
const named = sourceMutants.flatMap(({ name, run }) => (run === undefined ? [] : [{ name, run }]))
const byRun = Map.groupBy(named, ({ run }) => JSON.stringify(run))
const jobs = [...byRun.values()].flatMap(([first, ...others]) =>
  first === undefined
    ? []
    : [{ names: [first, ...others].map(({ name }) => name), ...jobOf(first.run) }],
)
const left = jobs.values()
const next = () => left.next().value ?? null
await runOnWorkers(availableParallelism(), next, ({ failure }, { names }) => {
  if (failure === '') return
  const found = names.map((name) => `"${name}"`).join(', ')
  process.stderr.write(`The run that finds ${found} fails without it:\n${failure}\n`)
  process.exitCode = 1
})
process.stdout.write(
  `${jobs.length} runs that find ${named.length} mutants, with the source as it is\n`,
)
