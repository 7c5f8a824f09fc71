import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering } from './answering.ts'
import { aClocking, anId, aSnapshot, aState } from './builders.ts'
import { stateAfter } from './state-after.ts'

export type Shift = { start: string; end: string; zone?: string }

/**
 * The state of somebody whose shifts were seen one after the other, a minute after each ended.
 * @param usualWeeks how many weeks of usual hours are remembered
 */
export const learnedFrom = (shifts: readonly Shift[], usualWeeks = 4): EmployeeState => {
  const clockings = shifts.map(({ start, end, zone = 'Europe/London' }, n) =>
    aClocking({ id: anId(n + 1, 1), start, end, startTimeZone: zone, endTimeZone: zone }),
  )
  return clockings.reduce((state, { end }, n) => {
    const at = epochMs(String(end)) + minute
    const shown = clockings
      .slice(0, n + 1)
      .filter((each) => epochMs(String(each.end)) >= at - day - minute)
    const now = utc(at)
    return stateAfter(state, aSnapshot(now, { clockings: shown }), answering(now, { usualWeeks }))
  }, aState())
}

/** The same shift in each of so many weeks. */
export const weekly = ({ start, end, ...rest }: Shift, weeks: number): Shift[] =>
  Array.from({ length: weeks }, (_, n) => ({
    start: utc(epochMs(start) + n * 7 * day),
    end: utc(epochMs(end) + n * 7 * day),
    ...rest,
  }))

/** From nine to five on working days, for so many weeks from Monday 26 October 2026 on, which is winter in London. */
export const workingWeeks = (weeks: number): Shift[] =>
  Array.from({ length: weeks * 5 }, (_, n) => {
    const midnight = epochMs('2026-10-26T00:00:00Z') + (Math.floor(n / 5) * 7 + (n % 5)) * day
    return { start: utc(midnight + 9 * hour), end: utc(midnight + 17 * hour) }
  })
