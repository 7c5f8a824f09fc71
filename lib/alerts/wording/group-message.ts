import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { epochMs, hour } from '../../attendance/moments.ts'
import { isCorrection, settles } from '../follow-ups/follow-ups.ts'
import { type Counted, countTexts } from './counts.ts'
import { type Message, titled } from './message.ts'
import type { Phrase, Reading } from './phrase.ts'
import type { Wording } from './wording.ts'

const collator = new Intl.Collator('en')
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Where an event stands in a list: a correction or an end never before what it follows on. */
const placeIn = ({ events, allClear }: Counted, event: AttendanceEvent): number => {
  const { id, subject, sequence, time } = event
  const isFollowUp =
    allClear?.has(id) || isCorrection(event) || events.some((each) => settles(event, each))
  const before = isFollowUp
    ? events.filter((each) => each.subject === subject && each.sequence < sequence)
    : []
  return Math.max(epochMs(time), ...before.map((each) => epochMs(each.time)))
}

/** By time, then by name; in the end by what no two have in common, so that the order is one. */
const oldestFirst = (counted: Counted): AttendanceEvent[] =>
  counted.events.toSorted((a, b) => {
    const [one, other] = [a.data.employee, b.data.employee]
    return (
      placeIn(counted, a) - placeIn(counted, b) ||
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
  { isStale, ...counted }: Counted & { isStale: boolean },
  wording: Wording,
  reading: Reading,
): Message => {
  const { events, allClear } = counted
  const { apart = wording.tellApart(events.map(({ data }) => data.employee)) } = reading
  const sentenceOf = (event: AttendanceEvent, isBrief = false): Phrase => {
    const sentence = wording.event(event, { ...reading, isBrief, apart })
    return allClear?.has(event.id) ? wording.allClear(sentence) : sentence
  }
  const [only, ...others] = oldestFirst(counted)
  if (only !== undefined && others.length === 0 && !isStale) {
    const headline = sentenceOf(only)
    return { headline, subjects: [headline, sentenceOf(only, true)], sections: [] }
  }
  const counts = countTexts(counted, wording, reading).join(', ')
  return {
    ...(isStale ? titled(wording.caughtUp(counts)) : { headline: [counts] }),
    sections: [{ heading: null, lines: oldestFirst(counted).map((each) => sentenceOf(each)) }],
  }
}

/** Whether an event would arrive as if new though it is not. */
export const isStale = ({ time }: AttendanceEvent, staleAfterHours: number, now: number): boolean =>
  now - epochMs(time) > staleAfterHours * hour
