import { parentPort } from 'node:worker_threads'
import { summarise } from './summary.ts'
import type { Job } from './workers.ts'

/** A thread of its own for runs: a scenario in, its summary out. */
parentPort?.on('message', async ({ scenario, ...options }: Job) => {
  try {
    parentPort?.postMessage(await summarise(scenario, options))
  } catch (error) {
    throw new Error(`Seed ${scenario.seed} could not be run`, { cause: error })
  }
})
