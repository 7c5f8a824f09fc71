import { epochMs } from '../moments.ts'
import type { EmployeeState, ForgottenClocking, TrackedClocking } from './state.ts'
import { newestFirst } from './who-is-in.ts'

/** The newest of the forgotten clockings, unless it is known again: what it says then counts. */
export const stillForgotten = ({
  clockings,
  newestForgotten,
}: EmployeeState): ForgottenClocking | undefined => {
  if (newestForgotten === undefined) return undefined
  const { id, start } = newestForgotten
  const isKnown =
    id === undefined
      ? // One that was noted without its id is the one that begins then.
        Object.values(clockings).some(({ known }) => epochMs(known.start) === epochMs(start))
      : clockings[id] !== undefined
  return isKnown ? undefined : newestForgotten
}

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
    .map(([id, { known }]) => ({ id, start: known.start, startTimeZone: known.startTimeZone }))
  const before = stillForgotten(state)
  const [newest] = newestFirst(
    [...forgotten, ...(before ? [before] : [])].map((each) => [each.id ?? '', each] as const),
  )
  const { newestForgotten: _, ...rest } = state
  return {
    ...rest,
    ...(newest && { newestForgotten: newest }),
    clockings: Object.fromEntries(kept),
  }
}
