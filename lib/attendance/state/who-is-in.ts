import { type EpochMs, epochMs } from '../moments.ts'
import type { EmployeeState, KnownClocking, TrackedClocking } from './state.ts'

/** Whether a clocking lasts, as far as is known: who has one is in now. */
export const isOpen = ({ phase, known }: TrackedClocking): boolean =>
  phase === 'present' && known.end === null

/**
 * Clockings by their ids, the one that began last first: where somebody is goes by that, as the end of another was
 * forgotten. Of two that began at once the ids decide, so that the order in which they became known means nothing.
 */
export const newestFirst = <Clocking extends { start: string }>(
  clockings: readonly (readonly [id: string, Clocking])[],
): Clocking[] =>
  clockings
    .toSorted(
      ([id, { start }], [otherId, other]) =>
        epochMs(other.start) - epochMs(start) || (id < otherId ? -1 : 1),
    )
    .map(([, clocking]) => clocking)

/** Whether somebody has left, and is no longer asked about: how what was open then ended nobody will know. */
export const isAtRest = ({ restSince }: Pick<EmployeeState, 'restSince'>): boolean =>
  restSince !== null

/** The clockings by which somebody is in now, the newest first; none of who is not, or is no longer asked about. */
export const openClockings = (state: EmployeeState): KnownClocking[] => {
  if (isAtRest(state)) return []
  const { clockings } = state
  const open = Object.entries(clockings).filter(([, tracked]) => isOpen(tracked))
  return newestFirst(open.map(([id, { known }]) => [id, known] as const))
}

/** The break that lasts within an open clocking. */
export const openBreak = ({ breaks }: KnownClocking) => breaks.find(({ end }) => end === null)

type Span = { start: string; end: string | null }

/** Whether a clocking or a break lasts at a moment; its end is no longer of it. */
export const lastsAt = ({ start, end }: Span, at: EpochMs): boolean =>
  epochMs(start) <= at && (end === null || epochMs(end) > at)

/**
 * Of some clockings the first by which somebody was in at a moment, and the break that lasted then.
 * @param clockings the newest first
 */
export const clockingLastingAt = (clockings: readonly KnownClocking[], at: EpochMs) => {
  const clocking = clockings.find((each) => lastsAt(each, at))
  return clocking && { clocking, pause: clocking.breaks.find((each) => lastsAt(each, at)) }
}
