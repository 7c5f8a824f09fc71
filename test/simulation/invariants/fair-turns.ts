import { type EpochMs, minute, utc } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters, thatTellOf } from '../oracle/rosters.ts'
import { type Round, shardsOf } from '../oracle/rounds.ts'
import { couldRead, employeeRecord, shardRecord } from '../oracle/versions.ts'
import type { Context, Invariant } from './context.ts'
import { hasLeft, isWell } from './told-in-time.ts'

/** Whoever failed waits for their turn for so long at most, and is left to the end for as long again. */
const longestWait = 65 * minute
/** While others have so many turns, everybody has one. */
const most = 5

/** Whom a poll asked about clockings, and who of them had its time: they were answered, or time was up over them. */
type Turns = { asked: Set<string>; had: Set<string> }
const noTurns: Turns = { asked: new Set(), had: new Set() }

const turnsOf = ({ observed }: Context): ReadonlyMap<string, Turns> => {
  const turns = new Map<string, Turns>()
  for (const { process, operation, employeeId, failure } of observed.answers) {
    if (operation !== 'clockings' || employeeId === null) continue
    const ofPoll = turns.get(process) ?? { asked: new Set(), had: new Set() }
    turns.set(process, ofPoll)
    ofPoll.asked.add(employeeId)
    if (failure === null || failure === 'DeadlineError') ofPoll.had.add(employeeId)
  }
  return turns
}

/** The first poll by which somebody else had had too many turns since a person's own, or null. */
const passedOver = (
  id: string,
  since: EpochMs,
  rounds: readonly Round[],
  turns: ReadonlyMap<string, Turns>,
  canKnow: (round: Round) => boolean,
): { since: EpochMs; by: Round } | null => {
  let last = since
  let counts = new Map<string, number>()
  for (const round of rounds) {
    const { poll, finishedAt } = round
    const { asked, had } = turns.get(poll.process) ?? noTurns
    // Where the API fails for most, nothing that it says to others counts.
    const isCounting = Number.isFinite(finishedAt) && had.size > asked.size / 2
    if (asked.has(id) || !canKnow(round)) {
      last = poll.endedAt
      counts = new Map()
      // Nobody knows who had a turn in a poll that was killed.
    } else if (poll.startedAt > last + longestWait && isCounting)
      for (const each of had) {
        const count = (counts.get(each) ?? 0) + 1
        if (count >= most) return { since: last, by: round }
        counts.set(each, count)
      }
  }
  return null
}

/** However little time there is, whoever is well has a turn before others have had several. */
export const fairTurns: Invariant = function* (context) {
  const { people, observed, plan, rounds } = context
  // Who rests has no turn.
  if (plan.deployments.some(({ deployment }) => Object.keys(deployment.rest).length > 0)) return
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const turns = turnsOf(context)
  const believed = believedRosters(observed.answers, observed.written)
  for (const person of people) {
    const shard = shards.get(person.id)
    if (shard === undefined) continue
    const records = [shardRecord(shard.shardId), employeeRecord(person.id)]
    const canKnow = ({ poll }: Round): boolean =>
      couldRead(observed, poll.process, records, { from: poll.startedAt, to: poll.endedAt }) &&
      !areMany(waiting(person.id, poll.endedAt))
    const ofShard = rounds
      .filter(({ poll }) => poll.shardId === shard.shardId && poll.startedAt > shard.since)
      .sort((a, b) => a.poll.startedAt - b.poll.startedAt)
    const found = passedOver(person.id, shard.since, ofShard, turns, canKnow)
    if (found === null) continue
    const { process, endedAt } = found.by.poll
    const span = { from: found.since, to: endedAt }
    if (hasLeft(context.toldOf(person.id), span.from)) continue
    const rosters = thatTellOf(person.id, believed)
    if (!isWell(context, person, span, [], rosters)) continue
    const message = `had no turn from ${utc(span.from)} to ${process}, while others had ${most}`
    yield { employeeId: person.id, message }
  }
}
