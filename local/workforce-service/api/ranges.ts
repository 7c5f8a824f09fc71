import { day, epochMs, utcDate } from '../../../lib/attendance/moments.ts'
import { limits } from '../../../lib/workforce/contract/limits.ts'
import { invalidField, invalidFields } from '../problems.ts'

/** The `from` and `to` of a listing's filters, where each may be left out. */
export type RangeFilter = { from?: string | null | undefined; to?: string | null | undefined }

const tooLongAgo = `Must be no more than ${limits.earliestFromDays} days in the past`

/** A range that is wrong as such is wrong in both its ends. */
const invalidRange = (message: string) =>
  invalidFields({ 'filters.from': [message], 'filters.to': [message] })

/**
 * The range of a clockings listing (spec section 4.3, rules 2 to 5): one moment alone is a
 * point in time, none is the current one.
 * @param now epoch milliseconds
 * @returns `[from, to]`, inclusive, epoch milliseconds
 * @throws ProblemAnswer 422 where it is reversed, too long, or begins too long ago
 */
export const clockingsRange = (filter: RangeFilter, now: number): [number, number] => {
  const given = filter.from ?? filter.to
  const from = given ? epochMs(given) : now
  const to = filter.to ? epochMs(filter.to) : from
  if (from < now - limits.earliestFromDays * day)
    throw invalidField(filter.from ? 'filters.from' : 'filters.to', tooLongAgo)
  if (to < from) throw invalidRange('to must not be before from')
  if (to - from > limits.clockingsRangeDays * day)
    throw invalidRange(`to must be no more than ${limits.clockingsRangeDays} days after from`)
  return [from, to]
}

/**
 * The range of an absences listing (spec section 4.4): each end is today in UTC unless given.
 * @param now epoch milliseconds
 * @returns `[from, to]`, inclusive, calendar dates
 * @throws ProblemAnswer 422 where it is reversed or begins too long ago
 */
export const absencesRange = (filter: RangeFilter, now: number): [string, string] => {
  const today = utcDate(now)
  const from = filter.from ?? today
  const to = filter.to ?? today
  if (from < utcDate(now - limits.earliestFromDays * day))
    throw invalidField('filters.from', tooLongAgo)
  if (to < from) throw invalidRange('to must not be before from; each is today in UTC if left out')
  return [from, to]
}
