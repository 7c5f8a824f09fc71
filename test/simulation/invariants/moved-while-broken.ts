import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { firstWhole, type Look } from '../oracle/looks.ts'
import { day, epochMs, hour } from '../oracle/moments.ts'
import { mayHaveRunOut } from '../oracle/rounds.ts'
import { isEmployedAt, type Person, shownAt, shownWithin } from '../organisation/history.ts'
import { matches } from './clocking-story.ts'
import type { storiesOf } from './clockings-add-up.ts'
import type { Context } from './context.ts'
import { isNoNews } from './no-news.ts'

/** Looks enough, and for long enough, to find what was moved: it is looked for four times a day at least. */
const findable = { looks: 6, within: 7 * hour }

/** Of so many broken ones, whenever they were seen, each is known by its id: of more, only how many they are. */
const mostKnown = 90

/** How many have been broken, however long: those that the window has left behind are remembered, too. */
const brokenEver = (looks: readonly Look[]): number =>
  new Set(looks.flatMap(({ window }) => window.flatMap(({ broken }) => [...broken]))).size

/** Whether answers hid something, and it was told as removed then. */
const wasHiddenAway = (
  looks: readonly Look[],
  id: string,
  story: readonly { view: { isPresent: boolean }; at: number }[],
): boolean => {
  const { view, at } = story.at(-1) ?? {}
  if (view?.isPresent !== false || at === undefined) return false
  return looks.some(
    ({ from, answers }) => from < at && answers.some(({ hidden }) => hidden.has(id)),
  )
}

/** Whether the last reading of a window that shows a record shows it broken, and its id. */
const isBrokenIn = (window: Look['window'], id: string): boolean => {
  const last = window.findLast(({ records, broken }) => records.has(id) || broken.has(id))
  return last?.broken.has(id) === true && !last.nameless.has(id)
}

/**
 * Whether what ended at a moment may have been let go before it was broken: in the range of that look, which reaches
 * further back than what a poll before it, of which perhaps only a part was saved, leaves known.
 */
const mayBeLetGo = (
  end: string,
  looks: readonly Look[],
  index: number,
  lookback: number,
): boolean => {
  const before = looks.slice(0, index).findLast(({ isSure, isInParts }) => isSure || isInParts)
  const window = looks[index]?.window ?? []
  const from = Math.min(...window.map(({ range }) => epochMs(range.from)))
  return before !== undefined && epochMs(end) >= from && epochMs(end) < before.from - lookback
}

/** What broke the contract and was moved meanwhile is told where it is now, wherever the API still shows it. */
export const whereItWasMoved = function* (
  context: Context,
  person: Person,
  looks: readonly Look[],
  last: Look,
  stories: ReturnType<typeof storiesOf>,
) {
  const isInDozens = brokenEver(looks) > mostKnown
  if (!isEmployedAt(person, last.from) || isInDozens) return
  const firstAnswer = firstWhole(looks)
  for (const [id, versions] of person.clockings) {
    const index = looks.findLastIndex(
      ({ window, isSure, isSettled }) => isSure && isSettled && isBrokenIn(window, id),
    )
    const clocking = shownAt(versions, last.to)
    if (index === -1 || clocking?.end == null) continue
    // What a shorter lookback has let go, a longer one does not bring back.
    const before = looks.slice(0, index).findLast(({ isSure }) => isSure)?.from ?? 0
    const end = shownAt(versions, looks[index]?.from ?? last.from)?.end
    if (end != null && epochMs(end) < before - context.lookback) continue
    if (mayBeLetGo(clocking.end, looks, index, context.lookback)) continue
    const since = looks.slice(index + 1)
    // While a look everywhere fails in part, others find nothing.
    const failed = since.findLastIndex(({ isWhole }) => !isWhole)
    const telling = since
      .slice(failed + 1)
      .filter(
        ({ isSure, isWhole, answers, poll }) =>
          isSure &&
          isWhole &&
          !mayHaveRunOut(poll) &&
          answers.every(
            ({ hidden, lag, isComplete }) => isComplete && lag === 0 && !hidden.has(id),
          ),
      )
    const [first, enough] = [telling[0], telling[findable.looks - 1]]
    if (first === undefined || enough === undefined) continue
    if (last.from - first.from < findable.within) continue
    if (shownWithin(versions, first.from, last.to).length > 1) continue
    if (epochMs(clocking.end) < enough.from - 85 * day) continue
    if (isNoNews(context, person, clocking, firstAnswer)) continue
    const story = stories.get(id) ?? []
    if (story.some(({ view }) => matches(view, clocking))) continue
    if (wasHiddenAway(since, id, story)) continue
    // Found in between, where it was then: what moves it once more is a correction like any other.
    const broken = looks[index]?.to ?? last.to
    const readable = shownWithin(versions, broken, last.to).filter((record) => record !== null)
    const isFound = ({ view, at }: (typeof story)[number]): boolean =>
      at > broken && readable.some((record) => matches(view, record))
    if (story.some(isFound)) continue
    // Readable in the window since, if only a part of that was recorded: that is owed like any other. Or elsewhere, as
    // it was told before it was broken, or as it was before the first run, which is no news.
    const isKnown = ({ records }: Look['answers'][number]): boolean => {
      const record = records.get(id) as Clocking | undefined
      return (
        record !== undefined &&
        (story.some(({ view }) => matches(view, record)) ||
          isNoNews(context, person, record, firstAnswer))
      )
    }
    const isBack = since.some(
      ({ isSure, isInParts, window, answers }) =>
        (isSure || isInParts) &&
        (window.some(({ records }) => records.has(id)) || answers.some(isKnown)),
    )
    if (isBack) continue
    const message = `clocking ${id}, moved while it was broken, was never told where it is: ${JSON.stringify(clocking).slice(0, 300)}`
    yield { employeeId: person.id, message }
  }
}
