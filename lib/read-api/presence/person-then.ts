import { asUtc, type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import { clockingLastingAt, newestFirst } from '../../attendance/state/who-is-in.ts'
import type { PersonPresence } from '../answers.ts'
import { latestFirst } from './latest-absence.ts'
import type { KnownRecords, ShownAbsence } from './records.ts'

const absenceAt = (
  records: KnownRecords,
  at: EpochMs,
  workday: Workday,
): { absence: ShownAbsence; since: string } | undefined => {
  const known = [...records.absences.values()].filter((each) => each !== null)
  const found = latestFirst(known, records, workday).find(
    ({ since, until }) => epochMs(since) <= at && (until === null || until > at),
  )
  return found && { absence: found.absence, since: found.since }
}

/** Where somebody was at a moment, by what is known now; null where they were just out. */
export const personThen = (
  records: KnownRecords,
  at: EpochMs,
  workday: Workday,
): PersonPresence | null => {
  const { employee } = records
  const clockings = [...records.clockings].flatMap(([id, each]) =>
    each === null ? [] : [[id, each] as const],
  )
  const found = clockingLastingAt(newestFirst(clockings), at)
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
