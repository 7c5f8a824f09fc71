import { epochMs } from '../moments.ts'
import type { EmployeeState, TrackedClocking } from './state.ts'

/**
 * The state with some of its clockings alone. Of those that are forgotten the newest is remembered: an older one that
 * is known, or becomes known later, is not the last.
 */
export const keepingClockings = (
  state: EmployeeState,
  kept: ReadonlyMap<string, TrackedClocking>,
): EmployeeState => {
  const forgotten = Object.entries(state.clockings)
    .filter(([id, { phase }]) => !kept.has(id) && phase !== 'removed')
    .map(([, { known }]) => ({ start: known.start, startTimeZone: known.startTimeZone }))
  const [newest] = [...forgotten, ...(state.newestForgotten ? [state.newestForgotten] : [])].sort(
    (a, b) => epochMs(b.start) - epochMs(a.start),
  )
  return {
    ...state,
    ...(newest && { newestForgotten: newest }),
    clockings: Object.fromEntries(kept),
  }
}
