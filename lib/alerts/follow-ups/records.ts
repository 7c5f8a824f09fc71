import type { AttendanceEvent } from '../../attendance/events/events.ts'

/** Of which records of the API an event is, by whose ids it is remembered who was notified of what. */

/**
 * The clocking or absence, or both, by which is remembered what follows on anything of them; of whoever joins or leaves, the
 * employee.
 */
export const recordsOf = ({ type, subject, data }: AttendanceEvent): string[] => [
  ...('clocking' in data ? [data.clocking.id] : []),
  ...('absence' in data ? [data.absence.id] : []),
  ...(type === 'attendance.employee-joined' || type === 'attendance.employee-left'
    ? [subject]
    : []),
]

type Amendment = Extract<AttendanceEvent, { type: 'attendance.clocking-amended' }>

/** The breaks that a correction takes away. */
const breaksRemoved = ({ data }: Amendment): string[] =>
  data.changes.flatMap(({ field, after }) => {
    const [first, id, edge] = field.split('.')
    return first === 'breaks' && edge === undefined && after === null && id !== undefined
      ? [id]
      : []
  })

/** The records that an event is about, by whose ids it is remembered who was notified of it. */
export const recordsNotified = (event: AttendanceEvent): string[] => {
  if ('break' in event.data) return [event.data.break.id]
  return event.type === 'attendance.clocking-amended'
    ? [...recordsOf(event), ...breaksRemoved(event)]
    : recordsOf(event)
}

/** The breaks of which a correction changes what was said: that was by the clock of the clocking's start. */
const breaksChanged = ({ data }: Amendment): string[] =>
  data.changes.flatMap(({ field }) => {
    const [first, id] = field.split('.')
    if (field === 'startTimeZone') return data.clocking.breaks.map((each) => each.id)
    return first === 'breaks' && id !== undefined ? [id] : []
  })

/** Breaks that a clock-out ends; the end of any other was an event of its own. */
const openBreaks = ({ breaks }: { breaks: readonly { id: string; end: string | null }[] }) =>
  breaks.filter(({ end }) => end === null).map(({ id }) => id)

/** The records of which an earlier event may be corrected or settled by an event, or taken back where it told one as gone. */
export const recordsFollowed = (event: AttendanceEvent): string[] => {
  switch (event.type) {
    case 'attendance.clocking-removed':
      return [event.data.clocking.id, ...event.data.clocking.breaks.map(({ id }) => id)]
    case 'attendance.clocked-out':
      return [event.data.clocking.id, ...openBreaks(event.data.clocking)]
    case 'attendance.clocking-amended':
      return [
        event.data.clocking.id,
        ...breaksChanged(event),
        ...(event.data.changes.some(({ field }) => field === 'end')
          ? openBreaks(event.data.clocking)
          : []),
      ]
    case 'attendance.clocked-in':
    case 'attendance.break-started':
    case 'attendance.break-ended':
    case 'attendance.absence-started':
    case 'attendance.absence-amended':
    case 'attendance.absence-withdrawn':
    case 'attendance.absence-ended':
    case 'attendance.employee-joined':
    case 'attendance.employee-left':
      return recordsNotified(event)
    default:
      return []
  }
}
