import { createHash } from 'node:crypto'
import { type EpochMs, hour } from '../../attendance/moments.ts'
import type { EndpointRecord } from '../../store/webhooks/endpoint-record.ts'
import { pauseWhileInDoubt } from '../retry-schedule.ts'

export type EndpointThrottling = EndpointRecord['throttling']

export const notThrottling: EndpointThrottling = { inARow: 0, people: [] }

/** So many who are throttled one after another are a few; with one more it is everyone. */
const few = 3
/** Somebody who was throttled is known to have been for so long after their pause: they are tried again by then. */
const knownFor = hour
/** So many are known, those who were throttled last. */
const mostKnown = 20

/** Somebody, by a name that says of nobody who they are. */
const personOf = (webhook: string, subject: string): string =>
  createHash('sha256').update(`${webhook} ${subject}`).digest('base64url').slice(0, 16)

/**
 * Tells an endpoint that asks for patience from one that does so where it is told of a few people: whoever was
 * throttled waits; all others only for a moment, until it is known whether one of them is taken.
 * @param before what is known of the endpoint when it is asked
 */
export const throttlingAt = (webhook: string, before: EndpointThrottling, now: () => EpochMs) => {
  const people = new Map(before.people.map(({ person, until }) => [person, until]))
  const throttled = new Map<string, { until: EpochMs; inDoubtUntil: EpochMs }>()
  let isAnyTaken = false
  let newcomers = 0

  /** How many people are throttled, one after another. What was under way when the first was may be taken all the same. */
  const inARow = (): number => {
    if (throttled.size > 0) return isAnyTaken ? 1 : Math.max(1, before.inARow + newcomers)
    return isAnyTaken ? 0 : before.inARow
  }
  return {
    /** Whether nobody was taken since somebody was throttled: then one is to be tried first. */
    isInDoubt: before.inARow > 0,
    wasThrottled: (subject: string): boolean => people.has(personOf(webhook, subject)),
    /** Until when nothing is sent of somebody who was throttled; null where they need not wait. A test is about nobody. */
    waitsUntil: (subject: string): EpochMs | null => {
      const until = subject === '' ? undefined : people.get(personOf(webhook, subject))
      return until !== undefined && until > now() ? until : null
    },
    noteTaken: (subject: string): void => {
      isAnyTaken = true
      people.delete(personOf(webhook, subject))
    },
    /** @param pause for how long the endpoint asks to be left alone, in milliseconds */
    noteThrottled: (subject: string, pause: number): void => {
      const person = personOf(webhook, subject)
      const isKnown = people.has(person)
      const isAlone = before.inARow === 0 && isKnown
      if (!isKnown) newcomers++
      const until = now() + pause
      people.delete(person)
      people.set(person, until)
      if (isAlone) return
      throttled.set(person, { until, inDoubtUntil: Math.min(until, now() + pauseWhileInDoubt) })
    },
    /** Whether all others are to wait, too. */
    concernsAll: (): boolean => throttled.size > 0,
    /** Until when; null where they are not. */
    notBefore: (): EpochMs | null => {
      if (throttled.size === 0) return null
      const isEveryone = inARow() > few
      const moments = [...throttled.values()]
      return Math.max(
        ...moments.map(({ until, inDoubtUntil }) => (isEveryone ? until : inDoubtUntil)),
      )
    },
    /** What is known of the endpoint from now on. */
    after: (): EndpointThrottling => ({
      inARow: inARow(),
      people: [...people]
        .filter(([, until]) => until > now() - knownFor)
        .slice(-mostKnown)
        .map(([person, until]) => ({ person, until })),
    }),
  }
}

export type ThrottlingAt = ReturnType<typeof throttlingAt>
