import { zoneOfEvent } from '../../lib/attendance/event-zone.ts'
import {
  type AttendanceEvent,
  type EventName,
  eventNames,
  eventSchema,
} from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { behind, unbroken } from './columns.ts'
import type { Paint, Style } from './paint.ts'
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
      return `is still clocked in after ${between(event.data.clocking.start, event.recordedtime)}`
    case 'attendance.break-overdue':
      return `is still on a break after ${between(event.data.break.start, event.recordedtime)}`
    case 'attendance.clocked-in-while-absent':
      return `is clocked in while away${away(event.data.absence)}`
    case 'attendance.return-overdue':
      return `is not back as expected${away(event.data.absence)}`
  }
}

/** The city of a time zone: `Los Angeles`. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/**
 * Where the employee's clock shows another time than the run's: the time that it shows, with its
 * date where that is another one.
 */
const elsewhere = (event: AttendanceEvent, timeZone: string): string[] => {
  const zone = zoneOfEvent(event, timeZone)
  const [here, there] = [timeZone, zone].map((each) => localTime(epochMs(event.time), each))
  if (here?.day === there?.day && here?.time === there?.time) return []
  const date = here?.day === there?.day ? '' : ` on ${there?.day}`
  return [`${there?.time}${date} in ${cityOf(zone)}`]
}

/** Something said beside, which is not torn apart where a line is broken. */
const aside = (text: string): string => ` · ${text}`.replace(/(?<=.) /g, unbroken)

const styleOf = (event: AttendanceEvent): Style | null => {
  if (/^attendance\.(.*-overdue|clocked-in-while-absent)$/.test(event.type)) return 'attention'
  if (/^attendance\.(clocked-in|break-ended|employee-joined)$/.test(event.type)) return 'arrival'
  if (/^attendance\.(clocked-out|break-started|employee-left)$/.test(event.type)) return 'departure'
  return event.type.startsWith('attendance.absence-') ? 'absence' : null
}

/**
 * An event as it is shown: when it happened by the run's clock, with the date where it was seen on
 * another; who, what, the employee's own time where that is another, and how much later it was
 * seen. The job is told of who joins or leaves, as in alerts.
 * @param timeZone of the run, and for events that name no zone
 */
export const eventLine = (event: AttendanceEvent, timeZone: string, paint: Paint): string => {
  const happened = localTime(epochMs(event.time), timeZone)
  const seen = localTime(epochMs(event.recordedtime), timeZone)
  const when = happened.day === seen.day ? happened.time : `${happened.day} ${happened.time}`
  const { givenName, familyName, jobTitle } = event.data.employee
  const name = printable(`${givenName} ${familyName}`)
  const isNew = /^attendance\.employee-(joined|left)$/.test(event.type)
  const job = isNew && jobTitle !== null ? printable(` (${jobTitle})`) : ''
  const delay = duration(epochMs(event.recordedtime) - epochMs(event.time))
  const asides = [...elsewhere(event, timeZone), `seen ${delay} later`]
  const style = styleOf(event)
  const told = printable(what(event))
  const rest = paint('aside', asides.map(aside).join(''))
  const sentence = `${paint('name', name)}${job} ${style === null ? told : paint(style, told)}${rest}`
  return behind(`${when}  `, sentence)
}
