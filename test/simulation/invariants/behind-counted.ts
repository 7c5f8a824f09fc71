import { epochMs, minute, utc } from '../oracle/moments.ts'
import { shardsOf } from '../oracle/rounds.ts'
import { employeeRecord } from '../oracle/versions.ts'
import type { Invariant } from './context.ts'

/**
 * Whose record a later version of the code wrote is not passed over in silence: every poll of
 * today's version names them, and counts them as behind since no later than their last answer.
 */
export const behindCounted: Invariant = function* ({ observed, looks, tolerance }) {
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
      const last = looks.clockings.get(employeeId)?.findLast(({ to }) => to < startedAt)
      const isBehind =
        oldestBehind !== null &&
        (last === undefined || epochMs(oldestBehind) <= last.to + tolerance)
      if (!unreadable.includes(employeeId))
        yield { employeeId, message: `${process} does not name them` }
      if (!isBehind) {
        const since = last === undefined ? 'ever' : utc(last.to)
        const message = `${process} counts nobody as behind since ${since}, but ${oldestBehind}`
        yield { employeeId, message }
      }
    }
  }
}
