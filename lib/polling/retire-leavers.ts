import { type EpochMs, epochMs } from '../attendance/moments.ts'
import { leaverRetention } from '../attendance/settle.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { Placed } from './membership.ts'

/**
 * Removes the states of leavers who have been at rest for long enough and whom the roster does
 * not show either; what a return needs is kept (docs/decisions/time-of-a-poll.md).
 * @returns how many were removed
 */
export const retireLeavers = async (
  known: readonly Placed[],
  missing: ReadonlySet<string>,
  now: EpochMs,
  lookbackHours: number,
  employees: Pick<EmployeeStore, 'retire'>,
): Promise<number> => {
  let retired = 0
  for (const { shardId, state } of known) {
    const { employeeId, restSince, outbox } = state
    const isDone = restSince !== null && outbox.length === 0 && missing.has(employeeId)
    if (!isDone || now - epochMs(restSince) <= leaverRetention(lookbackHours)) continue
    if (await employees.retire(shardId, state)) retired++
  }
  return retired
}
