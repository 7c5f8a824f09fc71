import type { Observed } from '../system/observed.ts'
import { eventIn } from './event-in.ts'
import type { EpochMs } from './moments.ts'

/** Where so much of somebody waits for SNS, a poll may tell in parts, the rest with the next one. */
const largestPart = { events: 60, bytes: 60_000 }

/** Whether a poll may leave the rest of so much for the next one. */
export const areMany = (bodies: readonly string[]): boolean =>
  bodies.length >= largestPart.events ||
  bodies.reduce((bytes, { length }) => bytes + length, 0) >= largestPart.bytes

/** Whether so many records, each of which begins and ends, may be told in parts. */
export const mayBeMany = (records: number): boolean => records * 2 >= largestPart.events

export const bodiesOf = (published: readonly Published[]): string[] =>
  published.map(({ body }) => body)

/**
 * An event, from when it was saved, and by which process, until it went out for the last time, and was in the log:
 * so long it waited.
 */
type Published = {
  body: string
  sequence: string
  process: string | null
  savedAt: EpochMs
  until: EpochMs
}

/**
 * The log has somebody's events in order: each waits, too, until all before it are gone.
 * @param until until when each waits by itself
 * @returns the same, in the order of their numbers
 */
const inOrder = <Event extends { sequence: string; until: EpochMs }>(events: readonly Event[]) => {
  let last = Number.NEGATIVE_INFINITY
  return events
    .toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1))
    .map((event) => {
      last = Math.max(last, event.until)
      return { ...event, until: last }
    })
}

/** The events of each person. One that goes out again was still waiting, whoever had it by then. */
export const publishedOf = ({ deliveries, origins, log }: Observed) => {
  const seen = new Map<string, Published>()
  const published = new Map<string, Published[]>()
  for (const { at, message } of deliveries) {
    const { id, subject, sequence } = eventIn(message)
    const before = seen.get(id)
    if (before !== undefined) {
      before.until = Math.max(before.until, at)
      continue
    }
    const { savedAt = at, process = null } = origins.get(id) ?? {}
    const others = published.get(subject)
    const until = Math.max(at, log.at.get(id) ?? at)
    const each = { body: message.body, sequence, process, savedAt, until }
    seen.set(id, each)
    if (others === undefined) published.set(subject, [each])
    else others.push(each)
  }
  return new Map([...published].map(([subject, own]) => [subject, inOrder(own)]))
}

/**
 * The events of somebody that may still have waited at a moment, as they were published: one
 * whose acknowledgement is lost waits until it has been published again, and one that the log does not take until it does.
 */
export const waitingAt = ({ deliveries, origins, log }: Observed) => {
  const waits = new Map<
    string,
    { subject: string; sequence: string; body: string; savedAt: EpochMs; until: EpochMs }
  >()
  for (const { at, message } of deliveries) {
    const { id, subject, sequence } = eventIn(message)
    const { savedAt = at } = origins.get(id) ?? {}
    const until = Math.max(at, log.at.get(id) ?? at)
    waits.set(id, { subject, sequence, body: message.body, savedAt, until })
  }
  const ofEach = new Map(
    [...Map.groupBy(waits.values(), ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      inOrder(own),
    ]),
  )
  return (employeeId: string, at: EpochMs): string[] =>
    (ofEach.get(employeeId) ?? []).flatMap(({ body, savedAt, until }) =>
      savedAt <= at && until >= at ? [body] : [],
    )
}
