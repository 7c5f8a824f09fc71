import { type EpochMs, epochMs } from '../attendance/moments.ts'
import { presentState } from '../attendance/present-state.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeState } from '../attendance/state/state.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { ReplayProgress } from '../store/events/replay-record.ts'
import type { ShardStore } from '../store/shard-store.ts'
import { inSlice, type Slice, type SlicePorts } from './slice.ts'

/** What a snapshot reaches the world through. */
export type SnapshotPorts = SlicePorts & {
  shards: Pick<ShardStore, 'all'>
  employees: Pick<EmployeeStore, 'inShard'>
  rules: AttendanceRules
}

/** Names a state: of one who has the same still, so many events of it as were sent are sent. */
const nameOf = ({ employeeId, version }: EmployeeState): string => `${employeeId} ${version}`

/**
 * Tells how the people of a shard are, in the order of their ids. Who was half told of and has changed since is
 * told of anew: half of what is told of somebody is old news by then.
 * @returns whether there was time for all
 */
const tellShard = async (
  shardId: string,
  { employees, rules }: SnapshotPorts,
  { progress, move, save, send, isOver }: Slice,
): Promise<boolean> => {
  const { employees: all, unreadable } = await employees.inShard(shardId, { isConsistent: true })
  const at = epochMs(progress().startedAt)
  for (const state of all.toSorted((a, b) => (a.employeeId < b.employeeId ? -1 : 1))) {
    if (state.employeeId <= progress().after) continue
    if (progress().whose !== nameOf(state)) move({ whose: nameOf(state), within: 0 })
    if (!(await send([...presentState(state, at, rules).entries()]))) return false
    move({ after: state.employeeId, within: 0 })
  }
  move({ unreadable: progress().unreadable + unreadable.length })
  // Nobody is named by the note of a snapshot that is over.
  move({ lane: progress().lane + 1, after: '', whose: undefined, within: 0 })
  if (isOver()) return false
  await save()
  return true
}

/**
 * Goes on with telling one subscriber how everyone is, shard by shard, until a moment. Nothing is changed by it, and nobody
 * else hears of it. Where it is killed, what was told since the last save is told again, as it is by then.
 * @returns how far it is, and how many people cannot be read
 * @throws as goOnWithReplay
 */
export const goOnWithSnapshot = (
  begun: ReplayProgress,
  until: EpochMs,
  ports: SnapshotPorts,
): Promise<ReplayProgress> =>
  inSlice(begun, until, ports, async (slice) => {
    const { shards, unreadable } = await ports.shards.all()
    const ids = [...shards.map(({ shardId }) => shardId), ...unreadable].toSorted()
    for (const shardId of ids.slice(begun.lane)) {
      if (!(await tellShard(shardId, ports, slice))) return false
    }
    return true
  })
