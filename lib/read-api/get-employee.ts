import type * as z from 'zod'
import { sinceOf } from '../attendance/asked-since.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeState } from '../attendance/state/state.ts'
import { laneOf } from '../store/events/lanes.ts'
import type { SegmentReading } from '../store/events/segment-store.ts'
import type { FoundEmployee } from '../store/find-employee.ts'
import type { Shard } from '../store/shard-record.ts'
import type { ShardStore } from '../store/shard-store.ts'
import type { OneEmployeeAnswer } from './answers.ts'
import { type Showing, showingEach } from './events/shown-events.ts'
import { historyOf } from './history.ts'
import { personNow } from './presence/person-now.ts'
import { knownRecordsOf, zoneOfEmployee } from './presence/records.ts'
import { ReadApiError } from './problem.ts'
import type { EmployeeQuery } from './requests.ts'

export type EmployeePorts = {
  shards: Pick<ShardStore, 'all'>
  segments: Pick<SegmentReading, 'before'>
  find: (shardIds: readonly string[], employeeId: string) => Promise<FoundEmployee | null>
}

const unknown = (): ReadApiError =>
  new ReadApiError(
    404,
    'id: nobody of this id is watched; of who has left, /events has what is still kept',
  )

/** When somebody was last asked about; null where never, or where their shard's record cannot be read. */
const askedAt = (state: EmployeeState, shard: Shard | undefined): string | null => {
  if (!state.seen) return null
  if (state.restSince !== null) return state.restSince
  return shard === undefined ? null : sinceOf(state, shard, 'clockings')
}

/**
 * `GET /employees/{id}`: what is known of somebody, and what was published of them, newest first.
 * @throws {ReadApiError} 404 for nobody
 */
export const getEmployee = async (
  id: string,
  { before, limit }: z.infer<typeof EmployeeQuery>,
  { shards, segments, find }: EmployeePorts,
  rules: AttendanceRules,
  showing: Showing,
): Promise<OneEmployeeAnswer> => {
  const { shards: all, unreadable } = await shards.all()
  const found = await find([...all.map(({ shardId }) => shardId), ...unreadable], id)
  if (found === null) throw unknown()
  const { shardId, state, wasRetired } = found
  const { isShown, shown } = showingEach(showing)
  const history = await historyOf(
    state.employeeId,
    { lane: laneOf(shardId), wasRetired },
    segments,
    {
      limit,
      before,
      isWanted: isShown,
    },
  )
  const { employee, clockings, absences } = knownRecordsOf(state, rules)
  const now = personNow(state, rules)
  return {
    employee,
    membership: state.membership,
    presence: now?.presence ?? 'out',
    since: now?.since ?? null,
    asOf: askedAt(
      state,
      all.find((shard) => shard.shardId === shardId),
    ),
    timeZone: zoneOfEmployee(state, rules),
    sequence: String(state.sequence).padStart(20, '0'),
    clockings: [...clockings.values()].filter((each) => each !== null),
    absences: [...absences.values()].filter((each) => each !== null),
    history: { events: shown(history.events), before: history.before },
  }
}
