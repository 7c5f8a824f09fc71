import { describeFailure } from '../report.ts'
import { sourceMutants } from './all.ts'
import { simulateNamed } from './simulate-named.ts'

/**
 * Runs what mutants name as the run that finds them, with the source as it is: one that fails in any
 * case says nothing of a mutant. Ends with status 1 where one does.
 */
let count = 0
for (const { name, run } of sourceMutants) {
  if (run === undefined) continue
  count += 1
  const failure = await describeFailure(await simulateNamed(run))
  if (failure === '') continue
  process.stderr.write(`The run that finds "${name}" fails without it:\n${failure}\n`)
  process.exitCode = 1
}
process.stdout.write(`${count} runs that find mutants, with the source as it is\n`)
