import { itemBytes } from '../../attendance/state/size.ts'
import type { OutboxEntry } from '../../attendance/state/state.ts'
import { leavingAlone } from '../../publishing/patience.ts'
import {
  noneTaken,
  type Publication,
  type Publish,
  type PublishedEvent,
} from '../../publishing/publication.ts'
import { failureOf } from '../../publishing/topic.ts'
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

/**
 * Appends to one lane; what follows a segment that was not taken is left for later, so that order holds.
 * @param within milliseconds after which the log is given up on
 */
const appendInOrder = async (
  { append }: LogWriter,
  lane: number,
  entries: readonly PublishedEvent[],
  within: number,
): Promise<Publication> => {
  const acknowledged = new Set<string>()
  const signal = AbortSignal.timeout(Math.ceil(within))
  for (const events of segmentsOf(entries.map(({ shardId: _shardId, ...entry }) => entry))) {
    try {
      await append(lane, events, signal)
    } catch (error) {
      const left = entries.filter(({ id }) => !acknowledged.has(id))
      const { failures } = noneTaken(left, failure + failureOf(error))
      return { acknowledged, failures, isUnanswered: true }
    }
    for (const { id } of events) acknowledged.add(id)
  }
  return { acknowledged, failures: new Map() }
}

const nothing: Publication = { acknowledged: new Set(), failures: new Map() }

/** What waits for the next append to a lane. */
type Turn = {
  /** By id, with the moment after which nobody waits for it. */
  waiting: Map<string, { entry: PublishedEvent; until: number }>
  hasBegun: boolean
}

/** Who waits for a turn gives up after so many milliseconds; once it has begun it ends by itself. */
const unlessTooLate = (
  publication: Promise<Publication>,
  turn: Turn,
  entries: readonly PublishedEvent[],
  within: number,
): Promise<Publication> => {
  const tooLate = new Promise<Publication>((resolve) => {
    const giveUp = (): void => {
      if (!turn.hasBegun)
        resolve({ ...noneTaken(entries, `${failure}TimeoutError`), isUnanswered: true })
    }
    AbortSignal.timeout(Math.ceil(within)).addEventListener('abort', giveUp)
  })
  return Promise.race([publication, tooLate])
}

/**
 * One append to a lane at a time: whoever comes meanwhile shares the next, so that a writer is never in its own
 * way, and many small publications are few segments. What is asked for again while it is on its way is appended once, and
 * nothing that nobody waits for any more. A lane that does not answer is left alone for a while; the others go on.
 */
const appendingTo = (writer: LogWriter, lane: number, now: () => number) => {
  const append = leavingAlone<PublishedEvent>(
    (entries, within = longest) => appendInOrder(writer, lane, entries, within),
    now,
  )
  let next: { turn: Turn; publication: Promise<Publication> } | null = null
  let last: Promise<Publication> = Promise.resolve(nothing)

  /** @param before what the append has taken that ran while these waited */
  const take = async (turn: Turn, { acknowledged: before }: Publication): Promise<Publication> => {
    turn.hasBegun = true
    next = null
    const began = now()
    const all = [...turn.waiting.values()]
    const due = all.filter(({ entry: { id }, until }) => !before.has(id) && until > began)
    const taken = [...turn.waiting.keys()].filter((id) => before.has(id))
    if (due.length === 0) return { ...nothing, acknowledged: new Set(taken) }
    const most = Math.max(...due.map(({ until }) => until)) - began
    const entries = due.map(({ entry }) => entry)
    const publication = await append(entries, most)
    return { ...publication, acknowledged: new Set([...taken, ...publication.acknowledged]) }
  }

  const nextTurn = () => {
    const turn: Turn = { waiting: new Map(), hasBegun: false }
    const publication = last.then((before) => take(turn, before))
    last = publication
    return { turn, publication }
  }

  return (entries: readonly PublishedEvent[], within: number): Promise<Publication> => {
    next ??= nextTurn()
    const { turn, publication } = next
    for (const entry of entries) {
      const until = Math.max(now() + within, turn.waiting.get(entry.id)?.until ?? 0)
      turn.waiting.set(entry.id, { entry, until })
    }
    return unlessTooLate(publication, turn, entries, within)
  }
}

const merged = (publications: readonly Publication[]): Publication => ({
  acknowledged: new Set(publications.flatMap(({ acknowledged }) => [...acknowledged])),
  failures: new Map(publications.flatMap(({ failures }) => [...failures])),
  ...(publications.some(({ isUnanswered }) => isUnanswered) && { isUnanswered: true }),
})

/**
 * Appends to the event log what is published; never throws because of it.
 * @param now the clock of the machines
 */
export const publishToLog = (
  writer: LogWriter,
  now: () => number = Date.now,
): Publish<PublishedEvent> => {
  const appending = new Map<number, ReturnType<typeof appendingTo>>()
  return async (entries, within = longest, { onTaken } = {}) => {
    const byLane = Map.groupBy(entries, ({ shardId }) => laneOf(shardId))
    return merged(
      await Promise.all(
        [...byLane].map(async ([lane, own]) => {
          const append = appending.get(lane) ?? appendingTo(writer, lane, now)
          appending.set(lane, append)
          const publication = await append(own, Math.min(within, longest))
          onTaken?.([...publication.acknowledged])
          return publication
        }),
      ),
    )
  }
}
