import {
  type AttendanceEvent,
  type DataOf,
  dataschemaOf,
  type EventName,
} from '../../lib/attendance/events.ts'

/** The events of the examples: one of each type, about people with all kinds of names. */

type Data = { [Name in EventName]: Omit<DataOf<Name>, 'employee' | 'observed'> }
type Example = {
  name: EventName
  time: string
  employee: DataOf<EventName>['employee']
  data: object
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const person = (n: number, givenName: string, familyName: string, jobTitle: string) => ({
  id: id(n),
  givenName,
  familyName,
  jobTitle,
  externalReference: `HR-${n}`,
})
const amina = person(1, 'Amina', "O'Neill", 'Nurse')
const jurgen = person(2, 'Jürgen', 'Groß', 'Porter')
const yuki = person(3, '結城', '由紀', 'Pharmacist')
const yael = person(4, 'יעל', 'כהן', 'Doctor')

const london = 'Europe/London'

const clocking = (
  start: string,
  end: string | null,
  zone: string,
  breaks: DataOf<'clocked-in'>['clocking']['breaks'] = [],
) => ({
  clocking: {
    id: id(10),
    employeeId: id(1),
    start,
    end,
    startTimeZone: zone,
    endTimeZone: zone,
    breaks,
  },
})
const pause = (start: string, end: string | null) => ({ id: id(20), start, end })
const absence = ($type: string, start: string, end: string | null) => ({
  absence: {
    id: id(30),
    employeeId: id(1),
    timeZone: london,
    $type,
    start: { $type: 'LocalDate' as const, date: start },
    end: end === null ? null : { $type: 'LocalDate' as const, date: end },
  },
})
const employment = { employment: { start: '2026-11-20', end: null } }
const lunch = pause('2026-11-20T12:01:00Z', '2026-11-20T12:31:00Z')
const day = '2026-11-20'

const of = <Name extends EventName>(
  name: Name,
  time: string,
  employee: Example['employee'],
  data: Data[Name],
): Example => ({ name, time, employee, data })

const examples: Example[] = [
  of('clocked-in', `${day}T09:02:00Z`, amina, clocking(`${day}T09:02:00Z`, null, london)),
  of(
    'clocked-out',
    `${day}T17:31:00Z`,
    amina,
    clocking(`${day}T09:02:00Z`, `${day}T17:31:00Z`, london, [lunch]),
  ),
  of(
    'clocked-out',
    `${day}T06:02:00Z`,
    jurgen,
    clocking('2026-11-19T21:58:00Z', `${day}T06:02:00Z`, 'Europe/Berlin'),
  ),
  of('break-started', `${day}T12:01:00Z`, yuki, {
    ...clocking(`${day}T09:02:00Z`, null, london),
    break: pause(`${day}T12:01:00Z`, null),
  }),
  of('break-ended', `${day}T12:31:00Z`, yuki, {
    ...clocking(`${day}T09:02:00Z`, null, london),
    break: lunch,
  }),
  of('clocking-amended', `${day}T17:40:00Z`, amina, {
    ...clocking('2026-11-19T09:00:00Z', '2026-11-19T17:00:00Z', london),
    changes: [{ field: 'end', before: '2026-11-19T17:31:00Z', after: '2026-11-19T17:00:00Z' }],
  }),
  of(
    'clocking-removed',
    `${day}T17:40:00Z`,
    yael,
    clocking(`${day}T09:00:00Z`, `${day}T17:00:00Z`, london),
  ),
  of('absence-started', `${day}T00:00:00Z`, amina, absence('Holiday', day, '2026-11-24')),
  of('absence-ended', `${day}T00:00:00Z`, jurgen, absence('Toil', '2026-11-18', '2026-11-19')),
  of('absence-amended', `${day}T08:10:00Z`, amina, {
    ...absence('Holiday', day, '2026-11-25'),
    changes: [
      {
        field: 'end',
        before: { $type: 'LocalDate', date: '2026-11-24' },
        after: { $type: 'LocalDate', date: '2026-11-25' },
      },
    ],
  }),
  of('absence-withdrawn', `${day}T08:12:00Z`, yael, absence('Holiday', '2026-11-19', '2026-11-24')),
  of('employee-joined', `${day}T08:00:00Z`, yuki, employment),
  of('employee-changed', `${day}T08:00:00Z`, jurgen, {
    ...employment,
    changes: [{ field: 'jobTitle', before: 'Porter', after: 'Head porter' }],
  }),
  of('employee-left', `${day}T08:00:00Z`, yael, employment),
  of(
    'clocking-overdue',
    `${day}T08:58:00Z`,
    jurgen,
    clocking('2026-11-19T18:58:00Z', null, london),
  ),
  of('break-overdue', `${day}T14:01:00Z`, amina, {
    ...clocking(`${day}T09:02:00Z`, null, london),
    break: pause(`${day}T12:01:00Z`, null),
  }),
  of('clocked-in-while-absent', `${day}T09:35:00Z`, yuki, {
    ...clocking(`${day}T09:05:00Z`, null, london),
    ...absence('Holiday', '2026-11-18', '2026-11-24'),
  }),
  of('return-overdue', '2026-11-19T23:59:59.999Z', jurgen, {
    ...absence('Sickness', '2026-11-16', null),
    estimatedReturn: '2026-11-19T23:59:59.999Z',
    expected: { date: '2026-11-19', time: null },
  }),
]

const eventOf = ({ name, time, employee, data }: Example, index: number): AttendanceEvent =>
  // Through JSON, as it travels.
  JSON.parse(
    JSON.stringify({
      specversion: '1.0',
      id: id(100 + index),
      source: '/attendance-events/example',
      type: `attendance.${name}`,
      subject: employee.id,
      time,
      recordedtime: time,
      sequence: String(index).padStart(20, '0'),
      datacontenttype: 'application/json',
      dataschema: dataschemaOf(name),
      data: { employee, ...data, observed: { after: null, by: time } },
    }),
  )

/** One event of each type, and a night shift. */
export const exampleEvents: AttendanceEvent[] = examples.map(eventOf)
