import type { EpochMs } from '../attendance/moments.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { Snapshot } from '../attendance/snapshot.ts'
import type { EmployeeState } from '../attendance/state.ts'
import type { Shard } from '../store/shard-store.ts'
import type { DeliveryPorts } from './deliver.ts'
import { behindFrom } from './poll-questions.ts'
import type { UnsavedState } from './poll-report.ts'
import { type Telling, tellEmployee } from './tell-employee.ts'

/** What one poll of a shard goes by. */
export type Poll = { shard: Shard; now: EpochMs; absencesDue: boolean; delivery: DeliveryPorts }

/**
 * Remembers since when an employee's polls fail, once.
 * @returns whether it is remembered
 */
export const leaveBehind = async (
  state: EmployeeState,
  { shard, delivery }: Poll,
): Promise<boolean> => {
  if (state.behindSince !== null) return true
  const behind = { ...state, behindSince: behindFrom(state, shard) }
  return (await delivery.save(shard.shardId, behind)) !== null
}

const tell = (
  state: EmployeeState,
  snapshot: Snapshot,
  { shard, now, delivery }: Poll,
  rules: AttendanceRules,
): Promise<Telling> => {
  const behind = behindFrom(state, shard)
  const after = state.seen ? (state.behindSince ?? shard.polledThrough) : state.baselineAt
  return tellEmployee(shard.shardId, state, snapshot, { now, after, rules }, behind, delivery)
}

/**
 * Tells one employee's changes, or leaves them behind where what they became cannot be saved
 * (an item has 400 KB): one must not hold up the others. Where nothing at all can be saved,
 * leaving behind fails as well.
 */
export const tellOrLeaveBehind = async (
  state: EmployeeState,
  snapshot: Snapshot,
  poll: Poll,
  rules: AttendanceRules,
  unsaved: UnsavedState[],
): Promise<Telling> => {
  try {
    return await tell(state, snapshot, poll, rules)
  } catch (error) {
    const problem = error instanceof Error ? error.name : 'unknown'
    unsaved.push({ employeeId: state.employeeId, problem })
    return (await leaveBehind(state, poll)) ? 'unsaved' : 'overtaken'
  }
}
