import { scenarioOf } from '../scenario.ts'
import { type Result, simulate } from '../simulate.ts'
import type { NamedRun } from './source-mutant.ts'

/** Runs what a mutant names as the run that finds it. */
export const simulateNamed = ({ killAt, ...run }: NamedRun): Promise<Result> =>
  simulate(scenarioOf(run.seed, run), killAt === undefined ? {} : { killAt })
