import type { AttendanceEvent } from '../attendance/events.ts'
import { epochMs, hour } from '../attendance/moments.ts'
import { type Counted, countTexts } from './counts.ts'
import type { Message } from './message.ts'
import type { Phrase, Reading } from './phrase.ts'
import type { Wording } from './wording/wording.ts'

const collator = new Intl.Collator('en')
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** By time, then by name; in the end by what no two have in common, so that the order is one. */
const oldestFirst = (events: readonly AttendanceEvent[]): AttendanceEvent[] =>
  events.toSorted((a, b) => {
    const [one, other] = [a.data.employee, b.data.employee]
    return (
      epochMs(a.time) - epochMs(b.time) ||
      collator.compare(one.familyName, other.familyName) ||
      collator.compare(one.givenName, other.givenName) ||
      compare(a.subject, b.subject) ||
      compare(a.sequence, b.sequence) ||
      compare(a.id, b.id)
    )
  })

/**
 * One message for a group of events: of one, its sentence; of several, a headline with
 * counts and a list, oldest first. What happened too long ago to arrive as if new is
 * announced as such.
 */
export const groupMessage = (
  { events, allClear, isStale }: Counted & { isStale: boolean },
  wording: Wording,
  reading: Reading,
): Message => {
  const sentences = oldestFirst(events).map((event): Phrase => {
    const sentence = wording.event(event, reading)
    return allClear?.has(event.id) ? wording.allClear(sentence) : sentence
  })
  const [only] = sentences
  if (only !== undefined && sentences.length === 1 && !isStale)
    return { headline: only, sections: [] }
  const counts = countTexts({ events, ...(allClear && { allClear }) }, wording, reading).join(', ')
  return {
    headline: [isStale ? wording.caughtUp(counts) : counts],
    sections: [{ heading: null, lines: sentences }],
  }
}

/** Whether an event would arrive as if new though it is not. */
export const isStale = ({ time }: AttendanceEvent, staleAfterHours: number, now: number): boolean =>
  now - epochMs(time) > staleAfterHours * hour
