import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'

/** What sentences say of a record, so that it is known which changes make them wrong. */

/** A break that is no more, and its ends. */
const breaksShown = ['breaks', 'breaks.start', 'breaks.end']
const spanShown = ['start', 'end', 'timeZone', '$type']
const absenceShown = [...spanShown, 'displayName', 'reason', 'isCertified']
/** What only a sentence of a change says. */
const absenceChanges = ['estimatedReturn', 'note', 'duration', 'isPaid', 'paidDuration']

/** Which fields of a clocking or an absence a sentence of each type shows. */
const fieldsShown: Partial<Record<EventName, readonly string[]>> = {
  'clocked-in': ['start', 'startTimeZone'],
  'clocked-out': ['start', 'startTimeZone', 'end', 'endTimeZone'],
  'break-started': ['breaks', 'breaks.start', 'startTimeZone'],
  'break-ended': [...breaksShown, 'startTimeZone'],
  'clocking-amended': ['start', 'startTimeZone', 'end', 'endTimeZone', ...breaksShown, 'note'],
  'clocking-overdue': ['start', 'startTimeZone', 'end'],
  'break-overdue': [...breaksShown, 'startTimeZone', 'end'],
  'clocked-in-while-absent': ['start', 'startTimeZone', 'end', 'timeZone', '$type'],
  'absence-started': absenceShown,
  'absence-ended': absenceShown,
  'absence-amended': [...absenceShown, ...absenceChanges],
  'return-overdue': [...spanShown, 'estimatedReturn'],
}

const partOf = (field: string): string => field.split('.').slice(0, 2).join('.')

/** A field as sentences show it, of whichever break: `breaks.<id>.end` as `breaks.end`. */
const shownAs = (field: string): string => {
  const [first = '', , edge] = field.split('.')
  return edge === undefined ? first : `${first}.${edge}`
}

/** The parts that a sentence says of a change: a time is told by the clock of a zone. */
const partsSaid = (field: string): string[] => {
  const part = partOf(field)
  if (part === 'end') return [part, 'endTimeZone']
  return part === 'start' || part.startsWith('breaks.') ? [part, 'startTimeZone'] : [part]
}

/** The parts of a clocking that the sentence of a correction says, `start`, `breaks.<id>`; none of another event. */
export const partsCorrected = (event: AttendanceEvent): string[] =>
  event.type === 'attendance.clocking-amended'
    ? [...new Set(event.data.changes.flatMap(({ field }) => partsSaid(field)))]
    : []

/** What a sentence that somebody has read told: its type, and of a corrected clocking the parts, where they are known. */
export type ToldEarlier = { type: EventName; parts?: readonly string[] | undefined }

/** Whether a field is of another break than one that is a record by itself. */
const isOfAnotherBreak = (field: string, record: string, { data }: AttendanceEvent): boolean => {
  const [first, id] = field.split('.')
  return first === 'breaks' && id !== record && 'clocking' in data && data.clocking.id !== record
}

/**
 * Whether an event changes what sentences said; one that takes a whole record away does.
 * @param record of which they said it: a clocking, one of its breaks, or an absence
 */
export const changesWhatWasSaid = (
  event: AttendanceEvent,
  said: readonly ToldEarlier[],
  record: string,
): boolean => {
  if (!('changes' in event.data)) return true
  const changed = event.data.changes
    .filter(({ field }) => !isOfAnotherBreak(field, record, event))
    .map(({ field }) => ({ field: shownAs(field), part: partOf(field) }))
  return said.some(({ type, parts }) =>
    changed.some(
      ({ field, part }) => fieldsShown[type]?.includes(field) && parts?.includes(part) !== false,
    ),
  )
}
