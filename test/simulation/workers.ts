import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Scenario } from './scenario.ts'
import type { Options } from './simulate.ts'
import type { Summary } from './summary.ts'

/** A scenario, and where a process is killed in it. */
export type Job = { scenario: Scenario } & Pick<Options, 'killAt'>

/** A run makes much that is short-lived: with more room for it, a tenth less time goes into collecting. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/**
 * Runs scenarios on several threads.
 * @param next the next one, or null where there is none
 * @param onEnd told of each run, as they end
 */
export const runOnWorkers = async <J extends Job>(
  jobs: number,
  next: () => J | null,
  onEnd: (summary: Summary, job: J) => void,
): Promise<void> => {
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits })
    for (let job = next(); job !== null; job = next()) {
      worker.postMessage(job)
      const [summary]: Summary[] = await once(worker, 'message')
      if (summary !== undefined) onEnd(summary, job)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: jobs }, work))
}
