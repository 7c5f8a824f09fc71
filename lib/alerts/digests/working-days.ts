import type { Temporal } from 'temporal-polyfill'
import { type Weekday, weekdayOf } from '../../routing/where.ts'

const isWorked = (date: Temporal.PlainDate, days: readonly Weekday[]): boolean =>
  days.includes(weekdayOf(date.dayOfWeek))

/** The first working day after a date. Public holidays are not known here. */
export const nextWorkingDay = (
  date: Temporal.PlainDate,
  days: readonly Weekday[],
): Temporal.PlainDate => {
  let next = date.add({ days: 1 })
  while (!isWorked(next, days) && days.length > 0) next = next.add({ days: 1 })
  return next
}

/**
 * The first date on which an absence may be over whose next working day is the one after `date`:
 * the day after it, or on a free day the one that the free days began with.
 */
export const firstDayOff = (
  date: Temporal.PlainDate,
  days: readonly Weekday[],
): Temporal.PlainDate => {
  let first = date
  while (!isWorked(first, days) && days.length > 0) first = first.subtract({ days: 1 })
  return first.add({ days: 1 })
}
