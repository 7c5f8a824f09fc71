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
