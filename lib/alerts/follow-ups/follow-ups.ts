import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { nameOfType } from '../rules/rules.ts'

/** What a route was told of a record, and is told of it again: that it was corrected, or is settled. */
export type FollowUp = 'correction' | 'all-clear'

const ofClockings: readonly EventName[] = [
  'clocked-in',
  'clocked-out',
  'break-started',
  'break-ended',
  'clocking-amended',
  'clocking-overdue',
  'break-overdue',
  'clocked-in-while-absent',
]
const ofAbsences: readonly EventName[] = [
  'absence-started',
  'absence-ended',
  'absence-amended',
  'clocked-in-while-absent',
  'return-overdue',
]

/** Whether an event is by its type a correction of others. */
export const isCorrection = (event: AttendanceEvent): boolean =>
  ['clocking-amended', 'clocking-removed', 'absence-amended', 'absence-withdrawn'].includes(
    nameOfType(event),
  )

/** What settles something that was told as overdue. */
const settledBy: Partial<Record<EventName, readonly EventName[]>> = {
  'clocking-overdue': ['clocked-out'],
  'break-overdue': ['break-ended', 'clocked-out'],
  'return-overdue': ['absence-ended'],
}

/** Types that follow on what rules tell, whether or not they name them. */
export const followingTypes = (types: readonly EventName[]): EventName[] => [
  ...(types.some((type) => ofClockings.includes(type))
    ? (['clocking-amended', 'clocking-removed'] as const)
    : []),
  ...(types.some((type) => ofAbsences.includes(type))
    ? (['absence-amended', 'absence-withdrawn'] as const)
    : []),
  ...types.flatMap((type) => settledBy[type] ?? []),
]

/** The clocking or absence, or both, by which is remembered what follows on anything of them. */
export const recordsOf = ({ data }: AttendanceEvent): string[] => [
  ...('clocking' in data ? [data.clocking.id] : []),
  ...('absence' in data ? [data.absence.id] : []),
]

/** The records that an event tells of, by whose ids it is remembered that it was told. */
export const recordsTold = (event: AttendanceEvent): string[] =>
  'break' in event.data ? [event.data.break.id] : recordsOf(event)

const breaksChanged = ({ data }: AttendanceEvent): string[] =>
  'changes' in data
    ? data.changes.flatMap(({ field }) => {
        const [first, id] = field.split('.')
        return first === 'breaks' && id !== undefined ? [id] : []
      })
    : []

/** Breaks that a clock-out ends; the end of any other was an event of its own. */
const openBreaks = ({ breaks }: { breaks: readonly { id: string; end: string | null }[] }) =>
  breaks.filter(({ end }) => end === null).map(({ id }) => id)

/** Whether an event may follow on something that rules tell. What was so before the first run does not. */
export const isFollower = (event: AttendanceEvent, names: readonly EventName[]): boolean =>
  !event.baseline && followingTypes(names).includes(nameOfType(event))

/** The records of which something told before may be corrected or settled by an event. */
export const recordsFollowed = (event: AttendanceEvent): string[] => {
  const { data } = event
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
    case 'attendance.break-ended':
      return [event.data.break.id]
    case 'attendance.absence-amended':
    case 'attendance.absence-withdrawn':
    case 'attendance.absence-ended':
      return 'absence' in data ? [data.absence.id] : []
    default:
      return []
  }
}

/** Which fields of a clocking a sentence of each type tells. */
const fieldsTold: Partial<Record<EventName, readonly string[]>> = {
  'clocked-in': ['start', 'startTimeZone'],
  'clocked-out': ['start', 'end', 'endTimeZone', 'breaks'],
  'break-started': ['breaks'],
  'break-ended': ['breaks'],
  'clocking-amended': ['start', 'end', 'breaks'],
  'clocking-overdue': ['start', 'end'],
  'break-overdue': ['breaks', 'end'],
  'clocked-in-while-absent': ['start', 'end'],
}

const changesWhatWasTold = (event: AttendanceEvent, told: readonly EventName[]): boolean => {
  if (!('changes' in event.data)) return true
  const fields = event.data.changes.map(({ field }) => field.split('.')[0] ?? '')
  return told.some((type) => fields.some((field) => fieldsTold[type]?.includes(field)))
}

/** What was told as overdue of one record, and an event settles. */
export const settledAmong = <Told extends { type: EventName }>(
  event: AttendanceEvent,
  told: readonly Told[],
): Told[] => told.filter(({ type }) => settledBy[type]?.includes(nameOfType(event)))

/** Whether an event puts an end to what another one of the same person told as overdue. */
export const settles = (event: AttendanceEvent, overdue: AttendanceEvent): boolean => {
  const ends = settledBy[nameOfType(overdue)]
  return (
    ends?.includes(nameOfType(event)) === true &&
    event.subject === overdue.subject &&
    event.sequence > overdue.sequence &&
    recordsFollowed(event).some((id) => recordsTold(overdue).includes(id))
  )
}

/** The fields of the ends that an event takes back: `end`, `breaks.<id>.end`. */
const endsTakenBack = ({ data }: AttendanceEvent): string[] =>
  'changes' in data
    ? data.changes
        .filter(({ field, after }) => /(^|\.)end$/.test(field) && after === null)
        .map(({ field }) => field)
    : []

/** Whether an event takes back an end, by which something may be overdue again. */
export const takesBackAnEnd = (event: AttendanceEvent): boolean => endsTakenBack(event).length > 0

/** What was told as overdue of one record, and is open again by an event. */
export const reopenedAmong = <Told extends { type: EventName }>(
  event: AttendanceEvent,
  told: readonly Told[],
): Told[] => {
  const ends = endsTakenBack(event)
  // The end of a break opens nothing else again; that of a clocking or an absence all of it.
  const isOpened = (type: EventName) => type === 'break-overdue' || ends.includes('end')
  return ends.length === 0 ? [] : told.filter(({ type }) => settledBy[type] && isOpened(type))
}

/**
 * Whether an event corrects what somebody was told of its record.
 * @param told the types of what they were told of one record
 */
export const corrects = (event: AttendanceEvent, told: readonly EventName[]): boolean => {
  switch (nameOfType(event)) {
    case 'clocking-removed':
      return told.length > 0
    case 'clocking-amended':
      return changesWhatWasTold(event, told)
    case 'absence-amended':
    case 'absence-withdrawn':
      return told.some((type) => ofAbsences.includes(type))
    default:
      return false
  }
}
