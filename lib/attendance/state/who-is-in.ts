import { type EpochMs, epochMs } from '../moments.ts'
import type { EmployeeState, KnownClocking, TrackedClocking } from './state.ts'

/** Whether a clocking lasts, as far as is known: who has one is in now. */
export const isOpen = ({ phase, known }: TrackedClocking): boolean =>
  phase === 'present' && known.end === null

/** The clockings by which somebody is in now; none of who is not. */
export const openClockings = ({ clockings }: EmployeeState): KnownClocking[] =>
  Object.values(clockings)
    .filter(isOpen)
    .map(({ known }) => known)

/** The break that lasts within an open clocking. */
export const openBreak = ({ breaks }: KnownClocking) => breaks.find(({ end }) => end === null)

type Span = { start: string; end: string | null }

/** Whether a clocking or a break lasts at a moment; its end is no longer of it. */
export const lastsAt = ({ start, end }: Span, at: EpochMs): boolean =>
  epochMs(start) <= at && (end === null || epochMs(end) > at)

/** Of some clockings one by which somebody was in at a moment, and the break that lasted then. */
export const clockingLastingAt = (clockings: readonly KnownClocking[], at: EpochMs) => {
  const clocking = clockings.find((each) => lastsAt(each, at))
  return clocking && { clocking, pause: clocking.breaks.find((each) => lastsAt(each, at)) }
}
