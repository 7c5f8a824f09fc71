import { Temporal } from 'temporal-polyfill'
import { zoneOfEvent } from '../../attendance/events/event-zone.ts'
import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { epochMs } from '../../attendance/moments.ts'
import { type AlertRule, weekdayOf } from './alert-settings.ts'

/** The type of an event without its prefix. */
export const nameOfType = (event: AttendanceEvent): EventName =>
  event.type.slice('attendance.'.length) as EventName

type Hours = NonNullable<AlertRule['where']['hours']>

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

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether a rule is about whomever an event is about. */
export const isAbout = ({ where }: AlertRule, { data: { employee } }: AttendanceEvent): boolean => {
  const { jobTitle, externalReference } = employee
  return (
    where.jobTitles?.some((title) => sameText(title, jobTitle ?? '')) !== false &&
    where.employees?.some((each) => sameText(each, employee.id) || each === externalReference) !==
      false
  )
}

/** Whether a rule is about an absence of such a kind, as far as an event says it. */
export const isOfKind = ({ where }: AlertRule, { data }: AttendanceEvent): boolean => {
  const kind = 'absence' in data ? data.absence.$type : undefined
  return kind === undefined || where.absenceTypes?.some((each) => sameText(each, kind)) !== false
}

/**
 * Whether a rule wants an event. What was so before the first run is nobody's alert.
 * @param zone the zone of events that carry none of their own
 */
export const matches = (rule: AlertRule, event: AttendanceEvent, zone: string): boolean => {
  const { where, show } = rule
  if (event.baseline || !rule.on.includes(nameOfType(event)) || !isAbout(rule, event)) return false
  if (where.absenceTypes) {
    const type = 'absence' in event.data ? event.data.absence.$type : undefined
    // What an opaque route is shown must not depend on the kind of an absence.
    if (type === undefined || show === 'opaque' || !isOfKind(rule, event)) return false
  }
  return where.hours === undefined || isWithin(where.hours, event.time, zoneOfEvent(event, zone))
}
