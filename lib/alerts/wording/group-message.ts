import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, hour } from '../../attendance/moments.ts'
import { isCorrection, settles } from '../follow-ups/what-follows.ts'
import { bundlesOf } from './bundles.ts'
import { type Counted, countTexts } from './counts.ts'
import { type Message, titled } from './message.ts'
import type { Phrase, Reading } from './phrase.ts'
import type { Wording } from './wording.ts'

const collator = new Intl.Collator('en')
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/**
 * Where an event stands in a list: a correction or an end never before what it follows on.
 * @param all the events of the same person
 */
const placeAmong = (
  all: readonly AttendanceEvent[],
  event: AttendanceEvent,
  { allClear, back }: Pick<Counted, 'allClear' | 'back'>,
): EpochMs => {
  const before = all.filter(({ sequence }) => sequence < event.sequence)
  const isFollowUp =
    allClear?.has(event.id) ||
    back?.has(event.id) ||
    isCorrection(event) ||
    before.some((each) => settles(event, each))
  const earlier = isFollowUp ? before.map((each) => epochMs(each.time)) : []
  return Math.max(epochMs(event.time), ...earlier)
}

/** The last of the events of one person. */
const latestOf = (one: AttendanceEvent, other: AttendanceEvent): AttendanceEvent =>
  other.sequence > one.sequence ? other : one

/**
 * By time, then by name, which is one for all events of a person, whatever they were called before; in the end by what no two
 * have in common, so that the order is one.
 */
const oldestFirst = ({ events, ...which }: Counted): AttendanceEvent[] => {
  const ofPeople = Map.groupBy(events, ({ subject }) => subject)
  const placed = events.map((event) => {
    const theirs = ofPeople.get(event.subject) ?? []
    const { employee } = theirs.reduce(latestOf, event).data
    return { event, place: placeAmong(theirs, event, which), employee }
  })
  placed.sort(
    (a, b) =>
      a.place - b.place ||
      collator.compare(a.employee.familyName, b.employee.familyName) ||
      collator.compare(a.employee.givenName, b.employee.givenName) ||
      compare(a.event.subject, b.event.subject) ||
      compare(a.event.sequence, b.event.sequence) ||
      compare(a.event.id, b.event.id),
  )
  return placed.map(({ event }) => event)
}

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
  const { apart = wording.distinguish(events.map(({ data }) => data.employee)) } = reading
  const sentenceOf = (event: AttendanceEvent, isBrief = false): Phrase => {
    const sentence = wording.event(event, { ...reading, isBrief, apart })
    return allClear?.has(event.id) ? wording.allClear(sentence) : sentence
  }
  const inOrder = oldestFirst(counted)
  const [only, ...others] = inOrder
  if (only !== undefined && others.length === 0 && !isStale) {
    const headline = sentenceOf(only)
    return { headline, subjects: [headline, sentenceOf(only, true)], sections: [] }
  }
  const counts = countTexts(counted, wording, reading).join(', ')
  return {
    ...(isStale ? titled(wording.caughtUp(counts)) : { headline: [counts] }),
    sections: [
      {
        heading: null,
        lines: inOrder.map((each) => sentenceOf(each)),
        bundles: inOrder.map(bundlesOf(counted)),
      },
    ],
  }
}

/** Whether an event would arrive as if new though it is not. */
export const isStale = ({ time }: AttendanceEvent, staleAfterHours: number, now: number): boolean =>
  now - epochMs(time) > staleAfterHours * hour
