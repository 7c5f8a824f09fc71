import type { EpochMs } from '../moments.ts'
import type { TrackedAbsence } from '../state/state.ts'
import { type AbsenceSpan, isEmptySpan } from './absence-times.ts'

/** The mark of an absence that was recorded as started, and then put off: whoever was told of it goes by that. */
export const putOff = 'put-off'

/** The mark of the revision with which an absence began to last that was moved since, and lasted all the while. */
const lasting = 'lasting:'

/** The revision with which an absence began to last, whatever of its times was corrected since. */
export const lastsSince = ({
  raised,
  revision,
}: Pick<TrackedAbsence, 'raised' | 'revision'>): number => {
  const mark = raised.find((each) => each.startsWith(lasting))
  return mark === undefined ? revision : Number(mark.slice(lasting.length))
}

/** What was raised of an absence that is moved: what calls for attention while it lasts does so once. */
export const raisedAfterMove = (
  before: Pick<TrackedAbsence, 'phase' | 'raised' | 'revision'>,
  phase: TrackedAbsence['phase'],
): string[] => {
  const others = before.raised.filter((each) => !each.startsWith(lasting))
  const goesOn = phase === 'started' && before.phase === 'started'
  return goesOn ? [...others, `${lasting}${lastsSince(before)}`] : others
}

/** Whether subscribers know of an absence that has not started, or not again. */
export const isPutOff = ({ phase, raised }: Pick<TrackedAbsence, 'phase' | 'raised'>): boolean =>
  phase === 'upcoming' && raised.includes(putOff)

/** Whether nothing of an absence was ever recorded, so that it may change freely. */
export const isUnknown = (absence: TrackedAbsence): boolean =>
  absence.phase === 'upcoming' && !isPutOff(absence)

/**
 * Whether an absence begins after it was over, so that it does so again. Both times go by one clock, whichever it ended by.
 * @param before the span that its times had
 * @param span the one that they have now
 */
const isAfter = (before: AbsenceSpan | null, span: AbsenceSpan | null, now: EpochMs): boolean =>
  before !== null &&
  span !== null &&
  span.start > before.start &&
  span.start >= (before.end ?? now) &&
  !isEmptySpan(span)

/**
 * Where an absence that was recorded as started or ended stands after a correction of its times. One that was
 * put off, or had ended and was moved to after that, starts again by its local clock.
 * @param moved the spans that its times have by the clock of now, before the correction and after it
 * @param span the one that it has now, of which what was recorded holds
 */
export const phaseAfter = (
  phase: TrackedAbsence['phase'],
  moved: { from: AbsenceSpan | null; to: AbsenceSpan | null },
  span: AbsenceSpan | null,
  now: EpochMs,
): TrackedAbsence['phase'] => {
  if (span === null || phase === 'upcoming') return phase
  const isAgain = phase === 'ended' && isAfter(moved.from, moved.to, now)
  if (span.start > now || isAgain) return 'upcoming'
  return span.end === null || span.end > now ? 'started' : phase
}
