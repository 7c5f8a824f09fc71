import { sinceOf } from '../../attendance/asked-since.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import type { Kind } from '../../attendance/state/state.ts'
import type { Behind, Shard } from '../../store/shard-record.ts'
import { behindAfter } from '../asking/behind.ts'
import type { ShardOutage } from '../asking/outage.ts'

/**
 * Who is behind in a shard of which the API said nothing that is believed: as before, but that the next poll asks others
 * before those whom this one asked in vain. So many of these may fail for reasons of their own that the API seems to.
 */
export const behindAfterOutage = (
  shard: Shard,
  { tried }: ShardOutage,
  startedAt: EpochMs,
): Shard['behind'] => {
  const of = (kind: Kind): Shard['behind'][Kind] => {
    const before = shard.behind[kind]
    const asked = tried[kind].flatMap((state): [string, Behind][] => {
      const { employeeId } = state
      const since = sinceOf(state, shard, kind)
      const behind = behindAfter(before[employeeId], 'in-vain', since, startedAt)
      return behind === null ? [] : [[employeeId, behind]]
    })
    return { ...before, ...Object.fromEntries(asked) }
  }
  return { clockings: of('clockings'), absences: of('absences') }
}
