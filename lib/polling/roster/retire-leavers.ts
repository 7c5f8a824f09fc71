import type { EpochMs } from '../../attendance/moments.ts'
import { keptUntil } from '../../attendance/state/retention.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { Placed } from './membership.ts'

/** Leavers who have been at rest for long enough and whom the roster does not show either. */
export const leaversToRetire = (
  known: readonly Placed[],
  missing: ReadonlySet<string>,
  now: EpochMs,
  lookbackHours: number,
): Placed[] =>
  known.filter(({ state }) => {
    const until = keptUntil(state, lookbackHours)
    const isDone = state.outbox.length === 0 && missing.has(state.employeeId)
    return isDone && until !== null && now > until
  })

/**
 * Removes the states of leavers; what a return needs is kept (docs/decisions/time-of-a-poll.md).
 * @returns how many were removed
 */
export const retireLeavers = async (
  leavers: readonly Placed[],
  employees: Pick<EmployeeStore, 'retire'>,
  now: EpochMs,
): Promise<number> => {
  let retired = 0
  for (const { shardId, state } of leavers)
    if (await employees.retire(shardId, state, now)) retired++
  return retired
}
