import { absenceSpan } from '../../attendance/absences/absence-times.ts'
import { epochMs, utc } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import type { KnownRecords, ShownAbsence } from './records.ts'

type Recorded = Pick<KnownRecords, 'startedAt' | 'endedAt'>

/**
 * When an absence lasts, UTC: since when it was recorded as started, and until when as ended, else by what the workday is
 * now; null where that cannot be known.
 */
const lastingOf = (absence: ShownAbsence, recorded: Recorded, workday: Workday) => {
  const span = absenceSpan(absence, absence.timeZone ?? workday.timeZone, workday)
  if (span === null) return null
  const endedAt = recorded.endedAt.get(absence.id)
  return {
    absence,
    since: recorded.startedAt.get(absence.id) ?? utc(span.start),
    until: endedAt === undefined ? span.end : epochMs(endedAt),
  }
}

/** Absences with the moments since which they last, that which began last first; what cannot be known is left out. */
export const latestFirst = (
  absences: readonly ShownAbsence[],
  recorded: Recorded,
  workday: Workday,
) =>
  absences
    .map((absence) => lastingOf(absence, recorded, workday))
    .filter((each) => each !== null)
    .toSorted(
      (one, other) =>
        epochMs(other.since) - epochMs(one.since) || (one.absence.id < other.absence.id ? -1 : 1),
    )
