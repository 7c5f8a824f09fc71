import type { BatchPublisher } from '../../lib/publishing/topic.ts'
import { createScheduler } from '../simulation/system/scheduler.ts'

/** Virtual time, as those who publish use it. */
export const virtualTime = () => {
  const { now, at, runUntil } = createScheduler(5_000_000)
  const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      at(now() + milliseconds, resolve)
    })
  return { now, wait, runUntil }
}
export type VirtualTime = ReturnType<typeof virtualTime>

type Arrival = { at: number; messages: string[] }

/**
 * A topic that counts what comes when.
 * @param took how long it has a batch until it counts it, and until it answers, in milliseconds
 */
export const countedTopic = (
  { now, wait }: Pick<VirtualTime, 'now' | 'wait'>,
  took: () => { counted: number; answered: number } = () => ({ counted: 0, answered: 0 }),
) => {
  const arrivals: Arrival[] = []
  const sns: BatchPublisher = {
    send: async ({ input: { PublishBatchRequestEntries: entries = [] } }) => {
      const { counted, answered } = took()
      await wait(counted)
      arrivals.push({ at: now(), messages: entries.map(({ Message = '' }) => Message) })
      await wait(answered)
      return { Successful: entries.map(({ Id }) => ({ Id })) }
    },
  }
  return {
    sns,
    arrivals,
    messages: () => arrivals.flatMap(({ messages }) => messages),
    batches: () => arrivals.map(({ messages }) => messages.length),
    /** The most messages of any second, wherever it begins. */
    mostInASecond: () =>
      Math.max(
        0,
        ...arrivals.map(({ at: from }) =>
          arrivals
            .filter(({ at }) => at >= from && at < from + 1_000)
            .reduce((sum, { messages }) => sum + messages.length, 0),
        ),
      ),
  }
}
