import { epochMs, second, utc } from '../../../lib/attendance/moments.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import { matches } from './clocking-story.ts'
import { storiesOf } from './clockings-add-up.ts'
import type { Context, Invariant } from './context.ts'
import { type Success, successesOf } from './successes.ts'

const margin = 2 * second

/** The clockings that a poll could not but see: shown all the while, active in its window. */
const visibleAt = (person: Person, { from, to, hidden, now, floor }: Success): Clocking[] =>
  [...person.clockings].flatMap(([id, versions]) => {
    const [clocking, ...changes] = shownWithin(versions, from, to)
    if (clocking == null || changes.length > 0 || hidden.has(id)) return []
    const { start, end } = clocking
    const isInside =
      epochMs(start) < now - margin && (end === null || epochMs(end) > floor + margin)
    return isInside ? [clocking] : []
  })

const moments = ({ start, end, breaks }: Clocking): number[] =>
  [start, end, ...breaks.flatMap((each) => [each.start, each.end])]
    .filter((moment) => moment !== null)
    .map(epochMs)

/** Whether all of it was so before the first run, and no poll has seen it otherwise. */
const isNoNews = (
  { baselineAt, isBaselined, personOf }: Context,
  clocking: Clocking,
  first: Success,
): boolean => {
  const shownSince = personOf
    .get(clocking.employeeId)
    ?.clockings.get(clocking.id)
    ?.findLast(({ record }) => record === clocking)?.from
  return (
    isBaselined(clocking.employeeId) &&
    Math.max(...moments(clocking)) <= baselineAt &&
    shownSince !== undefined &&
    shownSince <= first.to
  )
}

/**
 * What a successful poll saw is told, be it corrected or gone by the next one; and in the end
 * what was told last is what is.
 */
export const clockingsTold: Invariant = function* (context) {
  const firsts = new Map<string, Success>()
  const lasts = new Map<string, Success>()
  for (const success of successesOf(context)) {
    const { employeeId } = success
    const person = context.personOf.get(employeeId)
    if (person === undefined) continue
    const first = firsts.get(employeeId) ?? success
    firsts.set(employeeId, first)
    lasts.set(employeeId, success)
  }
  const stories = new Map(context.people.map(({ id }) => [id, storiesOf(context, id)]))
  for (const success of successesOf(context)) {
    const { employeeId, poll } = success
    const person = context.personOf.get(employeeId)
    const first = firsts.get(employeeId)
    if (person === undefined || first === undefined) continue
    const isLast = lasts.get(employeeId) === success
    for (const clocking of visibleAt(person, success)) {
      const views = stories.get(employeeId)?.get(clocking.id)
      if (views === undefined && isNoNews(context, clocking, first)) continue
      const known = isLast ? (views ?? []).slice(-1) : (views ?? [])
      if (known.some((view) => matches(view, clocking))) continue
      const seen = `${poll.process} saw it at ${utc(success.from)}`
      const message = `clocking ${clocking.id} was never told as ${JSON.stringify(clocking)}; ${seen}`
      yield { employeeId, message }
    }
    if (isLast) yield* neverRemoved(person, success, stories.get(employeeId) ?? new Map())
  }
}

const neverRemoved = function* (
  person: Person,
  { now, to, poll }: Success,
  stories: ReturnType<typeof storiesOf>,
) {
  const windowFrom = now - poll.deployment.lookbackHours * 3_600_000
  for (const [id, views] of stories) {
    const view = views.at(-1)
    const [shown] = shownWithin(person.clockings.get(id) ?? [], to, to)
    if (view === undefined || view.end === undefined || shown != null) continue
    const isInside = view.end === null || view.end > windowFrom + margin
    if (view.isPresent && isInside)
      yield { employeeId: person.id, message: `clocking ${id} is gone and was not told as removed` }
  }
}
