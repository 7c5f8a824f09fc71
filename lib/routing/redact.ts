import type { AttendanceEvent } from '../attendance/events/events.ts'
import { redactAbsence } from '../attendance/events/privacy.ts'
import type { KnownAbsence, KnownClocking } from '../attendance/state/state.ts'
import type { Show } from './where.ts'

const privacyOf = (show: Show) => ({
  absences: show,
  notes: false,
  emails: false,
  payrollNumbers: false,
})

const shownAbsence = <
  T extends KnownAbsence & { id: string; employeeId: string; timeZone?: string | undefined },
>(
  { id, employeeId, timeZone, ...known }: T,
  show: Show,
) => ({
  id,
  employeeId,
  ...(timeZone !== undefined && { timeZone }),
  ...redactAbsence(known, privacyOf(show)),
})

const withoutNote = <T extends KnownClocking>({ note, ...clocking }: T) => clocking

/** The fields of an absence that each level shows, for the changes of one. */
const shownFields: Record<Exclude<Show, 'full'>, readonly string[]> = {
  opaque: ['start', 'end'],
  category: ['start', 'end', '$type'],
}

/** A clocking's note may say why somebody left, so only `full` shows that it changed. */
const isShown = (field: string, type: AttendanceEvent['type'], show: Show): boolean => {
  if (show === 'full') return true
  if (type === 'attendance.absence-amended') return shownFields[show].includes(field)
  return field !== 'note'
}

const privateFields = ['email', 'payrollNumber']

/** Only of a sickness is a return expected: that it is overdue shows what the absence is. */
export const isOfSicknessAlone = (type: AttendanceEvent['type']): boolean =>
  type === 'attendance.return-overdue'

/**
 * An event as a route may show it: of an absence no more than `show`, of a person the name
 * and the job. The topic's own privacy was applied before and is the upper bound.
 * @returns null where nothing that may be shown has changed, or it shows the kind of an absence
 */
export const redactEvent = (event: AttendanceEvent, show: Show): AttendanceEvent | null => {
  if (show === 'opaque' && isOfSicknessAlone(event.type)) return null
  const { email, payrollNumber, ...employee } = event.data.employee
  const data = {
    ...event.data,
    employee,
    ...('clocking' in event.data && { clocking: withoutNote(event.data.clocking) }),
    ...('absence' in event.data && { absence: shownAbsence(event.data.absence, show) }),
  }
  // Only optional keys were left out, so the event is still of its type.
  if (!('changes' in event.data)) return { ...event, data } as AttendanceEvent
  const changes = event.data.changes.filter(
    ({ field }) => isShown(field, event.type, show) && !privateFields.includes(field),
  )
  return changes.length === 0 ? null : ({ ...event, data: { ...data, changes } } as AttendanceEvent)
}
