import type { AttendanceEvent } from '../attendance/events/events.ts'
import { redactAbsence } from '../attendance/events/privacy.ts'
import type { Privacy } from '../attendance/rules.ts'
import type { KnownAbsence, KnownClocking } from '../attendance/state/state.ts'
import { kindIn } from './matching.ts'
import type { Show, ShowOfKind } from './where.ts'

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

const asKind = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** What an absence was by its kind, and what it is, each where that may be shown. */
const kindChanged = (event: AttendanceEvent, show: ShowOfKind): AttendanceEvent => {
  if (event.type !== 'attendance.absence-amended') return event
  const shown = <Value>(value: Value) => (show(asKind(value)) === 'opaque' ? null : value)
  const changes = event.data.changes.flatMap((change) => {
    if (change.field !== '$type') return [change]
    const [before, after] = [shown(change.before), shown(change.after)]
    return before === null && after === null ? [] : [{ ...change, before, after }]
  })
  return { ...event, data: { ...event.data, changes } }
}

/** The kind that an absence was of before an event; what it is where that is no other. */
const kindBefore = (event: AttendanceEvent): string | undefined => {
  const changes = 'changes' in event.data ? event.data.changes : []
  const change = changes.find(({ field }) => field === '$type')
  return change === undefined ? kindIn(event) : asKind(change.before)
}

/** Whether an event says that an absence is no longer of a kind of which somebody may know. */
export const tellsFormerKind = (event: AttendanceEvent, show: ShowOfKind): boolean =>
  kindBefore(event) !== kindIn(event) && show(kindBefore(event)) !== 'opaque'

/**
 * An event as a route may show it: of an absence no more than `show`, of a person the name
 * and the job, of a clocking not the note. The topic's own privacy was applied before and is the upper bound.
 * @param show a level, or one for each kind of absence: of one that becomes another, what it was is shown by that of the
 *   first and what it is by that of the second, and what changed besides by both
 * @returns null where nothing that may be shown has changed, or it shows the kind of an absence
 */
export const redactEvent = (
  event: AttendanceEvent,
  show: Show | ShowOfKind,
): AttendanceEvent | null => {
  const ofKind = typeof show === 'function' ? show : () => show
  const [was, is] = [ofKind(kindBefore(event)), ofKind(kindIn(event))]
  return redacted(
    kindChanged(withoutNotes(event), ofKind),
    privacyOf(is),
    (field, type) =>
      (field === '$type' && type === 'attendance.absence-amended') ||
      (isShownTo(was)(field, type) && isShownTo(is)(field, type)),
  )
}

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
