import { Temporal } from 'temporal-polyfill'
import { zoneOfEvent } from '../attendance/events/event-zone.ts'
import type { AttendanceEvent, EventName } from '../attendance/events/events.ts'
import { epochMs } from '../attendance/moments.ts'
import { type Show, type ShowOfKind, type Where, weekdayOf } from './where.ts'

/** The type of an event without its prefix. */
export const nameOfType = (event: AttendanceEvent): EventName =>
  event.type.slice('attendance.'.length) as EventName

/** Which events a route wants, and what it shows of them. */
export type Selection = { on: readonly EventName[]; where: Where; show: Show }

type Hours = NonNullable<Where['hours']>

/** Whether a moment lies in a span; a span over midnight belongs to the day it begins on. */
const isWithin = (hours: Hours, moment: string, zone: string): boolean => {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs(moment)).toZonedDateTimeISO(zone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const { from, to, days } = hours
  const isOverMidnight = from > to
  const isInside = isOverMidnight ? time >= from || time < to : time >= from && time < to
  const began = isOverMidnight && time < to ? local.subtract({ days: 1 }) : local
  return isInside && (days === undefined || days.includes(weekdayOf(began.dayOfWeek)))
}

/** Text that is typed in settings and comes from the API: `è` is one character, or two, by who wrote it. */
const sameText = (a: string, b: string): boolean =>
  composed(a).toLowerCase() === composed(b).toLowerCase()
const composed = (text: string): string => text.normalize('NFC')

/** Whether a route is about whomever an event is about. */
export const isAbout = (
  { where }: Pick<Selection, 'where'>,
  { data: { employee } }: AttendanceEvent,
): boolean => {
  const { jobTitle, externalReference } = employee
  return (
    where.jobTitles?.some((title) => sameText(title, jobTitle ?? '')) !== false &&
    where.employees?.some(
      (each) => sameText(each, employee.id) || composed(each) === composed(externalReference ?? ''),
    ) !== false
  )
}

/** The kind of the absence that an event is about, where it says that. */
export const kindIn = ({ data }: AttendanceEvent): string | undefined =>
  'absence' in data ? data.absence.$type : undefined

/** Whether a route is about absences of a kind. */
const isOfKind = ({ where }: Pick<Selection, 'where'>, kind: string | undefined): boolean =>
  kind === undefined || where.absenceTypes?.some((each) => sameText(each, kind)) !== false

/** What a route may show of absences: of those of a kind that it does not name, nothing but that somebody is away. */
export const showOfRoute =
  (route: Pick<Selection, 'where' | 'show'>): ShowOfKind =>
  (kind) =>
    isOfKind(route, kind) ? route.show : 'opaque'

/**
 * Whether a route wants an event.
 * @param zone the zone of events that carry none of their own
 */
export const matches = (route: Selection, event: AttendanceEvent, zone: string): boolean => {
  const { where, show } = route
  if (!route.on.includes(nameOfType(event)) || !isAbout(route, event)) return false
  if (where.absenceTypes) {
    const kind = kindIn(event)
    // What an opaque route is shown must not depend on the kind of an absence.
    if (kind === undefined || show === 'opaque' || !isOfKind(route, kind)) return false
  }
  return where.hours === undefined || isWithin(where.hours, event.time, zoneOfEvent(event, zone))
}
