import type { Clocking } from '../workforce/contract/clocking.ts'
import { type EpochMs, epochMs } from './moments.ts'
import type { EmployeeState } from './state.ts'

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
