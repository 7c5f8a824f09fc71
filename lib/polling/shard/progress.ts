import { type EpochMs, utc } from '../../attendance/moments.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Behind, Progress, Shard } from '../../store/shard-record.ts'
import { behindAfter, type Standing, shardSince, sinceOf } from '../asking/behind.ts'

/** How one poll left everybody of a shard. */
export type Pass = {
  /** When it began. */
  startedAt: EpochMs
  /** Everyone who is polled. */
  polled: readonly EmployeeState[]
  /** The ids of those whose item cannot be read. */
  unreadable: readonly string[]
  /** How those stand who were to be asked, by id: for all others nothing changes. */
  standings: Record<Kind, ReadonlyMap<string, Standing>>
  /** Whether the absences of everybody were due, and the API was there to answer. */
  areAbsencesRead: boolean
}

const behindOf = (shard: Shard, pass: Pass, kind: Kind, isTurn: boolean) => {
  const before = shard.behind[kind]
  const of = (id: string, standing: Standing, since: string): [string, Behind][] => {
    const behind = behindAfter(before[id], standing, since, pass.startedAt)
    return behind === null ? [] : [[id, behind]]
  }
  const readable = pass.polled.flatMap((state) => {
    const { employeeId } = state
    const standing = pass.standings[kind].get(employeeId)
    if (standing !== undefined) return of(employeeId, standing, sinceOf(state, shard, kind))
    const behind = before[employeeId]
    return behind === undefined ? [] : [[employeeId, behind] as [string, Behind]]
  })
  const since = shardSince(shard, kind) ?? shard.polledThrough
  const unreadable = pass.unreadable.flatMap((id) =>
    isTurn || before[id] !== undefined ? of(id, 'unreadable', before[id]?.since ?? since) : [],
  )
  return Object.fromEntries([...readable, ...unreadable])
}

/**
 * How far a shard has come after a poll (docs/decisions/time-of-a-poll.md). Its moment moves to
 * when the poll began; everybody of whom that would not be true is remembered with a moment of
 * their own, so that nobody holds up another.
 */
export const progressAfter = (shard: Shard, pass: Pass): Progress => ({
  polledThrough: utc(pass.startedAt),
  absencesReadAt: pass.areAbsencesRead ? utc(pass.startedAt) : shard.absencesReadAt,
  behind: {
    clockings: behindOf(shard, pass, 'clockings', true),
    absences: behindOf(shard, pass, 'absences', pass.areAbsencesRead),
  },
})
