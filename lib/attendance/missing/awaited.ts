import { isKnownBoundary } from '../absences/absence-times.ts'
import { epochMs } from '../moments.ts'
import type { Range } from '../snapshot.ts'
import type {
  KnownAbsence,
  KnownClocking,
  TrackedAbsence,
  TrackedClocking,
} from '../state/state.ts'
import type { UnreadRecords } from './unread-records.ts'

/** Whether a clocking is active in a range, and not at its edge alone. */
export const isActiveIn =
  ({ from, to }: Range) =>
  ({ start, end }: Pick<KnownClocking, 'start' | 'end'>): boolean =>
    epochMs(start) < to && (end === null || epochMs(end) > from)

/**
 * Whether an answer for a window must show a known clocking; one that was missing before stays
 * so until it is found.
 * @param unread since when it is not found where it was shown in a form that cannot be read, if it was
 */
export const isClockingAwaited = (
  { phase, known, missingSince, doubted }: TrackedClocking,
  window: Range,
  unread?: UnreadRecords['ids'][string],
): boolean =>
  phase === 'present' &&
  (missingSince !== null ||
    doubted.length > 0 ||
    isActiveIn(window)(known) ||
    (unread !== undefined && unread.missingSince !== null))

/** Dates, `YYYY-MM-DD`, inclusive. */
type Dates = { from: string; to: string }

/** Whether an absence reaches so far into the dates asked for that an answer must show it. */
export const isStrictlyInside = (
  { start, end }: Pick<KnownAbsence, 'start' | 'end'>,
  { from, to }: Dates,
): boolean =>
  isKnownBoundary(start) &&
  start.date < to &&
  (end === null || (isKnownBoundary(end) && end.date > from))

/** Whether an answer may show an absence for the dates asked for, the first and the last of them included. */
export const isAtAllInside = (
  { start, end }: Pick<KnownAbsence, 'start' | 'end'>,
  { from, to }: Dates,
): boolean =>
  isKnownBoundary(start) &&
  start.date <= to &&
  (end === null || (isKnownBoundary(end) && end.date >= from))

/** Whether an answer for some dates must show a known absence; likewise. */
export const isAbsenceAwaited = (
  { phase, known, missingSince, doubted }: TrackedAbsence,
  dates: Dates,
): boolean =>
  (phase === 'upcoming' || phase === 'started') &&
  (missingSince !== null || doubted.length > 0 || isStrictlyInside(known, dates))

/**
 * Likewise of one that has ended. Nothing is recorded where it is gone, but an answer that lacks it
 * lacks something all the same.
 */
export const isEndedShown = (
  { phase, known, missingSince }: TrackedAbsence,
  dates: Dates,
): boolean => phase === 'ended' && (missingSince !== null || isStrictlyInside(known, dates))
