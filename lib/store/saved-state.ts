import pLimit from 'p-limit'
import { shardSince } from '../attendance/asked-since.ts'
import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { EmployeeState } from '../attendance/state/state.ts'
import { isAtRest } from '../attendance/state/who-is-in.ts'
import type { EmployeeStore } from './employee-store.ts'
import type { Shard } from './shard-record.ts'
import type { ShardStore } from './shard-store.ts'

/** What was last known of everybody. */
export type SavedState = {
  employees: EmployeeState[]
  shards: Shard[]
  /** How many of those who are asked about could not be lately, or cannot be read, or not all that is shown of them. */
  uncertain: number
}

export type StatePorts = {
  shards: Pick<ShardStore, 'all'>
  employees: Pick<EmployeeStore, 'inShard'>
}

/** So many shards are read at once: the AWS SDK has fifty connections, and gives up on who waits for one for a second. */
const atOnce = 20

/** Whether nobody has asked about somebody yet, or not since they are back. */
const isUnasked = ({ seen, unaskedSince }: EmployeeState): boolean =>
  !seen || unaskedSince.clockings !== null || unaskedSince.absences !== null

/** Whether not all that the API shows of somebody can be read: they may be in by what cannot. */
const isReadInPart = ({ unread }: EmployeeState): boolean =>
  unread.clockings !== null || unread.absences !== null

/** The ids of those who are behind with clockings or absences. */
const leftBehind = (shards: readonly Shard[]): ReadonlySet<string> =>
  new Set(
    shards.flatMap(({ behind }) => [
      ...Object.keys(behind.clockings),
      ...Object.keys(behind.absences),
    ]),
  )

/** Reads the state of everybody; no call to the Workforce API. */
export const readSavedState = async ({ shards, employees }: StatePorts): Promise<SavedState> => {
  const { shards: all, unreadable: unreadableShards } = await shards.all()
  const ids = [...all.map(({ shardId }) => shardId), ...unreadableShards]
  const members = await pLimit(atOnce).map(ids, async (shardId) => ({
    // Of a shard whose record cannot be read nobody is asked, and nobody can say when they were.
    isUnknown: unreadableShards.includes(shardId),
    ...(await employees.inShard(shardId)),
  }))
  const left = leftBehind(all)
  const uncertain = members.flatMap(({ isUnknown, employees, unreadable }) => [
    ...unreadable,
    ...employees.filter(
      (state) =>
        !isAtRest(state) &&
        (isUnknown || left.has(state.employeeId) || isUnasked(state) || isReadInPart(state)),
    ),
  ])
  return {
    employees: members.flatMap((each) => each.employees),
    shards: all,
    uncertain: uncertain.length,
  }
}

const oldest = (moments: readonly (string | null)[]): EpochMs | null => {
  const known = moments.filter((moment) => moment !== null)
  return known.length < moments.length || known.length === 0
    ? null
    : Math.min(...known.map(epochMs))
}

/** Moments of all who are watched; null where that is not known. */
export type LastReads = {
  /** When the shard was polled that was polled longest ago. */
  polls: EpochMs | null
  /** Since when everybody was asked for clockings: earlier, where polls leave people out who rest. */
  clockings: EpochMs | null
  /** Likewise for absences. */
  absences: EpochMs | null
}

/** When whom was asked about longest ago, but for those who are uncertain. */
export const lastReads = (shards: readonly Shard[]): LastReads => {
  const peopled = shards.filter(({ members }) => members > 0)
  return {
    polls: oldest(peopled.map(({ polledThrough }) => polledThrough)),
    clockings: oldest(peopled.map((shard) => shardSince(shard, 'clockings'))),
    absences: oldest(peopled.map(({ absencesReadAt }) => absencesReadAt)),
  }
}
