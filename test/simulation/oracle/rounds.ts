import { isEmployedAt, type Person } from '../organisation/history.ts'
import type { Observed, Poll } from '../system/observed.ts'
import { type EpochMs, hour, minute, second } from './moments.ts'
import type { Operation, Served } from './served.ts'

/** A poll as the world saw it. */
export type Round = {
  poll: Poll
  /** Whether it had its shard for itself, came to its end, and nothing in the world struck it. */
  isSound: boolean
  /** When the shard's record took its end, or never. */
  finishedAt: EpochMs
}

/** A poll that took longer may have run out of time. */
const longPoll = 60 * second

/** Whether a poll may have had no time to ask all that it should. */
export const mayHaveRunOut = ({ startedAt, endedAt, askUntil }: Poll): boolean =>
  endedAt - startedAt > longPoll || (askUntil !== null && endedAt >= askUntil - aMoment)

/** Turns come one after another: the last that fits is before the end by less than this. */
const aMoment = 3 * second

/** So many of a shard may fail before that is no longer each one's own affair. */
const largestShare = 0.4
/** So many may be throttled. */
const mostThrottled = 2

/** Whoever failed is asked again after so long at most; who has left, never. */
const longestPause = 35 * minute

const outages = ['TokenRefusedError', 'CredentialsRefusedError']

/** The shard of everyone, by what was written of them. */
export const shardsOf = ({
  written,
}: Observed): Map<string, { shardId: string; since: EpochMs }> => {
  const shards = new Map<string, { shardId: string; since: EpochMs }>()
  for (const { what, at, isTaken } of written) {
    const [verb, employeeId = '', , shardId = ''] = what.split(' ')
    if (verb === 'save' && isTaken && !shards.has(employeeId))
      shards.set(employeeId, { shardId, since: at })
  }
  return shards
}

/** Whoever was answered within so long was well. */
const lately = 3 * hour
/** From so many on, what most of them meet is the API's doing. */
const enough = 10
/** From so many on, what all of them meet likewise: a slow API fails no more in the time of a poll. */
const few = 3

/**
 * The polls that the API failed as a whole: most of those they asked about, who were well before, or each of
 * a few. Who fails where most fail is not to blame.
 */
const failedByMost = (answers: readonly Served[]): ReadonlySet<string> => {
  const struck = new Set<string>()
  const failing = new Set<string>()
  for (const [process, ofPoll] of Map.groupBy(answers, (each) => each.process)) {
    const outcomes = new Map<string, boolean>()
    for (const { employeeId, failure } of ofPoll)
      if (employeeId !== null)
        outcomes.set(employeeId, failure === null && outcomes.get(employeeId) !== false)
    const failed = [...outcomes].filter(([, isAnswered]) => !isAnswered).map(([id]) => id)
    const wellBefore = failed.filter((id) => !failing.has(id))
    const haveMost = outcomes.size >= enough && wellBefore.length > outcomes.size / 2
    const haveAll = wellBefore.length >= few && failed.length === outcomes.size
    if (haveMost || haveAll) struck.add(process)
    else if (failed.length <= outcomes.size / 2) for (const id of failed) failing.add(id)
    for (const [id, isAnswered] of outcomes) if (isAnswered) failing.delete(id)
  }
  return struck
}

/** Every poll that ended, in that order, as sound as what it was answered to one of its questions. */
const roundsBy = (people: readonly Person[], observed: Observed, operation: Operation): Round[] => {
  const shards = shardsOf(observed)
  const leases = new Set<string>()
  const finished = new Map<string, EpochMs>()
  for (const { process, what, at, isTaken } of observed.written) {
    if (isTaken && what.startsWith('lease shard')) leases.add(process)
    if (isTaken && what.startsWith('finish shard')) finished.set(process, at)
  }
  const answers = observed.answers
    .filter((each) => each.operation === operation)
    .sort((a, b) => a.to - b.to)
  const asked = new Set(answers.map(({ process, employeeId }) => `${process} ${employeeId}`))
  const failed = new Map<string, { failure: string; at: EpochMs; since: EpochMs }>()
  const struck = new Set(failedByMost(answers))
  let next = 0
  return observed.polls.map((poll): Round => {
    for (; (answers[next]?.to ?? Number.POSITIVE_INFINITY) <= poll.endedAt; next++) {
      const { employeeId, failure, process, to = 0 } = answers[next] ?? {}
      if (employeeId == null) continue
      if (failure == null) failed.delete(employeeId)
      else failed.set(employeeId, { failure, at: to, since: failed.get(employeeId)?.since ?? to })
      if (failure != null && outages.includes(failure)) struck.add(process ?? '')
    }
    // Nobody asks about those who left long ago, or are still to come.
    const members = people.flatMap((person) => {
      const { shardId, since = 0 } = shards.get(person.id) ?? {}
      const isThere = shardId === poll.shardId && since <= poll.startedAt
      const isPolled =
        isEmployedAt(person, poll.startedAt) || asked.has(`${poll.process} ${person.id}`)
      return isThere && isPolled ? [person.id] : []
    })
    const recent = members.filter(
      (id) => (failed.get(id)?.at ?? 0) >= poll.startedAt - longestPause,
    )
    const throttled = recent.filter((id) => failed.get(id)?.failure === 'ThrottledError')
    // Who has failed for long says nothing of the others.
    const failing = recent.filter((id) => (failed.get(id)?.since ?? 0) >= poll.startedAt - lately)
    const { kind } = poll.outcome
    return {
      poll,
      isSound:
        (kind === 'done' || (kind === 'killed' && poll.outcome.why === 'time-out')) &&
        leases.has(poll.process) &&
        !poll.isDisturbed &&
        !struck.has(poll.process) &&
        throttled.length <= mostThrottled &&
        failing.length <= largestShare * members.length,
      finishedAt: finished.get(poll.process) ?? Number.POSITIVE_INFINITY,
    }
  })
}

/** Every poll that ended, in that order, as sound as what it was answered to each of its questions. */
export const roundsOf = (
  people: readonly Person[],
  observed: Observed,
): Record<'clockings' | 'absences', Round[]> => ({
  clockings: roundsBy(people, observed, 'clockings'),
  absences: roundsBy(people, observed, 'absences'),
})

/**
 * Absences that fail are no reason not to tell of clockings, nor the other way round: what a poll was answered about absences is
 * owed where either question was answered as it should be.
 */
export const eitherSound = ({
  clockings,
  absences,
}: Record<'clockings' | 'absences', readonly Round[]>): Round[] =>
  clockings.map((round, n) => ({
    ...round,
    isSound: round.isSound || absences[n]?.isSound === true,
  }))
