import { scenarioOf } from '../scenario.ts'
import { type Result, simulate } from '../simulate.ts'
import type { Job } from '../workers.ts'
import type { NamedRun } from './source-mutant.ts'

/** What a mutant names as the run that finds it: a scenario, and where a process is killed in it. */
export const jobOf = ({ killAt, ...run }: NamedRun): Job => ({
  scenario: scenarioOf(run.seed, run),
  ...(killAt !== undefined && { killAt }),
})

/** Runs what a mutant names as the run that finds it. */
export const simulateNamed = (run: NamedRun): Promise<Result> => {
  const { scenario, ...options } = jobOf(run)
  return simulate(scenario, options)
}
