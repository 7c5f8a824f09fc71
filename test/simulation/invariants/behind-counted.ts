import { type EpochMs, epochMs, minute, utc } from '../oracle/moments.ts'
import { shardsOf } from '../oracle/rounds.ts'
import { employeeRecord } from '../oracle/versions.ts'
import type { Context, Invariant } from './context.ts'

/**
 * When a member's last answer before a moment came; null for who was asked no more (they had left
 * and rest) or not yet (they have just joined, or are back).
 */
const answeredAt = ({ looks, toldOf }: Context, employeeId: string, by: EpochMs) => {
  const answered = looks.clockings.get(employeeId)?.findLast(({ to }) => to < by)?.to ?? null
  const membership = toldOf(employeeId).findLast(
    ({ event, origin }) =>
      /employee-(joined|left)$/.test(event.type) && (origin?.savedAt ?? 0) <= by,
  )
  const isAsked =
    membership === undefined ||
    (membership.event.type === 'attendance.employee-joined' &&
      (membership.origin?.savedAt ?? 0) < (answered ?? 0))
  return isAsked ? answered : null
}

/**
 * Whose record a later version of the code wrote is not passed over in silence: every poll of
 * today's version names them, and counts them as behind since no later than their last answer.
 */
export const behindCounted: Invariant = function* (context) {
  const { observed, tolerance } = context
  const { versions, polls } = observed
  const shards = shardsOf(observed)
  for (const { process, shardId, outcome, startedAt, endedAt } of polls) {
    if (versions.later.has(process) || outcome.kind !== 'done') continue
    if (outcome.value.kind !== 'polled') continue
    const { unreadable, oldestBehind } = outcome.value
    for (const [employeeId, shard] of shards) {
      const isAhead = versions.ahead.some(
        ({ record, from, to }) =>
          record === employeeRecord(employeeId) && from < startedAt - minute && to > endedAt,
      )
      if (shard.shardId !== shardId || !isAhead) continue
      // One that waited for its turn has what another poll left meanwhile.
      const last = answeredAt(context, employeeId, endedAt)
      const isBehind =
        oldestBehind !== null && (last === null || epochMs(oldestBehind) <= last + tolerance)
      if (!unreadable.includes(employeeId))
        yield { employeeId, message: `${process} does not name them` }
      if (!isBehind) {
        const since = last === null ? 'ever' : utc(last)
        const message = `${process} counts nobody as behind since ${since}, but ${oldestBehind}`
        yield { employeeId, message }
      }
    }
  }
}
