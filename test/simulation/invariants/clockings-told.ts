import { epochMs, second, utc } from '../../../lib/attendance/moments.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import { matches } from './clocking-story.ts'
import { storiesOf } from './clockings-add-up.ts'
import type { Context, Invariant } from './context.ts'
import type { Success } from './successes.ts'

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

const visible = ({ start, end, breaks }: Clocking): string =>
  JSON.stringify([start, end, breaks.toSorted((a, b) => (a.id < b.id ? -1 : 1))])

/** Whether all of it was so before the first run, and stood so when a poll first looked. */
const isNoNews = (
  { baselineAt, isBaselined }: Context,
  person: Person,
  clocking: Clocking,
  first: Success,
): boolean => {
  const text = visible(clocking)
  const versions = person.clockings.get(clocking.id) ?? []
  return (
    isBaselined(person.id) &&
    Math.max(...moments(clocking)) <= baselineAt &&
    versions.some(
      ({ from, record }) => from <= first.to && record !== null && visible(record) === text,
    )
  )
}

/**
 * What a successful poll saw is told, be it corrected or gone by the next one; and in the end
 * what was told last is what is.
 */
export const clockingsTold: Invariant = function* (context) {
  const { people, successes, plan } = context
  for (const person of people) {
    const ofPerson = successes.filter(({ employeeId }) => employeeId === person.id)
    const first = ofPerson[0]
    if (first === undefined) continue
    // Nothing changes any more by then; whoever has left is not asked about.
    const last = ofPerson.findLast(({ from }) => from > plan.to)
    const stories = storiesOf(context, person.id)
    const missed = new Set<string>()
    for (const success of ofPerson)
      for (const clocking of visibleAt(person, success)) {
        const views = stories.get(clocking.id)
        if (missed.has(clocking.id)) continue
        const isSilence = views === undefined || success !== last
        if (isSilence && isNoNews(context, person, clocking, first)) continue
        const known = success === last ? views?.slice(-1) : views
        if (known?.some((view) => matches(view, clocking))) continue
        missed.add(clocking.id)
        const seen = `${success.poll.process} saw it at ${utc(success.from)}`
        const message = `clocking ${clocking.id} was never told as ${JSON.stringify(clocking)}; ${seen}`
        yield { employeeId: person.id, message }
      }
    if (last !== undefined) yield* neverRemoved(person, last, stories)
  }
}

const neverRemoved = function* (
  person: Person,
  { to, floor }: Success,
  stories: ReturnType<typeof storiesOf>,
) {
  for (const [id, views] of stories) {
    const view = views.at(-1)
    const [shown] = shownWithin(person.clockings.get(id) ?? [], to, to)
    if (view === undefined || view.end === undefined || shown != null) continue
    const isInside = view.end === null || view.end > floor + margin
    if (view.isPresent && isInside)
      yield { employeeId: person.id, message: `clocking ${id} is gone and was not told as removed` }
  }
}
