import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { mayHaveGone } from '../oracle/hidden.ts'
import { firstWhole, type Look } from '../oracle/looks.ts'
import { couldBeKnownGone, isLackedBy, isShownBy } from '../oracle/missing.ts'
import { day, type EpochMs, epochMs, utc } from '../oracle/moments.ts'
import { isWithin, owedClockings, seenIn } from '../oracle/owed-clockings.ts'
import {
  isEmployedAt,
  type Person,
  shownAt,
  shownWithin,
  type Versions,
} from '../organisation/history.ts'
import { matches } from './clocking-story.ts'
import { storiesOf } from './clockings-add-up.ts'
import type { Context, Invariant } from './context.ts'
import { whereItWasMoved } from './moved-while-broken.ts'
import { isNoNews } from './no-news.ts'

/**
 * What an answer that was put to use owes is told, be it corrected or gone by the next one;
 * and in the end what was told last is what is.
 */
export const clockingsTold: Invariant = function* (context) {
  const { people, looks, plan, tolerance } = context
  for (const person of people) {
    const ofPerson = looks.clockings.get(person.id) ?? []
    const first = firstWhole(ofPerson)
    // Nothing changes any more by then; whoever has left is not asked about.
    const last = ofPerson.findLast(({ from, isSure }) => isSure && from > plan.to)
    const stories = storiesOf(context, person.id)
    const missed = new Set<string>()
    for (const { clocking, look, isConfirmed } of owedClockings(person, ofPerson, tolerance)) {
      const { id } = clocking
      const story = stories.get(id)
      if (missed.has(id)) continue
      // What was told as removed, rightly or not, is back once a second answer says so.
      const before = story?.slice(1).findLast(({ at }) => at <= look.from)
      if (!isConfirmed && before?.view.isPresent === false) continue
      const isSilence = story === undefined || look !== last
      if (isSilence && isNoNews(context, person, clocking, first)) continue
      const known = look === last ? story?.slice(-1) : story
      if (known?.some(({ view }) => matches(view, clocking))) continue
      missed.add(id)
      const seen = `${look.poll.process} was answered at ${utc(look.from)}`
      const message = `clocking ${id} was never told as ${JSON.stringify(clocking).slice(0, 500)}; ${seen}`
      yield { employeeId: person.id, message }
    }
    if (last === undefined) continue
    yield* onceReadable(context, person, ofPerson, last, stories)
    yield* whereItWasMoved(context, person, ofPerson, last, stories)
    yield* neverRemoved(context, person, ofPerson, last, stories)
  }
}

const isShownStale = (looks: readonly Look[], id: string): boolean =>
  looks.some(
    ({ answers, isSure }) =>
      isSure && answers.some(({ lag, records }) => lag > 0 && records.has(id)),
  )

/**
 * What broke the contract when it was owed is told once it can be read, however late. An answer
 * in an outage is put to no use: what that showed is owed by the next one.
 */
const onceReadable = function* (
  context: Context,
  person: Person,
  looks: readonly Look[],
  last: Look,
  stories: ReturnType<typeof storiesOf>,
) {
  if (!isEmployedAt(person, last.from)) return
  for (const [id, versions] of person.clockings) {
    const bad = looks.findLast(
      ({ window, isSure }) => isSure && window.some(({ broken }) => broken.has(id)),
    )
    const clocking = seenIn(last, versions, id)
    if (bad === undefined || clocking === null) continue
    // The API said for long enough, twice and wrongly, that nothing was there.
    if (mayHaveGone(looks.slice(looks.indexOf(bad)), id)) continue
    // As a stale answer showed it, it could be read.
    if (isShownStale(looks.slice(looks.indexOf(bad) + 1), id)) continue
    // What has been something else since was told as that, or is to be.
    if (shownWithin(versions, bad.to, last.from).some((record) => record !== clocking)) continue
    const isReachable = isWithin(
      clocking,
      { from: last.from, floor: last.from - 89 * day },
      context.tolerance,
    )
    if (!isReachable || !isWithin(clocking, bad, context.tolerance)) continue
    if (isNoNews(context, person, clocking, firstWhole(looks))) continue
    const { view, at } = stories.get(id)?.at(-1) ?? {}
    if (view !== undefined && matches(view, clocking)) continue
    // What later answers lacked altogether was rightly told as removed.
    if (view?.isPresent === false && at !== undefined && at > bad.to) continue
    const message = `clocking ${id}, last broken at ${utc(bad.from)}, was not told once it could be read`
    yield { employeeId: person.id, message }
  }
}

/** Whether an answer that was put to use lacked what was gone by then, though its window reached it, and none since showed it, however stale. */
const wasMissed = (
  looks: readonly Look[],
  id: string,
  versions: Versions<Clocking>,
  end: EpochMs | null,
  tolerance: EpochMs,
): boolean => {
  const goneAt = versions.findLast(({ record }) => record === null)?.from
  const since = looks.slice(looks.findLastIndex((look) => isShownBy(look, id)) + 1)
  const isAfter = (moment: EpochMs): boolean => end === null || end > moment + tolerance
  return since.some(
    (look) =>
      look.isSure &&
      look.isSettled &&
      goneAt !== undefined &&
      look.from >= goneAt &&
      isAfter(look.floor) &&
      look.window.some(({ range }) => isAfter(epochMs(range.from))) &&
      isLackedBy(look, id, versions),
  )
}

/**
 * What is gone and was not told as removed. Of what began longer ago than the API can be asked
 * about nobody can say what became of it, unless that could be known before; of what was missed once that is to be told
 * however long it takes.
 */
const neverRemoved = function* (
  { observed, tolerance }: Context,
  { id: employeeId, clockings }: Person,
  looks: readonly Look[],
  { from, to, floor }: Look,
  stories: ReturnType<typeof storiesOf>,
) {
  for (const [id, story] of stories) {
    const view = story.at(-1)?.view
    const versions = clockings.get(id) ?? []
    const shown = shownAt(versions, to)
    if (view === undefined || view.end === undefined || shown !== null) continue
    if (!view.isPresent) continue
    const isInside = view.end === null || view.end > floor + tolerance
    if (!isInside && !wasMissed(looks, id, versions, view.end, tolerance)) continue
    const start = view.start ?? from
    const mayBeUnknown = !isInside || start < from - 89 * day
    if (mayBeUnknown && !couldBeKnownGone(looks, observed.answers, start, id, clockings, tolerance))
      continue
    yield { employeeId, message: `clocking ${id} is gone and was not told as removed` }
  }
}
