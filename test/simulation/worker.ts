import { parentPort } from 'node:worker_threads'
import type { Scenario } from './scenario.ts'
import { summarise } from './summary.ts'

/** A thread of its own for runs: a scenario in, its summary out. */
parentPort?.on('message', async (scenario: Scenario) => {
  parentPort?.postMessage(await summarise(scenario))
})
