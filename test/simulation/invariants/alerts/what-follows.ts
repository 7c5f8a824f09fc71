import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { follows } from './wanted.ts'

/** How one event of somebody bears on what people were told of another, derived from the two alone. */

const nameOf = ({ type }: AttendanceEvent): string => type.slice('attendance.'.length)
const clockingOf = ({ data }: AttendanceEvent) => ('clocking' in data ? data.clocking : undefined)
const absenceOf = ({ data }: AttendanceEvent) => ('absence' in data ? data.absence : undefined)
const breakOf = ({ data }: AttendanceEvent) => ('break' in data ? data.break : undefined)

const isOf = (name: string, ...names: string[]): boolean => names.includes(name)

/** Whether two events are about one clocking or absence, or parts of it, or both about whether somebody is employed. */
const isOfSameRecord = (one: AttendanceEvent, other: AttendanceEvent): boolean => {
  const employmentOf = ({ type, subject }: AttendanceEvent) =>
    /employee-(joined|left)$/.test(type) ? subject : undefined
  const idsOf = (event: AttendanceEvent) => [
    clockingOf(event)?.id,
    absenceOf(event)?.id,
    employmentOf(event),
  ]
  const ids = idsOf(one).filter((id) => id !== undefined)
  return idsOf(other).some((id) => id !== undefined && ids.includes(id))
}

/** What is told of something that begins, and may have been told as gone before. */
const beginnings = ['clocked-in', 'break-started', 'absence-started', 'employee-joined']

/** Whether somebody left who had joined: that puts right what is known only to whoever had read before that they left. */
export const isGoneAgain = (original: AttendanceEvent, later: AttendanceEvent): boolean =>
  nameOf(original) === 'employee-joined' &&
  nameOf(later) === 'employee-left' &&
  original.sequence < later.sequence &&
  original.subject === later.subject

/** Whether an event shows that something is there that another one told as gone. */
export const isBackBy = (original: AttendanceEvent, later: AttendanceEvent): boolean => {
  const gone = nameOf(original)
  if (original.sequence >= later.sequence || !isOfSameRecord(original, later)) return false
  switch (nameOf(later)) {
    case 'clocked-in':
      return gone === 'clocking-removed'
    case 'break-started':
      return (
        original.type === 'attendance.clocking-amended' &&
        original.data.changes.some(
          ({ field, after }) => field === `breaks.${breakOf(later)?.id}` && after === null,
        )
      )
    case 'absence-started':
      return gone === 'absence-withdrawn'
    case 'employee-joined':
      return gone === 'employee-left'
    default:
      return false
  }
}

/** Whether an event says otherwise when something ended that is told as there again, with its end. */
export const isEndCorrectedBy = (original: AttendanceEvent, later: AttendanceEvent): boolean => {
  if (later.type !== 'attendance.clocking-amended' || !isOfSameRecord(original, later)) return false
  const fields = later.data.changes.map(({ field }) => field)
  if (original.type === 'attendance.clocked-in')
    return (
      original.data.clocking.end !== null &&
      fields.some((field) => isOf(field, 'end', 'endTimeZone'))
    )
  const { id = '', end = null } = breakOf(original) ?? {}
  return (
    original.type === 'attendance.break-started' &&
    end !== null &&
    fields.includes(`breaks.${id}.end`)
  )
}

/** Whether an event may follow on another, which came before it in the life of somebody. */
export const isFollowedBy = (original: AttendanceEvent, later: AttendanceEvent): boolean =>
  nameOf(later) === 'employee-left'
    ? isGoneAgain(original, later)
    : beginnings.includes(nameOf(later))
      ? follows(later, nameOf(original)) && isBackBy(original, later)
      : original.sequence < later.sequence &&
        follows(later, nameOf(original)) &&
        isOfSameRecord(original, later)

const partOf = (field: string): string => field.split('.').slice(0, 2).join('.')

/** The parts of a clocking that the sentence of a correction speaks of: a time is told by the clock of a zone. */
const partsSaid = ({ data }: AttendanceEvent): ReadonlySet<string> => {
  const changed = 'changes' in data ? data.changes.map(({ field }) => partOf(field)) : []
  return new Set([
    ...changed,
    ...(changed.includes('end') ? ['endTimeZone'] : []),
    ...(changed.some((part) => part === 'start' || part.startsWith('breaks.'))
      ? ['startTimeZone']
      : []),
  ])
}

