import { Temporal } from 'temporal-polyfill'
import { day as dayMs } from '../../../lib/attendance/moments.ts'

/** A calendar date as the number of days since 1970-01-01. */
export type DayNumber = number

/** `YYYY-MM-DD` of a day. */
export const dateOf = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The day of a calendar date `YYYY-MM-DD`. */
export const dayNumberOf = (date: string): DayNumber => Date.parse(date) / dayMs

/** The day in UTC of a moment, epoch milliseconds. */
export const utcDayOf = (ms: number): DayNumber => Math.floor(ms / dayMs)

/** 0 for Monday to 6 for Sunday. */
export const weekdayIndex = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7

/**
 * The moment at which local clocks show a time, epoch milliseconds. A time that a
 * daylight-saving change skips is moved forward, one that it repeats is the earlier.
 * @param minutes since local midnight, from 0 up to 1440
 */
export const momentAt = (day: DayNumber, minutes: number, timeZone: string): number => {
  const plainTime = Temporal.PlainTime.from({
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
  })
  return Temporal.PlainDate.from(dateOf(day)).toZonedDateTime({ timeZone, plainTime })
    .epochMilliseconds
}

/**
 * Whether local clocks have reached a time. Zones are only asked where that depends on them,
 * which makes a long list of people quick.
 * @param at epoch milliseconds
 */
export const isReached = (
  day: DayNumber,
  minutes: number,
  timeZone: string,
  at: number,
): boolean => {
  const inUtc = day * dayMs + minutes * 60_000
  return Math.abs(at - inUtc) > dayMs ? at > inUtc : at >= momentAt(day, minutes, timeZone)
}

/** `HH:MM:SS` of minutes since midnight. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
