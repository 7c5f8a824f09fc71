import { epochMs, hour } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { openBreak, openClockings } from '../../attendance/state/who-is-in.ts'
import type { Listed } from '../wording/wording.ts'
import { type Asking, named, zoneOf } from './asking.ts'
import { awayToday } from './away.ts'

/** Somebody who is clocked in; null for who is not. */
export const inNow = (state: EmployeeState, asking: Asking): Listed | null => {
  const [clocking] = openClockings(state)
  if (clocking === undefined) return null
  const pause = openBreak(clocking)
  return {
    ...named(state, zoneOf(state, asking)),
    ...awayToday(state, asking),
    since: epochMs(clocking.start),
    ...(pause && { breakSince: epochMs(pause.start) }),
  }
}

/** Somebody who is clocked in for too long; null for who is not. */
export const openTooLong = (state: EmployeeState, asking: Asking): Listed | null => {
  const listed = inNow(state, asking)
  const limit = asking.now - asking.tooLongHours * hour
  return listed?.since !== undefined && listed.since < limit ? listed : null
}
