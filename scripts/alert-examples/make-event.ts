import {
  type AttendanceEvent,
  type DataOf,
  dataschemaOf,
  type EventName,
} from '../../lib/attendance/events/events.ts'
import { epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import { type CastMember, id, london } from './cast.ts'

/** An event of the examples: when it was told, and what makes it another than the first of its type. */
export type SentExample = { event: AttendanceEvent; sent: string; title: string }

type Data = { [Name in EventName]: Omit<DataOf<Name>, 'employee' | 'observed'> }

let events = 0
const eventOf = <Name extends EventName>(
  name: Name,
  employee: CastMember,
  time: string,
  recordedtime: string,
  data: Data[Name],
): AttendanceEvent => {
  events += 1
  // Through JSON, as it travels.
  return JSON.parse(
    JSON.stringify({
      specversion: '1.0',
      id: id(100 + events),
      source: '/attendance-events/example',
      type: `attendance.${name}`,
      subject: employee.id,
      time,
      recordedtime,
      sequence: String(events).padStart(20, '0'),
      datacontenttype: 'application/json',
      dataschema: dataschemaOf(name),
      data: { employee, ...data, observed: { after: null, by: recordedtime } },
    }),
  )
}

type More = { seen?: string; title?: string }

/** An event that was seen as it happened, and told a minute later. */
export const of = <Name extends EventName>(
  name: Name,
  employee: CastMember,
  time: string,
  data: Data[Name],
  { seen = time, title = name }: More = {},
): SentExample => ({
  event: eventOf(name, employee, time, seen, data),
  sent: utc(epochMs(seen) + minute),
  title,
})

export const aBreak = (start: string, end: string | null) => ({ id: id(20), start, end })
type Break = ReturnType<typeof aBreak>

export const clocking = (
  { id: employeeId }: CastMember,
  start: string,
  end: string | null = null,
  breaks: Break[] = [],
  zone = london,
) => ({
  clocking: {
    id: id(10),
    employeeId,
    start,
    end,
    startTimeZone: zone,
    endTimeZone: zone,
    breaks,
  },
})

export const date = (text: string) => ({ $type: 'LocalDate' as const, date: text })
export const absence = (
  { id: employeeId }: CastMember,
  start: string,
  end: string | null,
  full: Partial<DataOf<'absence-started'>['absence']>,
) => ({
  absence: {
    id: id(30),
    employeeId,
    timeZone: london,
    start: date(start),
    end: end === null ? null : date(end),
    ...full,
  },
})
