import { type AttendanceEvent, type EventName, eventNames } from '../attendance/events.ts'
import { epochMs, hour } from '../attendance/moments.ts'
import type { Message } from './message.ts'
import type { Reading } from './phrase.ts'
import { nameOfType } from './rules.ts'
import type { Wording } from './wording/wording.ts'

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Of what happened at once, each person's by itself: one's numbers say nothing beside another's. */
const oldestFirst = (events: readonly AttendanceEvent[]): AttendanceEvent[] =>
  events.toSorted(
    (a, b) =>
      epochMs(a.time) - epochMs(b.time) ||
      byText(a.subject, b.subject) ||
      byText(a.sequence, b.sequence),
  )

/** The most frequent first, else as in the catalog. */
const countsOf = (events: readonly AttendanceEvent[]): { type: EventName; count: number }[] => {
  const counts = new Map<EventName, number>()
  for (const event of events)
    counts.set(nameOfType(event), (counts.get(nameOfType(event)) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || eventNames.indexOf(a.type) - eventNames.indexOf(b.type))
}

/** How many of each type: `12 clock-ins, 1 clock-out`. */
export const countsText = (events: readonly AttendanceEvent[], wording: Wording): string =>
  wording.counts(countsOf(events))

/**
 * One message for a group of events: of one, its sentence; of several, a headline with
 * counts and a list, oldest first. What happened too long ago to arrive as if new is
 * announced as such.
 */
export const groupMessage = (
  { events, isStale }: { events: readonly AttendanceEvent[]; isStale: boolean },
  wording: Wording,
  reading: Reading,
): Message => {
  const sentences = oldestFirst(events).map((event) => wording.event(event, reading))
  const [only] = sentences
  if (only !== undefined && sentences.length === 1 && !isStale)
    return { headline: only, sections: [] }
  const counts = countsText(events, wording)
  return {
    headline: [isStale ? wording.caughtUp(counts) : counts],
    sections: [{ heading: null, lines: sentences }],
  }
}

/** Whether an event would arrive as if new though it is not. */
export const isStale = ({ time }: AttendanceEvent, staleAfterHours: number, now: number): boolean =>
  now - epochMs(time) > staleAfterHours * hour
