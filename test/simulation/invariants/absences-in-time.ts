import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { isKept, type Look } from '../oracle/looks.ts'
import { type EpochMs, second, utc } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters, missedBy, thatTellOf } from '../oracle/rosters.ts'
import { type Round, shardsOf } from '../oracle/rounds.ts'
import type { Served } from '../oracle/served.ts'
import { couldRead, recordsOf } from '../oracle/versions.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import {
  type AbsenceView,
  boundariesOf,
  type OfAbsence,
  spansOf,
  toldOfAbsences,
  zonesOf,
} from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant } from './context.ts'
import {
  ableToTell,
  askingOf,
  failuresOf,
  hasLeft,
  isMember,
  isWell,
  overlap,
  type Span,
  spanOf,
} from './told-in-time.ts'

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

/** The absences that lasted, as they stood, all the while, wherever their employee was, and that any answer would have shown. */
const lastingThrough = (
  { plan, tolerance, baselineAt }: Context,
  person: Person,
  looks: readonly Look[],
  span: Span,
): Absence[] => {
  const zones = zonesOf(person, plan.homeZone)
  const within = looks.filter(({ from, to }) => overlap({ from, to }, span))
  return [...person.absences].flatMap(([id, versions]) => {
    const [absence, ...changes] = shownWithin(versions, span.from, span.to)
    if (absence == null || changes.length > 0) return []
    const since = versions.findLast(({ record, from }) => record === absence && from <= span.from)
    const lasts = spansOf(absence, zones).every(
      ({ start, end }) =>
        start > baselineAt + tolerance &&
        start < span.from - tolerance &&
        (end === null || end > span.to + tolerance),
    )
    const isHidden = within.some((look) => isKept(look, id, since?.from ?? span.from))
    return lasts && !isHidden ? [absence] : []
  })
}

/**
 * Whether subscribers knew by a moment that an absence had started, as it stands, or need not know, since that was no
 * news.
 */
const isKnownBy = (
  story: readonly (readonly AbsenceView[])[],
  told: readonly OfAbsence[],
  absence: Absence,
  by: EpochMs,
): boolean => {
  const known = told.filter(({ origin, at }) => (origin?.savedAt ?? at) <= by)
  const boundaries = boundariesOf(absence)
  return (story[known.length] ?? []).some(
    ({ phase, boundaries: seen }) =>
      (phase === null && known.length > 0) || (phase === 'started' && seen === boundaries),
  )
}

/** Of whom absences are answered hears within a few reads of them, whatever becomes of clockings. */
export const absencesInTime: Invariant = function* (context) {
  const { people, observed, plan } = context
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const believed = believedRosters(observed.answers, observed.written)
  const asking = askingOf(observed.answers)
  const failures = failuresOf(observed.answers, 'absences')
  const between =
    Math.max(...plan.deployments.map(({ deployment }) => deployment.absencesEverySeconds)) * second
  const struck = new Set([
    ...answeredNothing(observed.answers),
    ...observed.answers.flatMap(({ process, failure }) =>
      failure !== null && ofEverything.includes(failure) ? [process] : [],
    ),
  ])
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
    const missed = missedBy(observed, person.id)
    const seenOn = rosters.filter(({ process }) => !missed.has(process))
    const told = context.toldOf(person.id)
    const byAbsence = toldOfAbsences(told)
    const stories = absenceStoriesOf(context, person.id)
    const late = new Set<string>()
    for (let n = 0; n + enough <= usable.length; n++) {
      const polls = usable.slice(n, n + enough).map(({ poll }) => poll)
      const span = spanOf(polls)
      const before = seenOn.filter(({ to }) => to <= span.from)
      if (!isMember(person.id, before, hasLeft(told, span.from))) continue
      if (!isWell(context, person, span, failures.get(person.id) ?? [], rosters)) continue
      const looks = context.looks.absences.get(person.id) ?? []
      for (const absence of lastingThrough(context, person, looks, span)) {
        const { id } = absence
        const story = stories.get(id)
        // What contradicts itself is another matter.
        if (late.has(id) || (story === undefined && byAbsence.has(id))) continue
        if (isKnownBy(story ?? [], byAbsence.get(id) ?? [], absence, span.to)) continue
        late.add(id)
        const processes = polls.map(({ process }) => process).join(', ')
        const message = `absence ${id} lasted from ${utc(span.from)} to ${utc(span.to)} and none of ${processes} told so`
        yield { employeeId: person.id, message }
      }
    }
  }
}
