import { couldRead, rosterRecord, shardRecord } from '../oracle/versions.ts'
import { ServiceError } from '../system/process.ts'
import type { Invariant } from './context.ts'

/**
 * A poll publishes what waits before it asks the API, whatever the API then says. It need not know of what another
 * wrote after that was killed.
 */
export const nothingHeldBack: Invariant = function* ({ observed, told, rounds }) {
  const publishedAt = new Map(told.map(({ event, at }) => [event.id, at]))
  const working = new Set(
    observed.written.flatMap(({ process, what, isTaken }) =>
      isTaken && what.startsWith('lease shard') ? [process] : [],
    ),
  )
  const ends = new Map(observed.polls.map(({ process, endedAt }) => [process, endedAt]))
  const afterItsEnd = new Set(
    told.flatMap(({ event, origin }) =>
      origin !== undefined && origin.savedAt > (ends.get(origin.process) ?? origin.savedAt)
        ? [event.id]
        : [],
    ),
  )
  for (const { poll } of rounds) {
    const { process, heldBack, isDisturbed, outcome, endedAt, didTopicHang } = poll
    if (!working.has(process) || outcome.kind !== 'done' || isDisturbed || didTopicHang) continue
    const late = heldBack.filter(
      (id) => (publishedAt.get(id) ?? endedAt + 1) > endedAt && !afterItsEnd.has(id),
    )
    if (late.length > 0) yield { employeeId: null, message: `${process} left ${late} unpublished` }
  }
}

/** Once nothing fails any more, nothing waits. */
export const outboxesEmpty: Invariant = function* ({ observed }) {
  for (const { employeeId, outbox } of observed.states)
    if (outbox.length > 0) yield { employeeId, message: `${outbox.length} events still wait` }
}

/**
 * Functions fail where a service or the API fails, or where what they go by cannot be read, because
 * it is damaged or a later version of the code wrote it; never on their own.
 */
export const noSurprises: Invariant = function* ({ observed }) {
  const runs = [
    ...observed.polls.map((poll) => ({ ...poll, record: shardRecord(poll.shardId) })),
    ...observed.refreshes.map((refresh) => ({ ...refresh, record: rosterRecord })),
  ]
  for (const { process, outcome, record, startedAt, endedAt } of runs) {
    if (outcome.kind !== 'failed') continue
    const { error } = outcome
    // Every error of the API names the operation that it failed.
    const isOfApi = error instanceof Error && 'operation' in error
    const span = { from: startedAt, to: endedAt }
    const isDamaged = observed.troubles.unreadableShards.some(
      ({ id, from, to }) => shardRecord(id) === record && from <= endedAt && to >= startedAt,
    )
    const isOfRecord =
      error instanceof Error &&
      error.name === 'UnreadableRecordError' &&
      (isDamaged || !couldRead(observed, process, [record], span))
    if (!(error instanceof ServiceError) && !isOfApi && !isOfRecord)
      yield { employeeId: null, message: `${process} failed with ${String(error)}` }
  }
}
