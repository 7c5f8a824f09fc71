import { Temporal } from 'temporal-polyfill'
import type { AbsenceBoundary, EstimatedReturn } from '../../workforce/contract/absence.ts'
import { toNanoseconds } from '../../workforce/local-time.ts'
import type { ReadBoundary } from '../../workforce/reading.ts'
import { day, type EpochMs, hour } from '../moments.ts'
import type { Workday } from '../rules.ts'

/**
 * When an absence holds: from `start` up to, not including, `end`; an open end is null. One that ends as it
 * starts holds for no time.
 */
export type AbsenceSpan = { start: EpochMs; end: EpochMs | null }

/** Whether an absence holds for no time: it never starts. */
export const isEmptySpan = ({ start, end }: AbsenceSpan): boolean => end === start

/** Whether a boundary is one whose moment is known. */
export const isKnownBoundary = (boundary: ReadBoundary): boundary is AbsenceBoundary =>
  'date' in boundary

/** When a date is over in the zone furthest west, after it begins in UTC. */
const wholeDateAnywhere = 36 * hour

/**
 * By when an absence is over wherever on earth its employee may be, and whatever their midday. Whoever goes by another
 * zone later finds it over still.
 */
export const overEverywhereAt = ({
  start,
  end,
}: {
  start: ReadBoundary
  end: ReadBoundary | null
}): EpochMs => {
  const known = [start, end].filter((each) => each !== null).filter(isKnownBoundary)
  return Math.max(...known.map(({ date }) => Date.parse(date) + wholeDateAnywhere))
}

/** By when all absences that end before a date, `YYYY-MM-DD`, are over wherever on earth. */
export const overByDate = (date: string): EpochMs => Date.parse(date) - day + wholeDateAnywhere

/** @throws {RangeError} of what is no time of day */
const timeOfDay = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(toNanoseconds(text))

/** A time of day in one spelling, `09:00:00`, and what is none as it is; null where there is none. */
export const spelledOut = (time: string | null | undefined): string | null => {
  if (time == null) return null
  try {
    return timeOfDay(time).toString()
  } catch (error) {
    if (error instanceof RangeError) return time
    throw error
  }
}

const startOfDay = (date: Temporal.PlainDate, zone: string): EpochMs =>
  date.toZonedDateTime(zone).epochMilliseconds

const atTime = (date: Temporal.PlainDate, time: string, zone: string): EpochMs =>
  date.toZonedDateTime({ timeZone: zone, plainTime: timeOfDay(time) }).epochMilliseconds

const startMoment = (boundary: AbsenceBoundary, zone: string, midday: string): EpochMs => {
  const date = Temporal.PlainDate.from(boundary.date)
  if (boundary.$type === 'LocalDateTime') return atTime(date, boundary.time, zone)
  if (boundary.$type === 'LocalDatePart' && boundary.datePart === 'SecondHalf')
    return atTime(date, midday, zone)
  return startOfDay(date, zone)
}

const endMoment = (boundary: AbsenceBoundary, zone: string, midday: string): EpochMs => {
  const date = Temporal.PlainDate.from(boundary.date)
  if (boundary.$type === 'LocalDateTime') return atTime(date, boundary.time, zone)
  if (boundary.$type === 'LocalDatePart' && boundary.datePart === 'FirstHalf')
    return atTime(date, midday, zone)
  return startOfDay(date.add({ days: 1 }), zone)
}

/**
 * When an absence holds, by the employee's local clock (spec section 2.3). Both boundaries
 * are inclusive, so a date ends with its last moment; days of 23 or 25 hours are ordinary. One whose
 * end is not after its start, be it that clocks went forward in between, holds for no time.
 * @param zone the employee's IANA time zone
 * @returns null where the moments cannot be known (a boundary of a new `$type`) or lie outside the calendar
 */
export const absenceSpan = (
  absence: { start: ReadBoundary; end: ReadBoundary | null },
  zone: string,
  workday: Workday,
): AbsenceSpan | null => {
  if (!isKnownBoundary(absence.start) || (absence.end !== null && !isKnownBoundary(absence.end)))
    return null
  try {
    const start = startMoment(absence.start, zone, workday.midday)
    const end = absence.end === null ? null : endMoment(absence.end, zone, workday.midday)
    return { start, end: end === null ? null : Math.max(start, end) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * By when somebody should have ended a shift that began before an absence: when the absence
 * begins. Where it begins with a day, the shift may be a night's, which belongs to the day before
 * and is over by midday.
 */
export const shiftOverBy = ({ start }: AbsenceSpan, zone: string, workday: Workday): EpochMs => {
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
  return startOfDay(date, zone) === start ? atTime(date, workday.midday, zone) : start
}

const expectedAt = (
  { date: text, time }: EstimatedReturn,
  zone: string,
  ofDay: (date: Temporal.PlainDate) => EpochMs,
): EpochMs | null => {
  try {
    const date = Temporal.PlainDate.from(text)
    return time == null ? ofDay(date) : atTime(date, time, zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * From when on a sick employee may be back: the start of the day where no time is given
 * (spec section 2.3).
 * @returns null where it lies outside the calendar
 */
export const returnMoment = (expected: EstimatedReturn, zone: string): EpochMs | null =>
  expectedAt(expected, zone, (date) => startOfDay(date, zone))

/**
 * Until when a sick employee should be back: the last moment of the day where no time is given,
 * since nobody said when on that day.
 * @returns null where it lies outside the calendar
 */
export const returnDueAt = (expected: EstimatedReturn, zone: string): EpochMs | null =>
  expectedAt(expected, zone, (date) => startOfDay(date.add({ days: 1 }), zone) - 1)
