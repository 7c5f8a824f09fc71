import type { Clocking } from '../workforce/contract/clocking.ts'
import { isKnownBoundary } from './absence-times.ts'
import { type EpochMs, epochMs } from './moments.ts'
import type { EmployeeState, KnownAbsence } from './state.ts'

/**
 * The known clockings that an answer for a window should have shown and did not: they may
 * have been corrected to before the window, and need a second look before anyone calls them
 * removed.
 * @returns for each its id and known start
 */
export const unaccountedClockings = (
  state: EmployeeState,
  records: Clocking[],
  window: { from: EpochMs; to: EpochMs },
): { id: string; start: EpochMs }[] => {
  const shown = new Set(records.map((record) => record.id))
  return Object.entries(state.clockings)
    .filter(([id, { phase }]) => phase === 'present' && !shown.has(id))
    .map(([id, { known }]) => ({
      id,
      start: epochMs(known.start),
      end: known.end === null ? null : epochMs(known.end),
    }))
    .filter(({ start, end }) => start < window.to && (end === null || end > window.from))
    .map(({ id, start }) => ({ id, start }))
}

/** Whether an absence reaches into the dates asked for so far that an answer must show it. */
export const isStrictlyInside = (
  { start, end }: KnownAbsence,
  { from, to }: { from: string; to: string },
): boolean =>
  isKnownBoundary(start) &&
  start.date < to &&
  (end === null || (isKnownBoundary(end) && end.date > from))

/**
 * Whether an answer lacks a known absence that it should have shown: its dates may have been
 * corrected to others than those asked for.
 */
export const isAnyAbsenceUnaccounted = (
  state: EmployeeState,
  records: readonly { id: string }[],
  dates: { from: string; to: string },
): boolean => {
  const shown = new Set(records.map(({ id }) => id))
  return Object.entries(state.absences).some(
    ([id, { phase, known }]) =>
      (phase === 'upcoming' || phase === 'started') &&
      !shown.has(id) &&
      isStrictlyInside(known, dates),
  )
}
