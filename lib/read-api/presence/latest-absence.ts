import { absenceSpan } from '../../attendance/absences/absence-times.ts'
import { epochMs, utc } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import type { ShownAbsence } from './records.ts'

/** When an absence lasts, UTC; null where that cannot be known. */
const lastingOf = (absence: ShownAbsence, workday: Workday) => {
  const span = absenceSpan(absence, absence.timeZone ?? workday.timeZone, workday)
  return span && { absence, since: utc(span.start), until: span.end }
}

/** Absences with the moments since which they last, that which began last first; what cannot be known is left out. */
export const latestFirst = (absences: readonly ShownAbsence[], workday: Workday) =>
  absences
    .map((absence) => lastingOf(absence, workday))
    .filter((each) => each !== null)
    .toSorted(
      (one, other) =>
        epochMs(other.since) - epochMs(one.since) || (one.absence.id < other.absence.id ? -1 : 1),
    )
