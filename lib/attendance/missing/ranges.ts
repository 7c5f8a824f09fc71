import { day, type EpochMs, epochMs, utc } from '../moments.ts'
import type { Range } from '../snapshot.ts'

/** A range as it is kept: UTC date-times. */
export const rangeOf = ({ from, to }: { from: string; to: string }): Range => ({
  from: epochMs(from),
  to: epochMs(to),
})

export const writtenRange = ({ from, to }: Range) => ({ from: utc(from), to: utc(to) })

export const overlap = (a: Range, b: Range): boolean => a.from <= b.to && a.to >= b.from

/** Whether a place lies in what was asked for. */
export const liesIn = (place: Range, asked: Range): boolean =>
  place.from >= asked.from && place.to <= asked.to

/** What was asked for again, null where nothing was or not all that is there was shown; and the earliest moment that could be. */
export type AskedFor = { again: Range | null; reach: EpochMs }

/** Whether a place lies in what was asked for again, as far as the API can be asked at all. */
export const wasAskedAgain = (place: Range, { again, reach }: AskedFor): boolean =>
  again !== null && liesIn({ ...place, from: Math.max(place.from, reach) }, again)

/** What two ranges that overlap have in common. */
export const common = (a: Range, b: Range): Range => ({
  from: Math.max(a.from, b.from),
  to: Math.min(a.to, b.to),
})

/** The range from the earliest of some to the latest. */
export const span = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})

/** Dates, `YYYY-MM-DD`, inclusive, as a range. */
export const rangeOfDates = ({ from, to }: { from: string; to: string }): Range => ({
  from: Date.parse(from),
  to: Date.parse(to) + day,
})
