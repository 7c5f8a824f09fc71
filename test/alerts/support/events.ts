import type * as z from 'zod'
import { AlertRule } from '../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent, DataOf, EventName } from '../../../lib/attendance/events/events.ts'
import { anId } from '../../harness/builders.ts'

export const amina = {
  id: anId(1),
  givenName: 'Amina',
  familyName: "O'Neill",
  jobTitle: 'Nurse',
  externalReference: 'HR-0042',
}

export const clocking: DataOf<'clocked-in'>['clocking'] = {
  id: anId(1, 1),
  employeeId: amina.id,
  start: '2026-11-20T09:02:00Z',
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [],
}

export const absence: DataOf<'absence-started'>['absence'] = {
  id: anId(1, 3),
  employeeId: amina.id,
  start: { $type: 'LocalDate', date: '2026-11-20' },
  end: { $type: 'LocalDate', date: '2026-11-23' },
}

type Overrides = { time?: string; recordedtime?: string; id?: string; sequence?: number }
type Rest<Name extends EventName> = Omit<DataOf<Name>, 'employee' | 'observed'> & {
  employee?: DataOf<Name>['employee']
}

/** An event as it is published. */
export const anEvent = <Name extends EventName>(
  name: Name,
  { employee = amina, ...data }: Rest<Name>,
  {
    time = '2026-11-20T09:02:00Z',
    recordedtime = time,
    id = anId(1, 9),
    sequence = 1,
  }: Overrides = {},
): AttendanceEvent =>
  // Through JSON, as it travels.
  JSON.parse(
    JSON.stringify({
      specversion: '1.0',
      id,
      source: '/attendance-events/test',
      type: `attendance.${name}`,
      subject: employee.id,
      time,
      recordedtime,
      sequence: String(sequence).padStart(20, '0'),
      datacontenttype: 'application/json',
      dataschema: `urn:attendance-events:${name}:1`,
      data: { employee, ...data, observed: { after: null, by: recordedtime } },
    }),
  )

/** The n-th of many people clocking in. */
export const aClockIn = (n: number, time: string, recordedtime = time): AttendanceEvent => {
  const employee = { ...amina, id: anId(n), givenName: `Person${n}`, familyName: 'Test' }
  const data = {
    employee,
    clocking: { ...clocking, id: anId(n, 1), employeeId: employee.id, start: time },
  }
  return anEvent('clocked-in', data, { time, recordedtime, id: anId(n, 9) })
}

/** What a rule has beside its name and where it goes. */
export type RuleOverrides = Partial<z.input<typeof AlertRule>>
export const aRule = (rule: RuleOverrides = {}): AlertRule =>
  AlertRule.parse({ name: 'arrivals', on: ['clocked-in'], slack: ['office'], ...rule })

/** Rules that gather nothing, where they do not say for how long. */
export const promptly = (...rules: RuleOverrides[]): AlertRule[] =>
  rules.map((rule) => aRule({ group: 0, ...rule }))

/** The absence as a sickness, and the event by which that ends two days later than it was to. */
export const sick = { ...absence, $type: 'Sickness' as const }
export const prolonged = (overrides: Overrides): AttendanceEvent => {
  const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
  const changes = [{ field: 'end', before: absence.end, after: end }]
  return anEvent('absence-amended', { absence: { ...sick, end }, changes }, overrides)
}
