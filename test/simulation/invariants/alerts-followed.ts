import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { allClearOf, tellingOf } from '../system/observed.ts'
import { destinationsOf, follows, isOfKind, isPrivate } from './alerts-wanted.ts'
import type { Context, Told } from './context.ts'

const nameOf = ({ type }: AttendanceEvent): string => type.slice('attendance.'.length)
const clockingOf = ({ data }: AttendanceEvent) => ('clocking' in data ? data.clocking : undefined)
const absenceOf = ({ data }: AttendanceEvent) => ('absence' in data ? data.absence : undefined)
const breakOf = ({ data }: AttendanceEvent) => ('break' in data ? data.break : undefined)

/** Whether two events are about one clocking or absence, or parts of it. */
const isOfSameRecord = (one: AttendanceEvent, other: AttendanceEvent): boolean => {
  const idsOf = (event: AttendanceEvent) => [clockingOf(event)?.id, absenceOf(event)?.id]
  const ids = idsOf(one).filter((id) => id !== undefined)
  return idsOf(other).some((id) => id !== undefined && ids.includes(id))
}

/** Whether an event may follow on another, which came before it in the life of somebody. */
export const isFollowedBy = (original: AttendanceEvent, later: AttendanceEvent): boolean =>
  original.sequence < later.sequence &&
  follows(later, nameOf(original)) &&
  isOfSameRecord(original, later)

const isOf = (name: string, ...names: string[]): boolean => names.includes(name)

/** Whether a sentence that told an event is wrong once a field of its clocking is another. */
const isWrongAfter = (original: AttendanceEvent, field: string): boolean => {
  const name = nameOf(original)
  const [first, id, edge] = field.split('.')
  if (original.type === 'attendance.clocking-amended')
    return (
      isOf(first ?? '', 'start', 'end', 'breaks') &&
      original.data.changes.some((change) => change.field === field)
    )
  switch (first) {
    case 'start':
      return isOf(name, 'clocked-in', 'clocked-out', 'clocking-overdue', 'clocked-in-while-absent')
    case 'startTimeZone':
      return name === 'clocked-in'
    case 'end':
      return isOf(name, 'clocked-out', 'clocking-overdue')
    case 'endTimeZone':
      return name === 'clocked-out'
    case 'breaks':
      if (breakOf(original)?.id !== id) return false
      return edge === 'end' ? name !== 'break-started' : true
    default:
      return false
  }
}

/** Whether whoever was told one event was told something wrong, as another of the same person says. */
export const isCorrectedBy = (original: AttendanceEvent, later: AttendanceEvent): boolean => {
  const clocking = clockingOf(later)
  const absence = absenceOf(later)
  const isOfClocking = clocking !== undefined && clockingOf(original)?.id === clocking.id
  const isOfAbsence = absence !== undefined && absenceOf(original)?.id === absence.id
  switch (later.type) {
    case 'attendance.clocking-amended':
      return isOfClocking && later.data.changes.some(({ field }) => isWrongAfter(original, field))
    case 'attendance.clocking-removed': {
      const pause = breakOf(original)
      const isThere = pause === undefined || clocking?.breaks.some(({ id }) => id === pause.id)
      return isOfClocking && isThere === true && original.type !== later.type
    }
    case 'attendance.absence-amended':
    case 'attendance.absence-withdrawn':
      return isOfAbsence && original.type !== 'attendance.absence-withdrawn'
    default:
      return false
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

/** Whether every deployment of a run lets a destination hear what follows on an event. */
const mayAlwaysFollow = (
  { plan }: Context,
  destination: string,
  original: AttendanceEvent,
  later: AttendanceEvent,
): boolean =>
  plan.deployments.every(({ deployment: { alerts } }) => {
    const isTaken = alerts.some(({ on }) => on.some((name) => follows(later, name)))
    const there = alerts.filter((rule) => destinationsOf(rule).includes(destination))
    const isOfKindAlone = isOfKind(original) || isOfKind(later)
    const mayKnow = there.length > 0 && there.every(({ show }) => show !== 'opaque')
    return isTaken && (!isOfKindAlone || mayKnow)
  })

/** How many things told as overdue at a destination are over by one event; each may have an all-clear. */
export const settledBy = (
  { told }: Pick<Context, 'told'>,
  tellings: ReadonlySet<string>,
  destination: string,
  id: string,
): number => {
  const later = told.find(({ event }) => event.id === id)?.event
  return told.filter(
    ({ event }) =>
      later !== undefined &&
      isFollowedBy(event, later) &&
      isSettledBy(event, later) &&
      tellings.has(tellingOf(destination, event.id)),
  ).length
}

const pairsOf = function* (context: Context) {
  const people = new Set(context.told.map(({ event }) => event.subject))
  for (const person of people) {
    const all: readonly Told[] = context.toldOf(person)
    for (const { event: later } of all) {
      if (later.baseline === true || isPrivate(later)) continue
      for (const { event: original } of all)
        if (isFollowedBy(original, later)) yield { original, later }
    }
  }
}

/** Who was told what of the world, and so is owed or may hear of what followed. */
export type Followed = {
  /** Of each, one telling at least must be: a correction, or one of the ends of what was overdue. */
  owed: { subject: string; of: string; tellings: string[] }[]
  /** What may be told to whoever was told the original. */
  allowed: Set<string>
}

/**
 * What follows on all that was told, derived from the events alone: a sentence that turned out wrong
 * is put right, and something overdue is settled, wherever it was told; nowhere else.
 * @param tellings all that was told, and where
 */
export const followed = (context: Context, tellings: ReadonlySet<string>): Followed => {
  const destinations = new Set(context.observed.alerts.said.map(({ destination }) => destination))
  const allowed = new Set<string>()
  const owed: Followed['owed'] = []
  const ends = new Map<string, Followed['owed'][number]>()
  for (const { original, later } of pairsOf(context)) {
    for (const destination of destinations) {
      const of = tellingOf(destination, original.id)
      if (!tellings.has(of)) continue
      const telling = tellingOf(destination, later.id)
      allowed.add(telling)
      if (isSettledBy(original, later)) allowed.add(allClearOf(destination, later.id))
      if (!mayAlwaysFollow(context, destination, original, later)) continue
      const { subject } = later
      if (isCorrectedBy(original, later)) owed.push({ subject, of, tellings: [telling] })
      if (!isSettledBy(original, later)) continue
      const known = ends.get(of) ?? { subject, of, tellings: [] }
      known.tellings.push(allClearOf(destination, later.id))
      ends.set(of, known)
    }
  }
  return { owed: [...owed, ...ends.values()], allowed }
}
