import * as z from 'zod'
import { DateTimeString, LocalDateString, LocalTimeString } from './contract/formats.ts'

/** The formats of the contract as answers are read: of a size that can be kept and told. */

/** Strings longer than this break the contract: nobody's note is a megabyte. */
const maxText = 20_000

/** Half of a surrogate pair has no UTF-8, so that some encoder further on would refuse it. */
export const BoundedText = z
  .string()
  .max(maxText)
  .overwrite((value) => value.toWellFormed())

/** The name of a type or of a time zone. */
export const Word = BoundedText.max(100)

/** A moment in epoch milliseconds; without an offset it is UTC (spec section 2.2). */
const epochMilliseconds = (dateTime: string): number =>
  Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)

/** Whether a moment is one of the years 0 to 9999 in UTC, too: RFC 3339 writes no others. */
const isWritable = (dateTime: string): boolean => {
  const year = new Date(epochMilliseconds(dateTime)).getUTCFullYear()
  // What is no moment at all has been told as that.
  return !(year < 0 || year > 9999)
}

/** Whether something ends before it starts, to the millisecond; what is no moment does not. */
export const isEndBeforeStart = ({ start, end }: { start: string; end: string | null }): boolean =>
  end !== null && epochMilliseconds(end) < epochMilliseconds(start)

/** A moment: the format allows any number of digits, this as many as a clock has. */
export const BoundedMoment = DateTimeString.max(40).refine(isWritable, 'out of range')

/** So many digits has a time of day at most. */
export const maxTime = 20
export const BoundedTime = LocalTimeString.max(maxTime)

/** The first day of the year 0 may begin in the year before, in UTC. */
export const isDateInRange = (date: string): boolean => date !== '0000-01-01'
export const BoundedDate = LocalDateString.refine(isDateInRange, 'out of range')
