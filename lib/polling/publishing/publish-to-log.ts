import { itemBytes } from '../../attendance/state/size.ts'
import type { OutboxEntry } from '../../attendance/state/state.ts'
import type { Publication, Publish, PublishedEvent } from '../../publishing/topic.ts'
import { laneOf } from '../../store/events/lanes.ts'
import type { LogWriter } from '../../store/events/log-writer.ts'

/** A segment has so many bytes of events before they are compressed; an item may have 400 KB after it. */
const maxBytes = 300_000
/** A log that does not answer is given up on after so many milliseconds. */
const longest = 5_000

const failure = 'EventLog: '

/** Whether it is the event log that failed, as opposed to SNS. */
export const isOfTheLog = (reason: string): boolean => reason.startsWith(failure)

/** The events in order, in as few segments as hold them. */
const segmentsOf = (entries: readonly OutboxEntry[]): OutboxEntry[][] => {
  const all: OutboxEntry[][] = []
  let bytes = 0
  for (const entry of entries) {
    const size = itemBytes(entry)
    const current = all.at(-1)
    if (current === undefined || bytes + size > maxBytes) {
      all.push([entry])
      bytes = size
    } else {
      current.push(entry)
      bytes += size
    }
  }
  return all
}

/** Appends to one lane; what follows a segment that was not taken is left for later, so that order holds. */
const appendInOrder = async (
  { append }: LogWriter,
  lane: number,
  entries: readonly PublishedEvent[],
): Promise<Publication> => {
  const acknowledged = new Set<string>()
  for (const events of segmentsOf(entries.map(({ shardId: _shardId, ...entry }) => entry))) {
    try {
      await append(lane, events, AbortSignal.timeout(longest))
    } catch (error) {
      const reason = failure + (error instanceof Error ? error.name : 'unknown')
      return { acknowledged, failures: [reason], isUnanswered: true }
    }
    for (const { id } of events) acknowledged.add(id)
  }
  return { acknowledged, failures: [] }
}

/**
 * One append to a lane at a time: whoever comes meanwhile shares the next, so that a writer is never in its own
 * way, and many small publications are few segments.
 */
const appendingTo = (writer: LogWriter, lane: number) => {
  let waiting: PublishedEvent[] = []
  let next: Promise<Publication> | null = null
  let last: Promise<unknown> = Promise.resolve()
  return (entries: readonly PublishedEvent[]): Promise<Publication> => {
    waiting.push(...entries)
    next ??= last.then(() => {
      const all = waiting
      waiting = []
      next = null
      return appendInOrder(writer, lane, all)
    })
    last = next
    return next
  }
}

const merged = (publications: readonly Publication[]): Publication => ({
  acknowledged: new Set(publications.flatMap(({ acknowledged }) => [...acknowledged])),
  failures: publications.flatMap(({ failures }) => failures),
  ...(publications.some(({ isUnanswered }) => isUnanswered) && { isUnanswered: true }),
})

/** Appends to the event log what is published; never throws because of it. */
export const publishToLog = (writer: LogWriter): Publish<PublishedEvent> => {
  const appending = new Map<number, ReturnType<typeof appendingTo>>()
  return async (entries) => {
    const byLane = Map.groupBy(entries, ({ shardId }) => laneOf(shardId))
    return merged(
      await Promise.all(
        [...byLane].map(([lane, own]) => {
          const append = appending.get(lane) ?? appendingTo(writer, lane)
          appending.set(lane, append)
          return append(own)
        }),
      ),
    )
  }
}
