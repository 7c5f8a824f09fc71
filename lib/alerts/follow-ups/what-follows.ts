import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { nameOfType } from '../../routing/matching.ts'
import { changesWhatWasSaid, type ToldEarlier } from './what-was-said.ts'

/** What a destination that was notified of a record hears of it again: that it was corrected, or is settled. */
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

/** What settles something that was overdue. */
const settledBy: Partial<Record<EventName, readonly EventName[]>> = {
  'clocking-overdue': ['clocked-out'],
  'break-overdue': ['break-ended', 'clocked-out'],
  'return-overdue': ['absence-ended'],
}

/** Types that follow on what rules want, whether or not they name them. */
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

/** The records that an event is about, by whose ids it is remembered who was notified of it. */
export const recordsNotified = (event: AttendanceEvent): string[] =>
  'break' in event.data ? [event.data.break.id] : recordsOf(event)

type Amendment = Extract<AttendanceEvent, { type: 'attendance.clocking-amended' }>

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

/** Whether an event may follow on something that rules want. What was so before the first run does not. */
export const isFollower = (event: AttendanceEvent, names: readonly EventName[]): boolean =>
  !event.baseline && followingTypes(names).includes(nameOfType(event))

/** The records of which an earlier event may be corrected or settled by an event. */
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

/** What was notified as overdue of one record, and an event settles. */
export const settledAmong = <Original extends { type: EventName }>(
  event: AttendanceEvent,
  notified: readonly Original[],
): Original[] => notified.filter(({ type }) => settledBy[type]?.includes(nameOfType(event)))

/** Whether an event puts an end to what another one of the same person said to be overdue. */
export const settles = (event: AttendanceEvent, overdue: AttendanceEvent): boolean => {
  const ends = settledBy[nameOfType(overdue)]
  return (
    ends?.includes(nameOfType(event)) === true &&
    event.subject === overdue.subject &&
    event.sequence > overdue.sequence &&
    recordsFollowed(event).some((id) => recordsNotified(overdue).includes(id))
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

/** What was notified as overdue of one record, and is open again by an event. */
export const reopenedAmong = <Original extends { type: EventName }>(
  event: AttendanceEvent,
  notified: readonly Original[],
): Original[] => {
  const ends = endsTakenBack(event)
  // The end of a break opens nothing else again; that of a clocking or an absence all of it.
  const isOpened = (type: EventName) => type === 'break-overdue' || ends.includes('end')
  return ends.length === 0 ? [] : notified.filter(({ type }) => settledBy[type] && isOpened(type))
}

/**
 * Whether an event corrects what somebody was notified of.
 * @param notified what they were notified of, of one record
 */
export const corrects = (event: AttendanceEvent, notified: readonly ToldEarlier[]): boolean => {
  switch (nameOfType(event)) {
    case 'clocking-removed':
      return notified.length > 0
    case 'clocking-amended':
      return changesWhatWasSaid(event, notified)
    case 'absence-amended':
      return changesWhatWasSaid(event, notified)
    case 'absence-withdrawn':
      return notified.some(({ type }) => ofAbsences.includes(type))
    default:
      return false
  }
}
