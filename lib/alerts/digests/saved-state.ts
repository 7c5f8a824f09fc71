import { epochMs, minute, second } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { Shard } from '../../store/shard-record.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import type { Freshness } from '../wording/wording.ts'

/** What was last known of everybody. */
export type SavedState = {
  employees: EmployeeState[]
  shards: Shard[]
  /** How many of them could not be asked about lately, or cannot be read. */
  uncertain: number
}

export type StatePorts = {
  shards: Pick<ShardStore, 'all'>
  employees: Pick<EmployeeStore, 'inShard'>
}

/** Reads the state of everybody, all shards at once; no call to the Workforce API. */
export const readSavedState = async ({ shards, employees }: StatePorts): Promise<SavedState> => {
  const { shards: all, unreadable: unreadableShards } = await shards.all()
  const ids = [...all.map(({ shardId }) => shardId), ...unreadableShards]
  const members = await Promise.all(ids.map((shardId) => employees.inShard(shardId)))
  const states = members.flatMap((each) => each.employees)
  const unreadable = members.reduce((count, each) => count + each.unreadable.length, 0)
  const left = new Set(
    all.flatMap(({ behind }) => [
      ...Object.keys(behind.clockings),
      ...Object.keys(behind.absences),
    ]),
  )
  const behind = states.filter(({ employeeId, seen }) => left.has(employeeId) || !seen).length
  return { employees: states, shards: all, uncertain: behind + unreadable }
}

/** How often things are asked for, in seconds. */
export type PollPace = { clockingsEverySeconds: number; absencesEverySeconds: number }

/** Missing two looks may be chance; missing three is stale, but never within five minutes. */
const staleAfter = (everySeconds: number): number => Math.max(3 * everySeconds * second, 5 * minute)

const oldest = (moments: readonly (string | null)[]): number | null => {
  const known = moments.filter((moment) => moment !== null)
  return known.length < moments.length || known.length === 0
    ? null
    : Math.min(...known.map(epochMs))
}

/**
 * How fresh the saved state is: as old as the shard that was polled longest ago.
 * @param needsAbsences whether absences are listed, which are read less often
 */
export const freshnessOf = (
  { shards }: Pick<SavedState, 'shards'>,
  pace: PollPace,
  now: number,
  needsAbsences: boolean,
): Freshness => {
  const peopled = shards.filter(({ members }) => members > 0)
  const asOf = oldest(peopled.map(({ polledThrough }) => polledThrough))
  const absencesAt = oldest(peopled.map(({ absencesReadAt }) => absencesReadAt))
  if (asOf === null || (needsAbsences && absencesAt === null)) return { asOf: null, isStale: true }
  if (now - asOf > staleAfter(pace.clockingsEverySeconds)) return { asOf, isStale: true }
  if (needsAbsences && absencesAt !== null)
    if (now - absencesAt > staleAfter(pace.absencesEverySeconds))
      return { asOf: absencesAt, isStale: true }
  return { asOf, isStale: false }
}
