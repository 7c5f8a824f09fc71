import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'
import { operations } from '../../lib/workforce/contract/operations.ts'
import type {
  ListClockingsRequest,
  ListEmployeesRequest,
} from '../../lib/workforce/contract/requests.ts'
import { clockingOf, dayNumberAt, employeeIdOf, employeeOf, shownAt } from './day.ts'

/** What the bench's organisation answers (docs/workforce-api.md, section 4). */

const employee = (number: number): Employee => ({
  id: employeeIdOf(number),
  name: { givenName: 'Amina', familyName: `Number${number}` },
  employment: { jobTitle: 'Nurse', start: '2024-01-08', end: null, payrollNumber: `P-${number}` },
  email: `amina.${number}@example.org`,
  externalReference: `HR-${number}`,
  _metadata: { isRegistered: true, isTerminated: false },
})

const pageSize = 100

const employeesPage = (employees: number, { continuationToken }: ListEmployeesRequest) => {
  const first = Number(continuationToken ?? 0)
  const last = Math.min(first + pageSize, employees)
  return {
    items: Array.from({ length: last - first }, (_, index) => employee(first + index)),
    continuationToken: last < employees ? String(last) : null,
  }
}

/** The clockings of an employee that were active in a window, as they are shown at its end: the moment of asking. */
export type ClockingsIn = (person: number, from: number, to: number) => Clocking[]

const clockingsIn: ClockingsIn = (person, from, to) => {
  const first = Math.max(dayNumberAt(from) - 1, -1)
  return Array.from({ length: dayNumberAt(to) - first + 1 }, (_, index) => {
    const shown = shownAt(clockingOf(person, first + index), to)
    const isActive = shown !== null && (shown.end === null || Date.parse(shown.end) >= from)
    return isActive ? [shown] : []
  }).flat()
}

const clockingsPage = (
  { filters: { employeeId, from, to } }: ListClockingsRequest,
  shown: ClockingsIn,
) => ({
  items: shown(employeeOf(employeeId), Date.parse(from ?? ''), Date.parse(to ?? '')),
  continuationToken: null,
})

const nothing = { items: [], continuationToken: null }

/**
 * What a request is answered. Nobody is ever absent.
 * @param body of the request, as JSON
 * @param shown what employees have clocked; the day that everyone works where left out
 */
export const answerTo = (
  employees: number,
  path: string,
  body: string,
  shown: ClockingsIn = clockingsIn,
): unknown => {
  if (path === operations.clockings.path) return clockingsPage(JSON.parse(body), shown)
  if (path === operations.absences.path) return nothing
  if (path === operations.employees.path) return employeesPage(employees, JSON.parse(body || '{}'))
  return { access_token: 'a-token', token_type: 'Bearer', expires_in: 3_600 }
}
