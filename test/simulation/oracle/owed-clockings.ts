import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Person, shownAt, shownWithin, type Versions } from '../organisation/history.ts'
import { mayHaveGone } from './hidden.ts'
import { isKept, type Look } from './looks.ts'
import { type EpochMs, epochMs } from './moments.ts'

/** A version of a clocking that an answer owes to subscribers. */
export type OwedClocking = {
  clocking: Clocking
  look: Look
  /** Whether two answers in a row show it. */
  isConfirmed: boolean
}

/** The one version that stood throughout a span, or null where it changed or there was none. */
const standing = <T>(versions: Versions<T>, from: EpochMs, to: EpochMs): T | null => {
  const [first, ...others] = shownWithin(versions, from, to)
  return others.length === 0 ? (first ?? null) : null
}

const sinceOf = <T>(versions: Versions<T>, record: T, by: EpochMs): EpochMs =>
  versions.findLast((each) => each.record === record && each.from <= by)?.from ?? by

/**
 * A value that every version since its first has, whichever of them were told; null only where
 * there never was another.
 */
const isNewOrStanding = (value: string | null, earlier: (string | null | undefined)[]): boolean => {
  const at = (text: string | null | undefined) => (text == null ? null : epochMs(text))
  const known = earlier.map(at)
  if (value === null) return known.every((each) => each === null)
  const first = known.indexOf(at(value))
  return first === -1 || known.slice(first).every((each) => each === at(value))
}

/** Whether a text is none that was there before another. */
const isNewOrStandingText = (
  text: string | null | undefined,
  earlier: readonly (string | null | undefined)[],
): boolean => {
  const known = earlier.map((each) => each ?? null)
  const first = known.indexOf(text ?? null)
  return first === -1 || known.slice(first).every((each) => each === (text ?? null))
}

/**
 * Whether a version takes nothing back that may have been told: then one answer is enough.
 * What does so (an end or a break that vanishes, an earlier value that returns, a clocking
 * that is there again) is owed once two answers in a row agree.
 * @param stale what stale answers showed once more since
 */
export const isForward = (
  versions: Versions<Clocking>,
  clocking: Clocking,
  by: EpochMs,
  stale: Versions<Clocking>,
): boolean => {
  const until = versions.findLastIndex(({ from, record }) => record === clocking && from <= by)
  const earlier = [...versions.slice(0, Math.max(0, until)), ...stale]
    .toSorted((a, b) => a.from - b.from)
    .map(({ record }) => record)
  if (earlier.includes(null)) return false
  const before = earlier.flatMap((each) => each ?? [])
  const ids = new Set(before.flatMap(({ breaks }) => breaks.map(({ id }) => id)))
  const ofBreak = (id: string) => before.map(({ breaks }) => breaks.find((each) => each.id === id))
  return (
    isNewOrStandingText(
      clocking.note,
      before.map(({ note }) => note),
    ) &&
    isNewOrStanding(
      clocking.start,
      before.map(({ start }) => start),
    ) &&
    isNewOrStanding(
      clocking.end,
      before.map(({ end }) => end),
    ) &&
    [...ids].every((id) => clocking.breaks.some((each) => each.id === id)) &&
    clocking.breaks.every(({ id, start, end }) => {
      const known = ofBreak(id)
      if (known.every((each) => each === undefined)) return true
      return (
        isNewOrStanding(
          start,
          known.map((each) => each?.start),
        ) &&
        isNewOrStanding(
          end,
          known.map((each) => each?.end),
        )
      )
    })
  )
}

/** Whether something is within what an answer owes: active after its floor, and begun. */
export const isWithin = (
  { start, end }: { start: string; end: string | null },
  { from, floor }: Pick<Look, 'from' | 'floor'>,
  tolerance: number,
): boolean =>
  epochMs(start) < from - tolerance && (end === null || epochMs(end) > floor + tolerance)

/** What an answer showed, or would have shown had it been asked for all that is owed. */
export const seenIn = (look: Look, versions: Versions<Clocking>, id: string): Clocking | null => {
  const clocking = standing(versions, look.from, look.to)
  if (clocking === null) return null
  return isKept(look, id, sinceOf(versions, clocking, look.from)) ? null : clocking
}

/** Whether a stale answer of a look showed another version than the one that stood then. */
const isStaleOf = ({ answers }: Look, versions: Versions<Clocking>, clocking: Clocking): boolean =>
  answers.some(({ lag, from }) => lag > 0 && shownAt(versions, from - lag) !== clocking)

/** The versions of a clocking that stale answers showed once more, as they came; null for none. */
const shownStale = (versions: Versions<Clocking>, earlier: readonly Look[]): Versions<Clocking> => {
  const first = versions[0]?.from ?? Number.POSITIVE_INFINITY
  return earlier
    .flatMap(({ answers }) => answers)
    .filter(({ lag, from }) => lag > 0 && from > first)
    .map(({ lag, from }) => ({ from, record: shownAt(versions, from - lag) }))
}

/**
 * Every version that a person's answers owe: one that stood throughout an answer that was put
 * to use, within its lookback, and takes nothing back; or throughout two in a row.
 */
export const owedClockings = (
  person: Person,
  looks: readonly Look[],
  tolerance: number,
): OwedClocking[] =>
  looks.flatMap((look, n) => {
    if (!look.isSure) return []
    const before = looks[n - 1]
    return [...person.clockings].flatMap(([id, versions]) => {
      const clocking = seenIn(look, versions, id)
      if (clocking === null || !isWithin(clocking, look, tolerance)) return []
      const isConfirmed =
        before?.isSure === true &&
        !isStaleOf(before, versions, clocking) &&
        seenIn(before, versions, id) === clocking &&
        isWithin(clocking, before, tolerance) &&
        standing(versions, before.from, look.to) === clocking
      const isBack = (): boolean => {
        const earlier = looks.slice(0, n)
        const stale = shownStale(versions, earlier)
        return !isForward(versions, clocking, look.from, stale) || mayHaveGone(earlier, id)
      }
      return isConfirmed || !isBack() ? [{ clocking, look, isConfirmed }] : []
    })
  })
