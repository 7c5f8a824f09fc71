import { epochMs, utc } from '../moments.ts'
import type { Range } from '../snapshot.ts'

/** A range as it is kept: UTC date-times. */
export const rangeOf = ({ from, to }: { from: string; to: string }): Range => ({
  from: epochMs(from),
  to: epochMs(to),
})

export const writtenRange = ({ from, to }: Range) => ({ from: utc(from), to: utc(to) })

export const overlap = (a: Range, b: Range): boolean => a.from <= b.to && a.to >= b.from

/** The range from the earliest of some to the latest. */
export const span = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})
