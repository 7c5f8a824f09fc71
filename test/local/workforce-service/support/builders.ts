import type { Absence } from '../../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../../lib/workforce/contract/employee.ts'

/** A UUID that is easy to recognise: the number fills its last part. */
export const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const anEmployee = (number: number, overrides: Partial<Employee> = {}): Employee => ({
  id: uuid(number),
  name: { givenName: 'Ada', familyName: "O'Hara" },
  employment: { jobTitle: null, start: '2020-01-01', end: null, payrollNumber: null },
  email: `Person.${number}@example.com`,
  externalReference: null,
  _metadata: { isRegistered: true, isTerminated: false },
  ...overrides,
})

export const aClocking = (number: number, overrides: Partial<Clocking> = {}): Clocking => ({
  id: uuid(number),
  employeeId: uuid(1),
  start: '2026-11-20T08:00:00Z',
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [],
  note: null,
  ...overrides,
})

export const aHoliday = (number: number, overrides: Partial<Absence> = {}): Absence =>
  ({
    $type: 'Holiday',
    id: uuid(number),
    employeeId: uuid(1),
    start: { $type: 'LocalDate', date: '2026-11-20' },
    end: { $type: 'LocalDate', date: '2026-11-20' },
    displayName: 'Annual leave',
    note: '',
    ...overrides,
  }) as Absence
