import { absenceSpan } from '../../attendance/absences/absence-times.ts'
import { asUtc, type EpochMs, utc } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import { clockingLastingAt } from '../../attendance/state/who-is-in.ts'
import type { PersonPresence } from '../answers.ts'
import type { KnownRecords, ShownAbsence } from './records.ts'

const absenceAt = (
  { absences }: KnownRecords,
  at: EpochMs,
  workday: Workday,
): { absence: ShownAbsence; since: string } | undefined => {
  for (const absence of absences.values()) {
    const span = absence && absenceSpan(absence, absence.timeZone ?? workday.timeZone, workday)
    if (span && span.start <= at && (span.end === null || span.end > at))
      return { absence, since: utc(span.start) }
  }
  return undefined
}

/** Where somebody was at a moment, by what is known now; null where they were just out. */
export const personThen = (
  records: KnownRecords,
  at: EpochMs,
  workday: Workday,
): PersonPresence | null => {
  const { employee } = records
  const clockings = [...records.clockings.values()].filter((each) => each !== null)
  const found = clockingLastingAt(clockings, at)
  const away = absenceAt(records, at, workday)
  if (found !== undefined)
    return {
      employee,
      presence: found.pause === undefined ? 'in' : 'on-break',
      since: asUtc((found.pause ?? found.clocking).start),
      ...(away && { absence: away.absence }),
    }
  return away ? { employee, presence: 'absent', ...away } : null
}
