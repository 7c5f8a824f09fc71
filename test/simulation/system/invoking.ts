import { type EpochMs, hour, second } from '../oracle/moments.ts'
import { createMemoryQueue, type QueueMessage } from '../ports/queue.ts'
import type { Faults } from './faults.ts'
import { type Launch, launch, type ProcessWorld } from './process.ts'

/** A queue as it is deployed. */
type DeployedQueue = {
  visibilityTimeoutSeconds: number
  retentionSeconds: number
  maxReceiveCount: number
  batchingWindowSeconds: number
}

type Options = {
  processes: ProcessWorld
  faults: Faults
  deployed: DeployedQueue
  /** How many run at once. */
  concurrency: number
  /** How many messages a batch may have: each of Lambda's pollers has one of its own, so that one may be small. */
  batchSizes: readonly [number, ...number[]]
  /** A run with a batch, which answers the places in it of what failed. */
  runOf: (batch: readonly QueueMessage[]) => Launch<ReadonlySet<string>>
}

/** How long the topic may keep a message back while it delivers others. */
const longestDelay = 2 * hour

/** A queue that is subscribed to the topic, and what invokes a function with batches of it. */
export const createInvoking = (options: Options) => {
  const { processes, faults, deployed, concurrency, batchSizes, runOf } = options
  const { scheduler } = processes
  let busy = 0
  let isGathering = false

  const invoke = (batch: readonly QueueMessage[]): void => {
    const { onEnd, ...run } = runOf(batch)
    busy++
    launch<ReadonlySet<string>>(
      {
        ...run,
        onEnd: (outcome, process) => {
          busy--
          onEnd(outcome, process)
          // What failed is seen again when its time-out is over.
          if (outcome.kind === 'done')
            for (const [n, message] of batch.entries())
              if (!outcome.value.has(String(n)) && !faults.strikes('repeated-message', 0.02))
                queue.settle(message, true)
          gather()
        },
      },
      processes,
    )
  }

  const pump = (): void => {
    isGathering = false
    const batch: QueueMessage[] = []
    const size = faults.draws.pick(batchSizes)
    while (busy < concurrency && batch.length < size) {
      const message = queue.receive()
      if (message === null) break
      batch.push(message)
    }
    if (batch.length === 0) return
    invoke(batch)
    pump()
  }

  /** Lambda waits a moment, so that more messages go into a batch; what comes at one moment is seen together. */
  const gather = (): void => {
    if (isGathering) return
    isGathering = true
    scheduler.at(scheduler.now() + deployed.batchingWindowSeconds * second, pump)
  }

  const queue = createMemoryQueue({
    ...deployed,
    now: scheduler.now,
    choose: (count) => faults.draws.whole(0, count - 1),
    onVisible: (at) => scheduler.at(at, gather),
  })

  return {
    queue,
    /**
     * Brings what the topic has for the queue: late now and then, or once more.
     * @param take what becomes of it
     * @param onRepeat told of what comes once more, and when
     */
    bring: (
      body: string,
      take: (body: string) => void,
      onRepeat: (body: string, at: EpochMs) => void = () => {},
    ): void => {
      if (faults.strikes('late-message', 0.1))
        scheduler.at(scheduler.now() + faults.draws.whole(1, longestDelay), () => take(body))
      else take(body)
      if (!faults.strikes('repeated-message', 0.05)) return
      const delay = faults.draws.whole(0, 900)
      queue.put(body, delay)
      onRepeat(body, scheduler.now() + delay * second)
    },
  }
}
