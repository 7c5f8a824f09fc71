import { type AttendanceEvent, type EventName, eventNames } from '../../attendance/events/events.ts'
import type { Told } from '../../store/deliveries/told.ts'
import type { ToldEvent, ToldRecord } from '../../store/deliveries/told-record.ts'
import type { Wanting } from '../receiving/collect.ts'
import type { AlertRule, Show } from '../rules/alert-settings.ts'
import { destinationKey, destinationsOf } from '../rules/destinations.ts'
import { isByTypeOf, lesserOf, mostOf, rulesTo } from '../rules/levels.ts'
import { isOfSicknessAlone } from '../rules/redact.ts'
import { nameOfType } from '../rules/rules.ts'
import { recordsOf, recordsTold, reopenedAmong } from './follow-ups.ts'

/** An event that somebody was told of a record. */
export type Original = Omit<ToldEvent, 'type'> & { type: EventName }

/** A destination that was told something, and as much as it may hear of it again. */
export type Listener = {
  destination: string
  show: Show
  /** Told because of the type of an absence alone. */
  isByType: boolean
  originals: Original[]
}

/** As an event tells something of a type of a record, or of a clocking of which that is a break. */
const eventAs = (type: EventName, event: AttendanceEvent, record: string): Original => {
  const whole = recordsOf(event)
  const { subject, sequence } = event
  return { type, subject, of: whole.includes(record) ? record : (whole[0] ?? record), sequence }
}

/** What the rules that want an event tell of its records, and to whom. */
export const toldBy = (event: AttendanceEvent, wantings: readonly Wanting[]): Told[] => {
  return recordsTold(event).flatMap((record) =>
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

type How = Pick<Told, 'destination' | 'show' | 'isByType'>

/** Where something was told; what an earlier version kept by rule, where that rule tells it now. */
const howTold = ({ who }: ToldRecord, rules: readonly AlertRule[]): How[] => {
  if (who.kind === 'destination') return [who]
  const rule = rules.find(({ name }) => name === who.rule)
  return (rule === undefined ? [] : destinationsOf(rule)).map((to) => ({
    destination: destinationKey(to),
    show: rule?.show ?? 'opaque',
    isByType: rule?.where.absenceTypes !== undefined,
  }))
}

const isEventName = (type: string): type is EventName => eventNames.some((name) => name === type)

/** What was told of a record of somebody before an event, of the types that this version knows. */
const before = (event: AttendanceEvent, { events }: ToldRecord): Original[] =>
  events.flatMap(({ type, subject, of, sequence }) =>
    isEventName(type) &&
    ['', event.subject].includes(subject) &&
    ['', ...recordsOf(event)].includes(of) &&
    sequence < event.sequence
      ? [{ type, subject, of, sequence }]
      : [],
  )

/**
 * What those who were told something as overdue are told by an event that takes back its end: that it
 * is overdue again, so that its next end is news to them.
 */
export const toldOpenAgain = (
  event: AttendanceEvent,
  record: string,
  listeners: readonly Listener[],
): Told[] =>
  listeners.flatMap(({ originals, ...how }) =>
    reopenedAmong(event, originals).map(({ type }) => ({
      record,
      ...how,
      event: eventAs(type, event, record),
    })),
  )

/** What those who were told something of a record are told of it by an event that follows on that. */
export const toldAsFollowUp = (event: AttendanceEvent, { originals, ...how }: Listener): Told[] =>
  recordsTold(event).map((record) => ({
    record,
    destination: how.destination,
    show: how.show,
    isByType: how.isByType,
    event: eventAs(nameOfType(event), event, record),
  }))

/** Where people can be told something: the rules, and the channels and audiences that there are. */
export type Routes = { rules: readonly AlertRule[]; destinations: ReadonlySet<string> }

/**
 * Who may hear that something told of a record was corrected or settled: each destination that was
 * told, with the lesser of what it was told and what it may be told now. A destination that may no
 * longer know why somebody is away hears nothing of what it was told for that reason alone.
 */
export const listenersOf = (
  event: AttendanceEvent,
  told: readonly ToldRecord[],
  { rules, destinations }: Routes,
): Listener[] =>
  told.flatMap((record) =>
    howTold(record, rules).flatMap(({ destination, show: was, isByType }): Listener[] => {
      if (!destinations.has(destination)) return []
      const show = lesserOf(was, mostOf(event, rulesTo(destination, rules)) ?? 'opaque')
      if (show === 'opaque' && isByType) return []
      const originals = before(event, record).filter(
        ({ type }) => show !== 'opaque' || !isOfSicknessAlone(`attendance.${type}`),
      )
      return originals.length === 0 ? [] : [{ destination, show, isByType, originals }]
    }),
  )
