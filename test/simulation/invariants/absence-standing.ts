import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { isKept, type Look } from '../oracle/looks.ts'
import { type EpochMs, utcDate } from '../oracle/moments.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import {
  type AbsenceView,
  boundariesOf,
  type OfAbsence,
  spansOf,
  type Span as Times,
  zonesOf,
} from './absence-story.ts'
import type { Context } from './context.ts'
import { overlap, type Span } from './told-in-time.ts'

/** How an absence stood all the while, as it stood, wherever its employee was. */
export type Standing = { absence: Absence; phase: 'started' | 'ended' }

/**
 * The absences that had started, or were over not long ago, all the while, as they stood, and that any answer would have
 * shown.
 */
export const standingThrough = (
  { plan, tolerance, baselineAt, lookback }: Context,
  person: Person,
  looks: readonly Look[],
  span: Span,
): Standing[] => {
  const zones = zonesOf(person, plan.homeZone)
  const within = looks.filter(({ from, to }) => overlap({ from, to }, span))
  return [...person.absences].flatMap(([id, versions]): Standing[] => {
    const [absence, ...changes] = shownWithin(versions, span.from, span.to)
    if (absence == null || changes.length > 0) return []
    const since = versions.findLast(({ record, from }) => record === absence && from <= span.from)
    if (within.some((look) => isKept(look, id, since?.from ?? span.from))) return []
    const spans = spansOf(absence, zones)
    const isNews = ({ start }: Times): boolean => start > baselineAt + tolerance
    const hasStarted = ({ start }: Times): boolean => start < span.from - tolerance
    const lasts = ({ end }: Times): boolean => end === null || end > span.to + tolerance
    const isOver = ({ start, end }: Times): boolean =>
      end !== null &&
      end > start &&
      end < span.from - tolerance &&
      end > span.to - lookback + tolerance
    if (!spans.every((each) => isNews(each) && hasStarted(each))) return []
    if (spans.every(lasts)) return [{ absence, phase: 'started' }]
    const isInReach = absence.end !== null && absence.end.date >= utcDate(span.to - lookback)
    return spans.every(isOver) && isInReach ? [{ absence, phase: 'ended' }] : []
  })
}

/**
 * The absences that were read as they stand before some polls, and stood so since: they start, and end, by the clock, where
 * the last that was asked about them has not failed.
 */
export const knownBefore = (
  person: Person,
  looks: readonly Look[],
  standing: readonly Standing[],
  span: Span,
  failures: readonly EpochMs[],
): Standing[] =>
  standing.filter(({ absence }) => {
    const { id } = absence
    const versions = person.absences.get(id) ?? []
    const read = looks.findLast(
      ({ isSure, isWhole, isSettled, to, answers }) =>
        isSure &&
        isWhole &&
        isSettled &&
        to < span.from &&
        answers.some(({ records }) => records.has(id)),
    )
    const answered = looks.findLast(({ to }) => to <= span.to)?.to ?? 0
    if (read === undefined || failures.some((at) => at > answered && at <= span.to)) return false
    const stood = shownWithin(versions, read.from, span.to)
    const began = versions.find(({ record }) => record === absence)?.from ?? read.from
    const since = looks.filter(({ from }) => from >= read.from && from <= span.to)
    return stood.every((each) => each === absence) && !since.some((look) => isKept(look, id, began))
  })

/** Whether subscribers knew by a moment how an absence stands, as it stands, or need not know, since that was no news. */
export const isKnownBy = (
  story: readonly (readonly AbsenceView[])[],
  told: readonly OfAbsence[],
  { absence, phase: due }: Standing,
  by: EpochMs,
): boolean => {
  const known = told.filter(({ origin, at }) => (origin?.savedAt ?? at) <= by)
  const boundaries = boundariesOf(absence)
  return (story[known.length] ?? []).some(
    ({ phase, boundaries: seen }) =>
      (phase === null && known.length > 0) || (phase === due && seen === boundaries),
  )
}
