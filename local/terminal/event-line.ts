import { zoneOfEvent } from '../../lib/attendance/event-zone.ts'
import {
  type AttendanceEvent,
  type EventName,
  eventNames,
  eventSchema,
} from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { duration, localTime, printable } from './wording.ts'

/**
 * Reads a message of the topic.
 * @returns null where it is not an event of the catalog
 */
export const readEvent = (message: string): AttendanceEvent | null => {
  try {
    const json = JSON.parse(message)
    const name = eventNames.find((each) => json.type === `attendance.${each}`)
    return name === undefined ? null : parsed(name, json)
  } catch {
    return null
  }
}

const parsed = (name: EventName, json: unknown): AttendanceEvent =>
  eventSchema(name).parse(json) as AttendanceEvent

const between = (start: string, end: string | null): string =>
  duration(epochMs(end ?? start) - epochMs(start))

const fields = (changes: readonly { field: string }[]): string =>
  changes.map(({ field }) => field).join(', ')

/** The kind of an absence, as far as privacy lets it be told. */
const away = ({ $type }: { $type?: string | undefined }): string =>
  $type === undefined ? '' : ` (${$type})`

const what = (event: AttendanceEvent): string => {
  switch (event.type) {
    case 'attendance.clocked-in':
      return 'clocked in'
    case 'attendance.clocked-out':
      return `clocked out after ${between(event.data.clocking.start, event.data.clocking.end)}`
    case 'attendance.break-started':
      return 'went on a break'
    case 'attendance.break-ended':
      return `came back from a break of ${between(event.data.break.start, event.data.break.end)}`
    case 'attendance.clocking-amended':
      return `has a corrected clocking: ${fields(event.data.changes)}`
    case 'attendance.clocking-removed':
      return 'has a clocking less'
    case 'attendance.absence-started':
      return `is away${away(event.data.absence)}`
    case 'attendance.absence-ended':
      return `is no longer away${away(event.data.absence)}`
    case 'attendance.absence-amended':
      return `is away${away(event.data.absence)}, changed: ${fields(event.data.changes)}`
    case 'attendance.absence-withdrawn':
      return `is not away after all${away(event.data.absence)}`
    case 'attendance.employee-joined':
      return 'joined'
    case 'attendance.employee-changed':
      return `changed: ${fields(event.data.changes)}`
    case 'attendance.employee-left':
      return 'left'
    case 'attendance.clocking-overdue':
      return `is still clocked in after ${between(event.data.clocking.start, event.time)}`
    case 'attendance.break-overdue':
      return `is still on a break after ${between(event.data.break.start, event.time)}`
    case 'attendance.clocked-in-while-absent':
      return `is clocked in while away${away(event.data.absence)}`
    case 'attendance.return-overdue':
      return `is not back as expected${away(event.data.absence)}`
  }
}

/**
 * An event in one line: when it happened by the employee's clock, who, their job, what, and
 * how long after it happened it was seen.
 * @param timeZone for events that name no zone
 */
export const eventLine = (event: AttendanceEvent, timeZone: string): string => {
  const zone = zoneOfEvent(event, timeZone)
  const happened = localTime(epochMs(event.time), zone)
  const seen = localTime(epochMs(event.recordedtime), zone)
  const when = happened.day === seen.day ? happened.time : `${happened.day} ${happened.time}`
  const { givenName, familyName, jobTitle } = event.data.employee
  const who = `${givenName} ${familyName}${jobTitle === null ? '' : ` (${jobTitle})`}`
  const delay = duration(epochMs(event.recordedtime) - epochMs(event.time))
  return printable(`${when}  ${who} ${what(event)} · seen ${delay} later`)
}
