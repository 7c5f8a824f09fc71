import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, hour } from '../../attendance/moments.ts'
import { recordsOf } from '../follow-ups/records.ts'
import { isCorrection, settles } from '../follow-ups/what-follows.ts'
import { bundlesOf } from './bundles.ts'
import { type Counted, countTexts } from './counts.ts'
import { type Message, titled } from './message.ts'
import type { Phrase, Reading } from './phrase.ts'
import type { AlertWording } from './wording.ts'

const collator = new Intl.Collator('en')
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const bySequence = (a: AttendanceEvent, b: AttendanceEvent): number =>
  compare(a.sequence, b.sequence)

/**
 * Where the events of a person stand in a list: a correction or an end never before what it follows on, and what comes after a
 * correction, or what is there again, of the same record never before that.
 * @returns the events by their `sequence`
 */
const placesOf = (
  events: readonly AttendanceEvent[],
  { allClear, back }: Pick<Counted, 'allClear' | 'back'>,
): Map<AttendanceEvent, EpochMs> => {
  const places = new Map<AttendanceEvent, EpochMs>()
  const corrected: { records: readonly string[]; place: EpochMs }[] = []
  const inOrder = events.toSorted(bySequence)
  for (const [n, event] of inOrder.entries()) {
    const before = inOrder.slice(0, n)
    const records = recordsOf(event)
    const isBack = back?.has(event.id)
    const isFollowUp =
      isBack ||
      allClear?.has(event.id) ||
      isCorrection(event) ||
      before.some((each) => settles(event, each))
    const place = Math.max(
      epochMs(event.time),
      ...(isFollowUp ? before.map((each) => epochMs(each.time)) : []),
      ...corrected.flatMap((each) =>
        each.records.some((id) => records.includes(id)) ? each.place : [],
      ),
    )
    places.set(event, place)
    if (isBack || isCorrection(event)) corrected.push({ records, place })
  }
  return places
}

/**
 * By time, then by name, which is one for all events of a person, whatever they were called before; in the end by what no two
 * have in common, so that the order is one.
 */
const oldestFirst = ({ events, ...which }: Counted): AttendanceEvent[] => {
  const ofPeople = Map.groupBy(events, ({ subject }) => subject)
  const placed = [...ofPeople.values()].flatMap((theirs) => {
    const places = [...placesOf(theirs, which)]
    const [latest] = places.at(-1) ?? []
    return places.map(([event, place]) => ({
      event,
      place,
      employee: (latest ?? event).data.employee,
    }))
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
  wording: AlertWording,
  reading: Reading,
): Message => {
  const { events, allClear, back } = counted
  const { apart = wording.distinguish(events.map(({ data }) => data.employee)) } = reading
  const sentenceOf = (event: AttendanceEvent, isBrief = false): Phrase => {
    const saying = { ...reading, isBrief, apart }
    const sentence = back?.has(event.id)
      ? wording.back(event, saying)
      : wording.event(event, saying)
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
