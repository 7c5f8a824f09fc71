import { firstBelieved } from '../oracle/first-believed.ts'
import type { Look } from '../oracle/looks.ts'
import { type EpochMs, second, utc } from '../oracle/moments.ts'
import { type OwedAbsence, owedAbsences } from '../oracle/owed-absences.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters, missedBy, thatTellOf } from '../oracle/rosters.ts'
import { type Round, shardsOf } from '../oracle/rounds.ts'
import type { Served } from '../oracle/served.ts'
import { couldRead, employeeRecord, recordsOf, shardRecord } from '../oracle/versions.ts'
import type { Person } from '../organisation/history.ts'
import type { Poll } from '../system/observed.ts'
import { boundariesOf, toldOfAbsences, zonesOf } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import { isNoNews } from './absences-told.ts'
import { savedAt } from './clockings-add-up.ts'
import type { Context, Invariant } from './context.ts'
import { hasLeft, isMember, isWell } from './told-in-time.ts'

/** So many polls of a shard, once absences have been due, are enough. */
const enough = 4
/** A poll that takes longer, or half of the time that it may ask in, may have none left for absences. */
const longPoll = 20 * second

const mayHaveBeenShort = ({ startedAt, endedAt, askUntil }: Poll): boolean =>
  endedAt - startedAt > longPoll ||
  (askUntil !== null && endedAt - startedAt > (askUntil - startedAt) / 2)

/** The polls of somebody's shard that had all that it takes to tell of their absences, whatever became of clockings. */
const ableToTell = (
  { rounds, observed }: Context,
  employeeId: string,
  { shardId, since }: { shardId: string; since: EpochMs },
): Poll[] => {
  const records = [shardRecord(shardId), employeeRecord(employeeId)]
  const { unreadableShards } = observed.troubles
  const isAble = ({ poll, isSoundForAbsences }: Round): boolean => {
    const { process, startedAt: from, endedAt: to } = poll
    return (
      poll.shardId === shardId &&
      from > since &&
      isSoundForAbsences &&
      !mayHaveBeenShort(poll) &&
      !poll.didTopicHang &&
      couldRead(observed, process, records, { from, to }) &&
      !unreadableShards.some((each) => each.id === shardId && each.from <= to && each.to >= from)
    )
  }
  return rounds.flatMap((round) => (isAble(round) ? [round.poll] : []))
}

/** From each poll on, those by which absences have been due, and a few more. */
const stretchesOf = (polls: readonly Poll[]): Poll[][] =>
  polls.flatMap((first, n) => {
    const every = first.deployment.absencesEverySeconds * second
    const due = polls.findIndex(({ startedAt }) => startedAt >= first.startedAt + every)
    return due < 0 || due + enough > polls.length ? [] : [polls.slice(n, due + enough)]
  })

/** What somebody's absences would have been, had they been asked for once in a stretch of polls. */
const lookAt = (
  employeeId: string,
  polls: readonly Poll[],
  answers: readonly Served[],
  lookback: number,
): Look | null => {
  const [first, last] = [polls[0], polls.at(-1)]
  if (first === undefined || last === undefined) return null
  const [from, to] = [first.startedAt, last.endedAt]
  return {
    employeeId,
    poll: last,
    from,
    to,
    answers: answers.filter((each) => each.from <= to && each.to >= from),
    window: [],
    isSure: true,
    isInParts: false,
    isWhole: true,
    isSettled: true,
    floor: from - lookback,
  }
}

/** The answers about absences, by whom they are of. */
const answersOf = ({ observed }: Context) =>
  Map.groupBy(
    observed.answers.filter(({ operation }) => operation === 'absences'),
    ({ employeeId }) => employeeId,
  )

/** Whether subscribers knew by the end of a look how an absence stands that it owes. */
const toldBy = (context: Context, { id }: Person) => {
  const told = toldOfAbsences(context.toldOf(id))
  const stories = absenceStoriesOf(context, id)
  return ({ absence, isOver, look }: OwedAbsence): boolean => {
    const ofAbsence = told.get(absence.id) ?? []
    const story = stories.get(absence.id) ?? []
    const phases = isOver ? ['ended'] : ['started', 'ended']
    const known = story.filter((_, n) => savedAt(ofAbsence[n - 1]) <= look.to).flat()
    return known.some(
      ({ phase, boundaries }) =>
        phase === null || (phases.includes(phase) && boundaries === boundariesOf(absence)),
    )
  }
}

/** The looks before a moment; the last of them alone may confirm what it saw. */
const before = (looks: readonly Look[], moment: EpochMs): Look[] => {
  const earlier = looks.filter(({ to }) => to < moment)
  return earlier.map((look, n) => (n < earlier.length - 1 ? { ...look, isSure: false } : look))
}

/**
 * Whoever is well, and whose absences the API answers well, is told of within a few polls once they are due: that an
 * absence began, and that it is over. Whatever is the matter with clockings, or with others.
 */
export const absencesInTime: Invariant = function* (context) {
  const { people, plan, observed, looks, tolerance, lookback } = context
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const believed = believedRosters(observed.answers, observed.written)
  const firstOf = firstBelieved(people, looks.absences, 'absences')
  const answers = answersOf(context)
  for (const person of people) {
    const shard = shards.get(person.id)
    if (shard === undefined) continue
    const told = context.toldOf(person.id)
    const own = answers.get(person.id) ?? []
    const failures = own.flatMap(({ failure, to }) => (failure === null ? [] : [to]))
    const rosters = thatTellOf(person.id, believed).filter((each) =>
      couldRead(observed, each.process, recordsOf(person.id), each),
    )
    const missed = missedBy(observed, person.id)
    const zones = zonesOf(person, plan.homeZone)
    const polls = ableToTell(context, person.id, shard).filter(
      ({ endedAt }) => !areMany(waiting(person.id, endedAt)),
    )
    const isTold = toldBy(context, person)
    const late = new Set<string>()
    for (const stretch of stretchesOf(polls)) {
      const look = lookAt(person.id, stretch, own, lookback)
      if (look === null) continue
      const seen = rosters.filter((each) => !missed.has(each.process) && each.to <= look.from)
      if (!isMember(person.id, seen, hasLeft(told, look.from))) continue
      if (!isWell(context, person, look, failures, rosters)) continue
      const all = [...before(looks.absences.get(person.id) ?? [], look.from), look]
      for (const owed of owedAbsences(person, all, zones, tolerance)) {
        const { absence, isOver } = owed
        if (owed.look !== look || late.has(absence.id)) continue
        if (isTold(owed)) continue
        const known = toldOfAbsences(told).get(absence.id)?.[0]
        if (isNoNews(context, person, owed, firstOf(person.id), zones, known)) continue
        late.add(absence.id)
        const span = `from ${utc(look.from)} to ${utc(look.to)}, by ${look.poll.process}`
        const what = isOver ? 'was over' : 'lasted'
        yield {
          employeeId: person.id,
          message: `absence ${absence.id} ${what} and was not told ${span}`,
        }
      }
    }
  }
}
