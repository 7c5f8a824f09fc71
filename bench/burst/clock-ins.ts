import { minute, utc } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { employeeIdOf, recordIdOf, withinSpan } from '../organisation/day.ts'
import { type KeyedChange, keyOf } from '../organisation/truth.ts'

/** A burst: so many of some employees clock in within a minute. */
export type Burst = { employees: number; clockIns: number }

/** Everybody has clocked in by so long after the first. */
export const burstLasts = minute

/** Who clocks in, by number: all over the roster, so that every shard has its part. */
const whoClocksIn = ({ employees, clockIns }: Burst): number[] =>
  Array.from({ length: clockIns }, (_, n) => Math.floor((n * employees) / clockIns))

const clockInOf = (employee: number, begin: number): Clocking => ({
  id: recordIdOf(employee, 0, 'c'),
  employeeId: employeeIdOf(employee),
  start: utc(begin + withinSpan(employee, burstLasts)),
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [],
  note: null,
})

/** What the API shows of a burst; nothing before it has begun. */
export const clockInsShown = (burst: Burst) => {
  const who = new Set(whoClocksIn(burst))
  return (employee: number, begin: number | null, to: number): Clocking[] => {
    if (begin === null || !who.has(employee)) return []
    const clocking = clockInOf(employee, begin)
    return Date.parse(clocking.start) <= to ? [clocking] : []
  }
}

/** Everything that happens in a burst. @param begin of it, in epoch milliseconds */
export const truthOfBurst = (burst: Burst, begin: number): KeyedChange[] =>
  whoClocksIn(burst).map((employee) => {
    const { id, start } = clockInOf(employee, begin)
    return { key: keyOf('attendance.clocked-in', id), time: start }
  })
