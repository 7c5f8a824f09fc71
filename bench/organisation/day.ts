import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'

/** The day that everyone of the bench's organisation works, every day alike. */

/** Midnight, UTC, of day 0; there is a day before it, and no end of days after. */
const firstMidnight = Date.parse('2026-03-02T00:00:00Z')

/** When a day begins, in epoch milliseconds. */
export const midnightOf = (dayNumber: number): number => firstMidnight + dayNumber * day

/** Which day a moment falls into. */
export const dayNumberAt = (moment: number): number => Math.floor((moment - firstMidnight) / day)

/** Moments of a day, in milliseconds from its midnight. */
export const times = {
  shiftStart: 8 * hour,
  /** Everyone has clocked in by so long after the first. */
  shiftStartLasts: 5 * minute,
  breakStart: 12 * hour,
  /** Everyone has begun their break by so long after the first: one in 120 a minute. */
  breaksLast: 2 * hour,
  oneBreakLasts: 30 * minute,
  shiftEnd: 17 * hour,
  /** Everyone clocks out within so long. */
  shiftEndLasts: minute,
} as const

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

export const employeeIdOf = (employee: number): string =>
  `${hex(employee, 8)}-0000-4000-8000-000000000000`

/** Which employee an id is of, from 0. */
export const employeeOf = (employeeId: string): number =>
  Number.parseInt(employeeId.slice(0, 8), 16)

/** The id of a record of an employee: a break or a clocking. */
export const recordIdOf = (employee: number, dayNumber: number, kind: 'b' | 'c'): string =>
  `${hex(employee, 8)}-${hex(dayNumber + 1, 4)}-4000-8000-00000000000${kind}`

/** Where an employee is within a span that all of them share: neighbours are far apart. */
export const withinSpan = (employee: number, lasts: number): number =>
  Math.floor(((employee * 0.618_034) % 1) * (lasts / 1_000)) * 1_000

/** What an employee does on a day, as the API shows it once the day is over. */
export const clockingOf = (employee: number, dayNumber: number): Clocking => {
  const midnight = midnightOf(dayNumber)
  const start = midnight + times.shiftStart + withinSpan(employee, times.shiftStartLasts)
  const end = midnight + times.shiftEnd + withinSpan(employee, times.shiftEndLasts)
  const breakStart = midnight + times.breakStart + withinSpan(employee, times.breaksLast)
  return {
    id: recordIdOf(employee, dayNumber, 'c'),
    employeeId: employeeIdOf(employee),
    start: utc(start),
    end: utc(end),
    startTimeZone: 'Europe/London',
    endTimeZone: 'Europe/London',
    breaks: [
      {
        id: recordIdOf(employee, dayNumber, 'b'),
        start: utc(breakStart),
        end: utc(breakStart + times.oneBreakLasts),
      },
    ],
    note: null,
  }
}

/** What the API shows of a clocking at a moment, in epoch milliseconds; null before its start. */
export const shownAt = (clocking: Clocking, moment: number): Clocking | null => {
  const hasCome = (at: string | null): at is string => at !== null && Date.parse(at) <= moment
  if (!hasCome(clocking.start)) return null
  return {
    ...clocking,
    end: hasCome(clocking.end) ? clocking.end : null,
    breaks: clocking.breaks
      .filter(({ start }) => hasCome(start))
      .map((each) => ({ ...each, end: hasCome(each.end) ? each.end : null })),
  }
}
