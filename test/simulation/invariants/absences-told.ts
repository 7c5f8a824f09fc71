import { day, minute, utc } from '../../../lib/attendance/moments.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import { boundariesOf, spansOf, zonesOf } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant } from './context.ts'
import type { Success } from './successes.ts'

/** The absences that a poll could not but see, of those that it had to tell as started. */
const runningAt = (
  person: Person,
  { from, to, now, hidden }: Success,
  zones: readonly string[],
): { absence: Absence; isOver: boolean }[] =>
  [...person.absences].flatMap(([id, versions]) => {
    const [absence, ...changes] = shownWithin(versions, from, to)
    if (absence == null || changes.length > 0 || hidden.has(id)) return []
    const spans = spansOf(absence, zones)
    const isRunning = spans.length === zones.length && spans.every(({ start }) => start <= now)
    const isRecent = spans.every(({ end }) => end === null || end > now - day)
    const isOver = spans.every(({ end }) => end !== null && end <= now)
    return isRunning && isRecent ? [{ absence, isOver }] : []
  })

const isNoNews = (
  { isBaselined, baselineAt }: Context,
  person: Person,
  { id, start, end }: Absence,
  first: Success,
  zones: readonly string[],
): boolean => {
  const boundaries = boundariesOf({ start, end })
  const versions = person.absences.get(id) ?? []
  return (
    isBaselined(person.id) &&
    spansOf({ start, end }, zones).some((span) => span.start <= baselineAt) &&
    versions.some(
      ({ from, record }) =>
        from <= first.to && record !== null && boundariesOf(record) === boundaries,
    )
  )
}

/** An absence that had begun when a successful poll saw it is told as it stood; likewise its end. */
export const absencesTold: Invariant = function* (context) {
  const { people, plan } = context
  const stories = new Map(people.map(({ id }) => [id, absenceStoriesOf(context, id)]))
  const firsts = new Map<string, Success>()
  for (const success of context.successes) {
    const { employeeId, absences, poll } = success
    if (!absences) continue
    const first = firsts.get(employeeId) ?? success
    firsts.set(employeeId, first)
    const person = context.personOf.get(employeeId)
    if (person === undefined) continue
    const zones = zonesOf(person, plan.homeZone)
    for (const { absence, isOver } of runningAt(person, success, zones)) {
      const story = stories.get(employeeId)?.get(absence.id)
      if (story === undefined && isNoNews(context, person, absence, first, zones)) continue
      const views = (story ?? []).flat()
      const isTold = views.some(
        ({ phase, boundaries }) =>
          phase === null ||
          ((isOver ? phase === 'ended' : phase === 'started' || phase === 'ended') &&
            boundaries === boundariesOf(absence)),
      )
      if (isTold) continue
      const seen = `${poll.process} saw it at ${utc(success.to)}`
      const message = `absence ${absence.id} was never told as ${isOver ? 'ended' : 'started'} ${boundariesOf(absence)}; ${seen}`
      yield { employeeId, message }
    }
  }
  yield* neverWithdrawn(context, stories)
}

const neverWithdrawn = function* (
  context: Context,
  stories: ReadonlyMap<string, ReturnType<typeof absenceStoriesOf>>,
) {
  const lasts = new Map(
    context.successes.filter(({ absences }) => absences).map((each) => [each.employeeId, each]),
  )
  for (const [employeeId, { now, to, poll }] of lasts) {
    const person = context.personOf.get(employeeId)
    if (poll.endedAt < context.plan.to + 60 * minute || person === undefined) continue
    for (const [id, story] of stories.get(employeeId) ?? []) {
      const views = story.at(-1) ?? []
      const [shown] = shownWithin(person.absences.get(id) ?? [], to, to)
      if (shown != null || !views.every(({ phase }) => phase === 'started')) continue
      const [, end] = JSON.parse(views[0]?.boundaries ?? '[null,null]')
      if (end === null || Date.parse(end.date) > now)
        yield { employeeId, message: `absence ${id} is gone and was not told as withdrawn` }
    }
  }
}
