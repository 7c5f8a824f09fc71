import { absenceSpan } from '../../attendance/absences/absence-times.ts'
import { epochMs, utc } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import type { KnownRecords, ShownAbsence } from './records.ts'

/**
 * When an absence lasts, UTC: since when it was recorded as started, else by what the workday is now; null where that
 * cannot be known.
 */
const lastingOf = (absence: ShownAbsence, startedAt: string | undefined, workday: Workday) => {
  const span = absenceSpan(absence, absence.timeZone ?? workday.timeZone, workday)
  if (span === null) return null
  return { absence, since: startedAt ?? utc(span.start), until: span.end }
}

/** Absences with the moments since which they last, that which began last first; what cannot be known is left out. */
export const latestFirst = (
  absences: readonly ShownAbsence[],
  { startedAt }: Pick<KnownRecords, 'startedAt'>,
  workday: Workday,
) =>
  absences
    .map((absence) => lastingOf(absence, startedAt.get(absence.id), workday))
    .filter((each) => each !== null)
    .toSorted(
      (one, other) =>
        epochMs(other.since) - epochMs(one.since) || (one.absence.id < other.absence.id ? -1 : 1),
    )
