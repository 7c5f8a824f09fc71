import { type EpochMs, epochMs } from '../oracle/moments.ts'
import { shardsOf } from '../oracle/rounds.ts'
import { couldRead, rosterRecord, shardRecord } from '../oracle/versions.ts'
import type { Poll } from '../system/observed.ts'
import { ServiceError } from '../system/process.ts'
import type { Context, Invariant, Told } from './context.ts'

/** An event that a poll published, or left: whose it is, and when it was recorded. */
type Waiting = { subject: string; recorded: EpochMs }

const waitingIn = (told: readonly Told[]): ReadonlyMap<string, Waiting> =>
  new Map(
    told.map(({ event: { id, subject, recordedtime } }) => [
      id,
      { subject, recorded: epochMs(recordedtime) },
    ]),
  )

/** When each poll first asked the API something. */
const askedFirst = ({ answers }: Context['observed']): ReadonlyMap<string, EpochMs> => {
  const first = new Map<string, EpochMs>()
  for (const { process, from } of answers)
    first.set(process, Math.min(from, first.get(process) ?? from))
  return first
}

/**
 * Whether the pace of events is why a poll left one: it published none before it asked that had not waited for as
 * long. Of one person all that waits goes together, by the first of it.
 */
const hadNoTurn = (left: Waiting, published: readonly Waiting[]): boolean =>
  [...Map.groupBy(published, ({ subject }) => subject).values()].every((own) =>
    own.some(({ recorded }) => recorded <= left.recorded),
  )

/**
 * A poll publishes what waits before it asks the API, whatever the API then says: all of it, or, at a pace, what has
 * waited for longest. It need not know of what another wrote after that was killed, or had lost the lease and was killed then.
 */
export const nothingHeldBack: Invariant = function* ({ observed, told, rounds }) {
  const publishedAt = new Map(told.map(({ event, at }) => [event.id, at]))
  const events = waitingIn(told)
  const shards = shardsOf(observed)
  const asked = askedFirst(observed)
  const leases = observed.written.filter(
    ({ what, isTaken }) => isTaken && what.startsWith('lease shard'),
  )
  const working = new Set(leases.map(({ process }) => process))
  const polls = new Map(observed.polls.map((poll) => [poll.process, poll]))
  /** Whether whoever saved something had come to their end by then, or to none after somebody else took the lease. */
  const isAfterItsEnd = ({ process, startedAt, savedAt }: NonNullable<Told['origin']>): boolean => {
    const poll = polls.get(process)
    if (poll === undefined || savedAt > poll.endedAt) return poll !== undefined
    const isTakenAway = leases.some(
      (each) =>
        each.process !== process &&
        each.what === `lease shard ${poll.shardId}` &&
        each.at > startedAt &&
        each.at < savedAt,
    )
    return isTakenAway && poll.outcome.kind === 'killed'
  }
  const afterItsEnd = new Set(
    told.flatMap(({ event, origin }) =>
      origin !== undefined && isAfterItsEnd(origin) ? [event.id] : [],
    ),
  )
  /** What a poll published before it asked anything: it waited when the poll began. */
  const publishedFirst = ({ process, startedAt, endedAt, shardId }: Poll): Waiting[] =>
    told.flatMap(({ event: { id, subject }, at, origin }) => {
      const hasWaited = (origin?.savedAt ?? 0) < startedAt
      const isBefore = hasWaited && at >= startedAt && at < (asked.get(process) ?? endedAt)
      const isOfShard = shards.get(subject)?.shardId === shardId
      return isBefore && isOfShard ? (events.get(id) ?? []) : []
    })
  const isExcused = (poll: Poll, id: string): boolean => {
    const left = events.get(id)
    const hasPace = poll.deployment.messagesPerSecond !== null
    return hasPace && left !== undefined && hadNoTurn(left, publishedFirst(poll))
  }
  /** Saved by an earlier version of the code, which cannot say so in the shard's record: a warm poll may go by an older copy. */
  const isUnnoted = ({ event, origin }: Told): boolean => {
    const shardId = shards.get(event.subject)?.shardId
    if (origin === undefined || shardId === undefined) return false
    const span = { from: origin.startedAt, to: origin.savedAt }
    return !couldRead(observed, origin.process, [shardRecord(shardId)], span)
  }
  const unnoted = new Set(told.flatMap((each) => (isUnnoted(each) ? [each.event.id] : [])))
  for (const { poll } of rounds) {
    const { process, heldBack, isDisturbed, outcome, endedAt, didTopicHang } = poll
    if (!working.has(process) || outcome.kind !== 'done' || isDisturbed || didTopicHang) continue
    const late = heldBack.filter(
      (id) =>
        (publishedAt.get(id) ?? endedAt + 1) > endedAt &&
        !afterItsEnd.has(id) &&
        !unnoted.has(id) &&
        !isExcused(poll, id),
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
