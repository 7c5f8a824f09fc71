import { type EpochMs, minute, utc } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters, thatTellOf } from '../oracle/rosters.ts'
import { shardsOf } from '../oracle/rounds.ts'
import { couldRead, employeeRecord, shardRecord } from '../oracle/versions.ts'
import type { Poll } from '../system/observed.ts'
import type { Context, Invariant } from './context.ts'
import { isWell } from './told-in-time.ts'

/** Whoever failed waits for their turn for so long at most, and is left to the end for as long again. */
const longestWait = 65 * minute
/** While others have so many turns, everybody has one. */
const most = 4

/** Whom each poll asked about clockings. */
const askedBy = ({ observed }: Context): ReadonlyMap<string, ReadonlySet<string>> => {
  const asked = new Map<string, Set<string>>()
  for (const { process, operation, employeeId } of observed.answers) {
    if (operation !== 'clockings' || employeeId === null) continue
    const already = asked.get(process)
    if (already === undefined) asked.set(process, new Set([employeeId]))
    else already.add(employeeId)
  }
  return asked
}

/** The first poll by which somebody else had had too many turns since a person's own, or null. */
const passedOver = (
  id: string,
  since: EpochMs,
  polls: readonly Poll[],
  asked: ReadonlyMap<string, ReadonlySet<string>>,
  canKnow: (poll: Poll) => boolean,
): { since: EpochMs; poll: Poll } | null => {
  let last = since
  let turns = new Map<string, number>()
  for (const poll of polls) {
    const ids = asked.get(poll.process)
    if (ids?.has(id) === true || !canKnow(poll)) {
      last = poll.endedAt
      turns = new Map()
    } else if (ids !== undefined && poll.startedAt > last + longestWait)
      for (const each of ids) {
        const count = (turns.get(each) ?? 0) + 1
        if (count >= most) return { since: last, poll }
        turns.set(each, count)
      }
  }
  return null
}

/** However little time there is, whoever is well has a turn before others have had several. */
export const fairTurns: Invariant = function* (context) {
  const { people, observed, plan } = context
  // Who rests has no turn.
  if (plan.deployments.some(({ deployment }) => Object.keys(deployment.rest).length > 0)) return
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const asked = askedBy(context)
  const believed = believedRosters(observed.answers, observed.written)
  for (const person of people) {
    const shard = shards.get(person.id)
    if (shard === undefined) continue
    const records = [shardRecord(shard.shardId), employeeRecord(person.id)]
    const canKnow = (poll: Poll): boolean =>
      couldRead(observed, poll.process, records, { from: poll.startedAt, to: poll.endedAt }) &&
      !areMany(waiting(person.id, poll.endedAt))
    const polls = observed.polls
      .filter(({ shardId, startedAt }) => shardId === shard.shardId && startedAt > shard.since)
      .sort((a, b) => a.startedAt - b.startedAt)
    const found = passedOver(person.id, shard.since, polls, asked, canKnow)
    if (found === null) continue
    const span = { from: found.since, to: found.poll.endedAt }
    const rosters = thatTellOf(person.id, believed)
    if (!isWell(context, person, span, [], rosters)) continue
    const message = `had no turn from ${utc(span.from)} to ${found.poll.process}, while others had ${most}`
    yield { employeeId: person.id, message }
  }
}
