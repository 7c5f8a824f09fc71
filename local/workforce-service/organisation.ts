import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'

/**
 * Where the service's data comes from: what is on record at the moment `at`, epoch
 * milliseconds. Ids are in lower case. A listing may hold more than was asked for.
 */
export type Organisation = {
  /** Everyone, leavers included, in any order. */
  employees(at: number): Employee[]
  employee(id: string, at: number): Employee | undefined
  /** At least the employee's clockings that touch `[from, to]`, epoch milliseconds. */
  clockings(employeeId: string, from: number, to: number, at: number): Clocking[]
  /** At least the employee's absences that touch `[from, to]`, local calendar dates. */
  absences(employeeId: string, from: string, to: string, at: number): Absence[]
}

/** An organisation of nobody. */
export const emptyOrganisation: Organisation = {
  employees: () => [],
  employee: () => undefined,
  clockings: () => [],
  absences: () => [],
}
