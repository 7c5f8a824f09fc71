import { firstBelieved } from '../oracle/first-believed.ts'
import type { Look } from '../oracle/looks.ts'
import { minute, utc, utcDate } from '../oracle/moments.ts'
import { type OwedAbsence, owedAbsences } from '../oracle/owed-absences.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import {
  boundariesOf,
  isNever,
  isPutOff,
  type Span,
  spansOf,
  toldOfAbsences,
  zonesOf,
} from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant, Told } from './context.ts'

/** Whether nothing of an absence had been told by the time that a look's poll had done with it. */
const isUntoldBy = ({ to, poll }: Look, first: Told | undefined): boolean =>
  first === undefined ||
  (first.origin !== undefined && first.origin.process !== poll.process && first.origin.savedAt > to)

/**
 * Whether an absence stood as it is owed before the first run, and nothing of it was told since: that it had begun, or, where
 * it was over, or is told later as new, that it had ended.
 */
const isNoNews = (
  { isBaselined, baselineAt }: Context,
  person: Person,
  { absence, isOver, look }: OwedAbsence,
  firstLook: Look | undefined,
  zones: readonly string[],
  firstTold: Told | undefined,
): boolean => {
  const boundaries = boundariesOf(absence)
  const versions = person.absences.get(absence.id) ?? []
  const until = firstLook?.to ?? Number.POSITIVE_INFINITY
  const mustBeOver = isOver || firstTold !== undefined
  const wasSo = ({ start, end }: Span): boolean =>
    mustBeOver ? end !== null && end <= baselineAt : start <= baselineAt
  return (
    isBaselined(person.id) &&
    isUntoldBy(look, firstTold) &&
    spansOf(absence, zones).some((span) => !isNever(span) && wasSo(span)) &&
    versions.some(
      ({ from, record }) => from <= until && record !== null && boundariesOf(record) === boundaries,
    )
  )
}

/** An absence that had begun when an answer owed it is told as it stood; likewise its end. */
export const absencesTold: Invariant = function* (context) {
  const { people, plan, looks, tolerance } = context
  const firstOf = firstBelieved(people, looks.absences, 'absences')
  const stories = new Map(people.map(({ id }) => [id, absenceStoriesOf(context, id)]))
  for (const person of people) {
    const ofPerson = looks.absences.get(person.id) ?? []
    // What an answer that was put to no use, or was not to be believed, showed is not known.
    const first = firstOf(person.id)
    const zones = zonesOf(person, plan.homeZone)
    const missed = new Set<string>()
    const told = toldOfAbsences(context.toldOf(person.id))
    for (const owed of owedAbsences(person, ofPerson, zones, tolerance)) {
      const { absence, isOver, look } = owed
      const { id } = absence
      const story = stories.get(person.id)?.get(id)
      if (missed.has(id)) continue
      if (isNoNews(context, person, owed, first, zones, told.get(id)?.[0])) continue
      const boundaries = boundariesOf(absence)
      const phases = isOver ? ['ended'] : ['started', 'ended']
      const isTold = (story ?? [])
        .flat()
        .some(
          (view) =>
            view.phase === null || (phases.includes(view.phase) && view.boundaries === boundaries),
        )
      if (isTold) continue
      missed.add(id)
      const seen = `${look.poll.process} was answered at ${utc(look.from)}`
      const message = `absence ${id} was never told as ${isOver ? 'ended' : 'started'} ${boundaries}; ${seen}`
      yield { employeeId: person.id, message }
    }
  }
  yield* neverWithdrawn(context, stories)
  yield* neverEnded(context, stories)
}

/**
 * What is gone and was not told as withdrawn, however long ago it began. What is to come is asked about from the day
 * before on.
 */
const neverWithdrawn = function* (
  context: Context,
  stories: ReadonlyMap<string, ReturnType<typeof absenceStoriesOf>>,
) {
  for (const person of context.people) {
    const employeeId = person.id
    const looks = context.looks.absences.get(employeeId) ?? []
    const last = looks.findLast(({ isSure }) => isSure)
    if (last === undefined || last.poll.endedAt < context.plan.to + 60 * minute) continue
    const { from: now, to } = last
    for (const [id, story] of stories.get(employeeId) ?? []) {
      const views = story.at(-1) ?? []
      const versions = person.absences.get(id) ?? []
      const [shown] = shownWithin(versions, to, to)
      if (shown != null || !views.every((view) => view.phase === 'started' || isPutOff(view)))
        continue
      const [start, end] = JSON.parse(views[0]?.boundaries ?? '[null,null]')
      const isToCome = views.every(isPutOff) && start.date > utcDate(now)
      if (!isToCome && (end === null || Date.parse(end.date) > now))
        yield { employeeId, message: `absence ${id} is gone and was not told as withdrawn` }
    }
  }
}

/** What was told as started, and then given an end before that, and was not told as ended. */
const neverEnded = function* (
  { people, plan, looks }: Context,
  stories: ReadonlyMap<string, ReturnType<typeof absenceStoriesOf>>,
) {
  for (const person of people) {
    const employeeId = person.id
    const zones = zonesOf(person, plan.homeZone)
    const last = (looks.absences.get(employeeId) ?? []).findLast(({ isSure }) => isSure)
    if (last === undefined || last.poll.endedAt < plan.to + 60 * minute) continue
    for (const [id, story] of stories.get(employeeId) ?? []) {
      const views = story.at(-1) ?? []
      const [shown] = shownWithin(person.absences.get(id) ?? [], last.to, last.to)
      if (shown == null || !views.every(({ phase }) => phase === 'started')) continue
      const spans = spansOf(shown, zones)
      if (spans.every((span) => isNever(span) && span.start < last.from - 60 * minute))
        yield { employeeId, message: `absence ${id} holds for no time and was not told as ended` }
    }
  }
}
