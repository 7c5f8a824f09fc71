import { parentPort } from 'node:worker_threads'
import { summarise } from './summary.ts'
import type { Job } from './workers.ts'

/** A thread of its own for runs: a scenario in, its summary out. */
parentPort?.on('message', async ({ scenario, ...options }: Job) => {
  parentPort?.postMessage(await summarise(scenario, options))
})
