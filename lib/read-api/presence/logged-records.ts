import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { KnownRecords } from './records.ts'

const takingBack: readonly AttendanceEvent['type'][] = [
  'attendance.clocking-removed',
  'attendance.absence-withdrawn',
]

/**
 * What events say of each person, by id: of each clocking and absence the newest, in the order of
 * `sequence`, whatever order they come in.
 */
export const recordsIn = (events: readonly AttendanceEvent[]): Map<string, KnownRecords> => {
  const byPerson = new Map<string, KnownRecords>()
  for (const event of events.toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
    const { employee } = event.data
    const known = byPerson.get(event.subject)
    const { clockings, absences } = known ?? { clockings: new Map(), absences: new Map() }
    const isGone = takingBack.includes(event.type)
    if ('clocking' in event.data)
      clockings.set(event.data.clocking.id, isGone ? null : event.data.clocking)
    if ('absence' in event.data)
      absences.set(event.data.absence.id, isGone ? null : event.data.absence)
    byPerson.set(event.subject, { employee, clockings, absences })
  }
  return byPerson
}

/** What the log says of somebody, and the state: that is newer in what it still holds. */
export const together = (logged: KnownRecords | undefined, saved: KnownRecords): KnownRecords => ({
  employee: saved.employee,
  clockings: new Map([...(logged?.clockings ?? []), ...saved.clockings]),
  absences: new Map([...(logged?.absences ?? []), ...saved.absences]),
})
