import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { nameOfType } from '../../routing/matching.ts'
import { recordsFollowed, recordsNotified } from './records.ts'
import { changesWhatWasSaid, type ToldEarlier } from './what-was-said.ts'

/** What a destination that was notified of a record hears of it again: that it was corrected, or is settled. */
export type FollowUp = 'correction' | 'all-clear'

/** What is told of clockings, of absences, and of who is employed: all of it may follow on some of it. */
const ofClockings: readonly EventName[] = [
  'clocked-in',
  'clocked-out',
  'break-started',
  'break-ended',
  'clocking-amended',
  'clocking-removed',
  'clocking-overdue',
  'break-overdue',
  'clocked-in-while-absent',
]
const ofAbsences: readonly EventName[] = [
  'absence-started',
  'absence-ended',
  'absence-amended',
  'absence-withdrawn',
  'clocked-in-while-absent',
  'return-overdue',
]
/** As which it is noted that somebody who left was told to be back. */
export const toldAsBack = 'again'
const ofEmployment: readonly EventName[] = ['employee-joined', 'employee-left']

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

/** What shows that something is there after all that was told as gone: of a correction, a break that it took away. */
const backBy: Partial<Record<EventName, EventName>> = {
  'clocking-removed': 'clocked-in',
  'clocking-amended': 'break-started',
  'absence-withdrawn': 'absence-started',
  'employee-left': 'employee-joined',
}

/** Whether an event may show that something is there after all: by its type, which is news as well. */
export const mayBringBack = (event: AttendanceEvent): boolean =>
  Object.values(backBy).includes(nameOfType(event))

/** What corrects one of these types, or shows that it is there after all, whichever of them rules name. */
const correcting: readonly (readonly [readonly EventName[], readonly EventName[]])[] = [
  [ofClockings, ['clocking-amended', 'clocking-removed', 'clocked-in', 'break-started']],
  [ofAbsences, ['absence-amended', 'absence-withdrawn', 'absence-started']],
  [ofEmployment, ofEmployment],
]

/** Types that follow on what rules want, whether or not they name them. */
export const followingTypes = (types: readonly EventName[]): EventName[] => [
  ...correcting.flatMap(([those, following]) =>
    types.some((type) => those.includes(type)) ? following : [],
  ),
  ...types.flatMap((type) => settledBy[type] ?? []),
]

/** Whether an event may follow on something that rules want. What was so before the first run does not. */
export const isFollower = (event: AttendanceEvent, names: readonly EventName[]): boolean =>
  !event.baseline && followingTypes(names).includes(nameOfType(event))

/** What takes back that something is gone, or is there: who leaves and joins may do both. */
const takenBackBy: typeof backBy = { ...backBy, 'employee-joined': 'employee-left' }

/** Whether an event shows that something is there after all that another one of the same person told as gone, or is gone again. */
export const takesBack = (event: AttendanceEvent, earlier: AttendanceEvent): boolean =>
  takenBackBy[nameOfType(earlier)] === nameOfType(event) &&
  event.subject === earlier.subject &&
  event.sequence > earlier.sequence &&
  recordsFollowed(event).some((id) => recordsNotified(earlier).includes(id))

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
 * @param record that
 */
export const corrects = (
  event: AttendanceEvent,
  notified: readonly ToldEarlier[],
  record: string,
): boolean => {
  switch (nameOfType(event)) {
    case 'clocking-removed':
      return notified.length > 0
    case 'clocking-amended':
      return changesWhatWasSaid(event, notified, record)
    case 'absence-amended':
      return changesWhatWasSaid(event, notified, record)
    case 'absence-withdrawn':
      return notified.some(({ type }) => type !== 'absence-withdrawn' && ofAbsences.includes(type))
    case 'employee-left':
      // Who joined and left is no mistake, but to whoever read that they were back.
      return notified.some(({ parts }) => parts?.includes(toldAsBack))
    default:
      return notified.some(({ type }) => backBy[type] === nameOfType(event))
  }
}
