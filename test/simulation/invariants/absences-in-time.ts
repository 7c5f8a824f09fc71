import { second, utc } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters, thatTellOf, writtenDown } from '../oracle/rosters.ts'
import { type Round, shardsOf } from '../oracle/rounds.ts'
import type { Served } from '../oracle/served.ts'
import { couldRead, recordsOf } from '../oracle/versions.ts'
import type { Poll } from '../system/observed.ts'
import { isKnownBy, knownBefore, standingThrough } from './absence-standing.ts'
import { toldOfAbsences } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Invariant } from './context.ts'
import {
  ableToTell,
  askingOf,
  failuresOf,
  hasLeft,
  isMember,
  isWell,
  longestRestIn,
  spanOf,
} from './told-in-time.ts'

/** What is known of an absence comes about by the clock: so many polls are enough. */
const soon = 2

/** So many polls, each of which may read absences again, are enough: what takes back something takes two. */
const enough = 4

/** Who fails so lets nobody be asked for anything else. */
const ofEverything = ['ThrottledError', 'TokenRefusedError', 'CredentialsRefusedError']

/** The polls that could have nobody's absences, as far as they asked, nor clockings: then they need not ask everybody. */
const answeredNothing = (answers: readonly Served[]): string[] =>
  [...Map.groupBy(answers, ({ process }) => process)].flatMap(([process, all]) =>
    all.some(({ operation }) => operation === 'absences') &&
    all.every(({ failure }) => failure !== null)
      ? [process]
      : [],
  )

/** Those of some rounds that are at least so far apart that absences are due again. */
const apart = (rounds: readonly Round[], between: number): Round[] => {
  const chosen: Round[] = []
  for (const round of rounds) {
    const last = chosen.at(-1)?.poll.endedAt ?? Number.NEGATIVE_INFINITY
    if (round.poll.startedAt >= last + between) chosen.push(round)
  }
  return chosen
}

/** Of some polls each so many in a row, and in which whoever rests has a turn. */
const inARow = (rounds: readonly Round[], count: number, longestRest: number): Poll[][] =>
  rounds.flatMap(({ poll }, n) => {
    const rested = rounds.findIndex((each) => each.poll.startedAt >= poll.startedAt + longestRest)
    const polls = rounds.slice(n, rested + count).map((each) => each.poll)
    return rested >= 0 && rested + count <= rounds.length ? [polls] : []
  })

/**
 * Of whose absences the API answers is told within a few reads of them that one has started, or is over, whatever becomes of
 * clockings; and once one has been read as it stands, by the clock.
 */
export const absencesInTime: Invariant = function* (context) {
  const { people, observed, plan } = context
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const believed = believedRosters(observed.answers, observed.written)
  const asking = askingOf(observed.answers)
  const failures = failuresOf(observed, 'absences')
  const between =
    Math.max(...plan.deployments.map(({ deployment }) => deployment.absencesEverySeconds)) * second
  const struck = new Set([
    ...answeredNothing(observed.answers),
    ...observed.answers.flatMap(({ process, failure }) =>
      failure !== null && ofEverything.includes(failure) ? [process] : [],
    ),
  ])
  const longestRest = longestRestIn(context)
  for (const person of people) {
    const shard = shards.get(person.id)
    if (shard === undefined) continue
    const able = ableToTell(context, context.absenceRounds, person.id, shard, asking).filter(
      ({ poll }) => !struck.has(poll.process) && !areMany(waiting(person.id, poll.endedAt)),
    )
    const usable = apart(able, between)
    const rosters = thatTellOf(person.id, believed).filter((each) =>
      couldRead(observed, each.process, recordsOf(person.id), each),
    )
    const seenOn = writtenDown(observed, person.id, rosters)
    const told = context.toldOf(person.id)
    const byAbsence = toldOfAbsences(told)
    const stories = absenceStoriesOf(context, person.id)
    const late = new Set<string>()
    const looks = context.looks.absences.get(person.id) ?? []
    const failed = failures.get(person.id) ?? []
    const byReading = inARow(usable, enough, 0).map((polls) => ({ polls, isByClock: false }))
    const byClock = inARow(able, soon, longestRest).map((polls) => ({ polls, isByClock: true }))
    for (const { polls, isByClock } of [...byReading, ...byClock]) {
      const span = spanOf(polls)
      const before = seenOn.filter(({ to }) => to <= span.from)
      if (!isMember(person.id, before, hasLeft(told, span.from))) continue
      if (!isWell(context, person, span, failed, rosters)) continue
      const all = standingThrough(context, person, looks, span)
      for (const standing of isByClock ? knownBefore(person, looks, all, span, failed) : all) {
        const { id } = standing.absence
        const story = stories.get(id)
        // What contradicts itself is another matter.
        if (late.has(id) || (story === undefined && byAbsence.has(id))) continue
        if (isKnownBy(story ?? [], byAbsence.get(id) ?? [], standing, span.to)) continue
        late.add(id)
        const processes = polls.map(({ process }) => process).join(', ')
        const message = `absence ${id} had ${standing.phase} from ${utc(span.from)} to ${utc(span.to)} and none of ${processes} told so`
        yield { employeeId: person.id, message }
      }
    }
  }
}
