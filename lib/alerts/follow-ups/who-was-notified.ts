import { type AttendanceEvent, type EventName, eventNames } from '../../attendance/events/events.ts'
import { kindIn, nameOfType } from '../../routing/matching.ts'
import { isOfSicknessAlone, tellsFormerKind } from '../../routing/redact.ts'
import type { Show, ShowOfKind } from '../../routing/where.ts'
import type {
  NotificationRecord,
  NotifiedEvent,
} from '../../store/deliveries/notification-record.ts'
import type { Notification } from '../../store/deliveries/notifications.ts'
import type { Wanting } from '../receiving/collect.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { destinationKey, destinationsOf } from '../rules/destinations.ts'
import { isByTypeOf, lesserOf, rulesTo, showsOf } from '../rules/levels.ts'
import { recordsNotified, recordsOf } from './records.ts'
import { reopenedAmong, toldAsBack } from './what-follows.ts'
import { partsCorrected } from './what-was-said.ts'

/** An event about a record that somebody was notified of. */
export type Original = Omit<NotifiedEvent, 'type'> & { type: EventName }

/** A destination that was notified of something, and as much as it may hear of it again. */
export type Listener = {
  destination: string
  /** Of an absence as it is, and of one of each kind. */
  show: Show
  shows: ShowOfKind
  /** Notified because of the type of an absence alone. */
  isByType: boolean
  originals: Original[]
}

/** As an event says something of a type of a record, or of a clocking of which that is a break. */
const eventAs = (type: EventName, event: AttendanceEvent, record: string): Original => {
  const whole = recordsOf(event)
  const { subject, sequence } = event
  return {
    type,
    subject,
    of: whole.includes(record) ? record : (whole[0] ?? record),
    sequence,
    ...(type === 'clocking-amended' && { parts: partsCorrected(event) }),
  }
}

/** Whom the rules that want an event notify of its records. */
export const notificationsBy = (
  event: AttendanceEvent,
  wantings: readonly Wanting[],
): Notification[] => {
  return recordsNotified(event).flatMap((record) =>
    wantings.flatMap(({ rule }) =>
      destinationsOf(rule).map((to) => ({
        record,
        destination: destinationKey(to),
        show: rule.show,
        isByType: isByTypeOf(event, rule),
        event: eventAs(nameOfType(event), event, record),
      })),
    ),
  )
}

/**
 * Whom an event notifies of its records where rules of a release before wanted it: how much these showed is not known any more.
 * @param where those destinations, and whether the type of an absence was the reason
 */
export const notificationsBefore = (
  event: AttendanceEvent,
  where: readonly Pick<Notification, 'destination' | 'isByType'>[],
): Notification[] =>
  recordsNotified(event).flatMap((record) =>
    where.map(({ destination, isByType }) => ({
      record,
      destination,
      show: 'opaque',
      isByType,
      event: eventAs(nameOfType(event), event, record),
    })),
  )

type How = Pick<Notification, 'destination' | 'show' | 'isByType'>

/** Who was notified; of what an earlier version kept by rule, those whom that rule notifies now. */
const howNotified = ({ who }: NotificationRecord, rules: readonly AlertRule[]): How[] => {
  if (who.kind === 'destination') return [who]
  const rule = rules.find(({ name }) => name === who.rule)
  return (rule === undefined ? [] : destinationsOf(rule)).map((to) => ({
    destination: destinationKey(to),
    show: rule?.show ?? 'opaque',
    isByType: rule?.where.absenceTypes !== undefined,
  }))
}

const isEventName = (type: string): type is EventName => eventNames.some((name) => name === type)

/** The notified events of a record of somebody before an event, of the types that this version knows. */
const before = (event: AttendanceEvent, { events }: NotificationRecord): Original[] =>
  events.flatMap(({ type, ...rest }) =>
    isEventName(type) &&
    ['', event.subject].includes(rest.subject) &&
    ['', ...recordsOf(event)].includes(rest.of) &&
    rest.sequence < event.sequence
      ? [{ type, ...rest }]
      : [],
  )

/**
 * What those who were notified of something as overdue know by an event that takes back its end: that
 * it is overdue again, so that its next end is news to them.
 */
export const reopenedNotifications = (
  event: AttendanceEvent,
  record: string,
  listeners: readonly Listener[],
): Notification[] =>
  listeners.flatMap(({ originals, destination, show, isByType }) =>
    reopenedAmong(event, originals).map(({ type }) => ({
      record,
      ...{ destination, show, isByType },
      event: eventAs(type, event, record),
    })),
  )

/** What somebody read of something that is there again, where that is over: all of it, as in the sentence of a correction. */
const partsAgain = (event: AttendanceEvent): string[] => {
  if (event.type === 'attendance.clocked-in' && event.data.clocking.end !== null)
    return ['start', 'startTimeZone', 'end', 'endTimeZone']
  return event.type === 'attendance.break-started' && event.data.break.end !== null
    ? [`breaks.${event.data.break.id}`, 'startTimeZone']
    : []
}

/** As what follows on a record of an event is noted. */
const followUpAs = (event: AttendanceEvent, record: string): Original => {
  const parts = partsAgain(event)
  // Who is back after they left is known to be so, whatever else was told of them, and at which level.
  if (event.type === 'attendance.employee-joined')
    return { ...eventAs('employee-joined', event, record), parts: [toldAsBack] }
  return parts.length === 0
    ? eventAs(nameOfType(event), event, record)
    : { ...eventAs('clocking-amended', event, record), parts }
}

/** That those who were notified of a record are notified of an event that follows on that. */
export const followUpNotifications = (
  event: AttendanceEvent,
  { originals, ...how }: Listener,
): Notification[] =>
  recordsNotified(event).map((record) => ({
    record,
    destination: how.destination,
    show: how.show,
    isByType: how.isByType,
    event: followUpAs(event, record),
  }))

/** Where people can be notified: the rules, and the channels and audiences that there are, each in one word. */
export type Routes = { rules: readonly AlertRule[]; destinations: ReadonlySet<string> }

/**
 * Who may hear that something notified of a record was corrected or settled: each destination that was
 * notified, with the lesser of what it was shown and what it may be shown now. A destination that may
 * no longer know why somebody is away hears nothing of what it was notified of for that reason alone.
 */
export const listenersOf = (
  event: AttendanceEvent,
  notified: readonly NotificationRecord[],
  { rules, destinations }: Routes,
): Listener[] =>
  notified.flatMap((record) =>
    howNotified(record, rules).flatMap(({ destination, show: was, isByType }): Listener[] => {
      if (!destinations.has(destination)) return []
      const allowed = showsOf(event, rulesTo(destination, rules))
      const shows: ShowOfKind = (kind) => lesserOf(was, allowed(kind))
      const show = shows(kindIn(event))
      if (show === 'opaque' && isByType && !tellsFormerKind(event, shows)) return []
      const originals = before(event, record).filter(
        ({ type }) => show !== 'opaque' || !isOfSicknessAlone(`attendance.${type}`),
      )
      return originals.length === 0 ? [] : [{ destination, show, shows, isByType, originals }]
    }),
  )
