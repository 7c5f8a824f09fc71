import type { AttendanceEvent } from '../attendance/events/events.ts'
import { redactAbsence } from '../attendance/events/privacy.ts'
import type { Privacy } from '../attendance/rules.ts'
import type { KnownAbsence, KnownClocking } from '../attendance/state/state.ts'
import type { Show } from './where.ts'

const privacyOf = (show: Show): Privacy => ({
  absences: show,
  notes: false,
  emails: false,
  payrollNumbers: false,
})

const shownAbsence = <
  T extends KnownAbsence & { id: string; employeeId: string; timeZone?: string | undefined },
>(
  { id, employeeId, timeZone, ...known }: T,
  privacy: Privacy,
) => ({
  id,
  employeeId,
  ...(timeZone !== undefined && { timeZone }),
  ...redactAbsence(known, privacy),
})

const shownClocking = <T extends KnownClocking>({ note, ...clocking }: T, { notes }: Privacy) => ({
  ...clocking,
  ...(notes && note !== undefined && { note }),
})

/** The fields of an absence that each level shows, for the changes of one. */
const shownFields: Record<Exclude<Show, 'full'>, readonly string[]> = {
  opaque: ['start', 'end', 'timeZone'],
  category: ['start', 'end', 'timeZone', '$type'],
}

/** Only of a sickness is a return expected: that it is overdue shows what the absence is. */
export const isOfSicknessAlone = (type: AttendanceEvent['type']): boolean =>
  type === 'attendance.return-overdue'

/** What is shown of the fields that an event says have changed. */
type IsShown = (field: string, type: AttendanceEvent['type']) => boolean

const redacted = (
  event: AttendanceEvent,
  privacy: Privacy,
  isShown: IsShown,
): AttendanceEvent | null => {
  if (privacy.absences === 'opaque' && isOfSicknessAlone(event.type)) return null
  const { email, payrollNumber, ...employee } = event.data.employee
  const data = {
    ...event.data,
    employee: {
      ...employee,
      ...(privacy.emails && email !== undefined && { email }),
      ...(privacy.payrollNumbers && payrollNumber !== undefined && { payrollNumber }),
    },
    ...('clocking' in event.data && { clocking: shownClocking(event.data.clocking, privacy) }),
    ...('absence' in event.data && { absence: shownAbsence(event.data.absence, privacy) }),
  }
  // Only optional keys were left out, so the event is still of its type.
  if (!('changes' in event.data)) return { ...event, data } as AttendanceEvent
  const changes = event.data.changes.filter(({ field }) => isShown(field, event.type))
  return changes.length === 0 ? null : ({ ...event, data: { ...data, changes } } as AttendanceEvent)
}

const privateFields = ['email', 'payrollNumber']

/** A clocking's note may say why somebody left, so only `full` shows that it changed; what it says, no route. */
const isShownTo =
  (show: Show): IsShown =>
  (field, type) => {
    if (privateFields.includes(field)) return false
    if (show === 'full') return true
    if (type === 'attendance.absence-amended') return shownFields[show].includes(field)
    return field !== 'note'
  }

/**
 * An event as a route may show it: of an absence no more than `show`, of a person the name
 * and the job, of a clocking not the note. The topic's own privacy was applied before and is the upper bound.
 * @returns null where nothing that may be shown has changed, or it shows the kind of an absence
 */
export const redactEvent = (event: AttendanceEvent, show: Show): AttendanceEvent | null =>
  redacted(withoutNotes(event), privacyOf(show), isShownTo(show))

/** What the note of a clocking was and is, is in no clocking that a route is shown, and in no change of one either. */
const withoutNotes = (event: AttendanceEvent): AttendanceEvent => {
  if (event.type !== 'attendance.clocking-amended') return event
  const changes = event.data.changes.map((change) =>
    change.field === 'note' ? { ...change, before: null, after: null } : change,
  )
  return { ...event, data: { ...event.data, changes } }
}

/**
 * An event of the log as it may be shown now: `privacy` may have become stricter since it was published.
 * @returns null where it would not be published at all
 */
export const asPublishedNow = (event: AttendanceEvent, privacy: Privacy): AttendanceEvent | null =>
  redacted(event, privacy, (field, type) => {
    if (field === 'email') return privacy.emails
    if (field === 'payrollNumber') return privacy.payrollNumbers
    if (type === 'attendance.absence-amended')
      return privacy.absences === 'full' || shownFields[privacy.absences].includes(field)
    return field !== 'note' || privacy.notes
  })
