import { epochMs, hour } from '../../attendance/moments.ts'
import type { EmployeeState, KnownClocking } from '../../attendance/state/state.ts'
import { openBreak, openClockings } from '../../attendance/state/who-is-in.ts'
import type { Listed } from '../wording/wording.ts'
import { type Asking, named, zoneOf } from './asking.ts'
import { awayToday } from './away.ts'

/** Somebody as listed by a clocking that is open; null where there is none. */
const listed = (
  state: EmployeeState,
  clocking: KnownClocking | undefined,
  asking: Asking,
): Listed | null => {
  if (clocking === undefined) return null
  const pause = openBreak(clocking)
  return {
    ...named(state, zoneOf(state, asking)),
    ...awayToday(state, asking),
    since: epochMs(clocking.start),
    ...(pause && { breakSince: epochMs(pause.start) }),
  }
}

/** Somebody who is clocked in; null for who is not. */
export const inNow = (state: EmployeeState, asking: Asking): Listed | null =>
  listed(state, openClockings(state)[0], asking)

/** Somebody who is clocked in for too long, though they may have come in again since; null for who is not. */
export const openTooLong = (state: EmployeeState, asking: Asking): Listed | null => {
  const limit = asking.now - asking.tooLongHours * hour
  const oldest = openClockings(state).at(-1)
  return oldest !== undefined && epochMs(oldest.start) < limit
    ? listed(state, oldest, asking)
    : null
}
