import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { DayNumber } from './local-time.ts'
import type { Story } from './story.ts'

/** The part of a day that somebody is off, in minutes after local midnight. */
export type TimeOff = { from: number; to: number }

const wholeDay: TimeOff = { from: 0, to: 1440 }

/** An absence, how it got on record, and what it truly keeps somebody from. */
export type PlannedAbsence = {
  story: Story<Absence>
  /** From the first to the last day on record at any time, which no other absence may touch. */
  days: [first: DayNumber, last: DayNumber]
  timeOff: Map<DayNumber, TimeOff>
}

/** Whole days off, from the first to the last. */
export const daysOff = (first: DayNumber, last: DayNumber): Map<DayNumber, TimeOff> =>
  new Map(Array.from({ length: last - first + 1 }, (_, index) => [first + index, wholeDay]))