/** Whether a sentence that told an event is wrong once a field of its clocking is another. */
const isWrongAfter = (original: AttendanceEvent, field: string): boolean => {
  const name = nameOf(original)
  const [first, id, edge] = field.split('.')
  if (original.type === 'attendance.clocking-amended') return partsSaid(original).has(partOf(field))
  switch (first) {
    case 'start':
      return isOf(name, 'clocked-in', 'clocked-out', 'clocking-overdue', 'clocked-in-while-absent')
    case 'startTimeZone':
      return !isOf(name, 'clocking-removed')
    case 'end':
      return isOf(name, 'clocked-out', 'clocking-overdue', 'clocked-in-while-absent')
    case 'endTimeZone':
      return name === 'clocked-out'
    case 'breaks':
      if (breakOf(original)?.id !== id) return false
      return edge === 'end' ? name !== 'break-started' : true
    default:
      return false
  }
}

/** What is said of an absence only by a sentence of its change, or of somebody who is not back. */
const ofChangesAlone = ['note', 'estimatedReturn', 'duration', 'isPaid', 'paidDuration']

/** Whether a sentence that told an event of an absence is wrong once a field of that is another. */
const isWrongOfAbsence = (original: AttendanceEvent, field: string): boolean =>
  isOf(nameOf(original), 'absence-amended', 'return-overdue') || !isOf(field, ...ofChangesAlone)

/** Whether whoever was told one event was told something wrong, as another of the same person says. */
export const isCorrectedBy = (original: AttendanceEvent, later: AttendanceEvent): boolean => {
  const clocking = clockingOf(later)
  const absence = absenceOf(later)
  const isOfClocking = clocking !== undefined && clockingOf(original)?.id === clocking.id
  const isOfAbsence = absence !== undefined && absenceOf(original)?.id === absence.id
  const pause = breakOf(original)
  // One that is no more was taken back before: what becomes of its clocking is nothing of it.
  const there = clocking?.breaks.find(({ id }) => id === pause?.id)
  const isThere = pause === undefined || there !== undefined
  // A break without an end is over with its clocking.
  const isOverWith = (field: string) =>
    field === 'end' && nameOf(original) === 'break-overdue' && there?.end === null
  switch (later.type) {
    case 'attendance.clocking-amended':
      return (
        isOfClocking &&
        later.data.changes.some(
          ({ field }) =>
            ((isThere || field !== 'startTimeZone') && isWrongAfter(original, field)) ||
            isOverWith(field),
        )
      )
    case 'attendance.clocking-removed':
      return isOfClocking && isThere && original.type !== later.type
    case 'attendance.absence-amended':
      return (
        isOfAbsence &&
        original.type !== 'attendance.absence-withdrawn' &&
        later.data.changes.some(({ field }) => isWrongOfAbsence(original, field))
      )
    case 'attendance.absence-withdrawn':
      return isOfAbsence && original.type !== 'attendance.absence-withdrawn'
    default:
      return isBackBy(original, later)
  }
}

/** Whether what was told as overdue is over by another event of the same person. */
export const isSettledBy = (overdue: AttendanceEvent, later: AttendanceEvent): boolean => {
  const pause = breakOf(overdue)
  const isOfClocking = clockingOf(overdue)?.id === clockingOf(later)?.id
  const isOfAbsence = absenceOf(overdue)?.id === absenceOf(later)?.id
  const isOut = later.type === 'attendance.clocked-out' && isOfClocking
  switch (overdue.type) {
    case 'attendance.clocking-overdue':
      return isOut
    case 'attendance.break-overdue':
      return (
        (later.type === 'attendance.break-ended' && breakOf(later)?.id === pause?.id) ||
        (isOut && clockingOf(later)?.breaks.find(({ id }) => id === pause?.id)?.end === null)
      )
    case 'attendance.return-overdue':
      return later.type === 'attendance.absence-ended' && isOfAbsence
    default:
      return false
  }
}

const isOverdue = (event: AttendanceEvent): boolean =>
  isOf(nameOf(event), 'clocking-overdue', 'break-overdue', 'return-overdue')

/** Whether the end of what was told as overdue is taken back by another event of the same person. */
export const isReopenedBy = (overdue: AttendanceEvent, later: AttendanceEvent): boolean => {
  if (!('changes' in later.data)) return false
  const taken = later.data.changes.filter(({ after }) => after === null).map(({ field }) => field)
  const pause = breakOf(overdue)
  if (pause === undefined) return isOverdue(overdue) && taken.includes('end')
  const isOpen = clockingOf(later)?.breaks.find(({ id }) => id === pause.id)?.end === null
  const isTakenBack = taken.includes('end') || taken.includes(`breaks.${pause.id}.end`)
  return isOverdue(overdue) && isOpen && isTakenBack
}
