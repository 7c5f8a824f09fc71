import type { EpochMs } from '../attendance/moments.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import type { Employee } from '../workforce/contract/employee.ts'

/** Who is employed, says the API. */
export type RosterAnswer = {
  employees: ReadonlyMap<string, Employee>
  /** Whether every record held; if not, nobody can be said to be missing. */
  complete: boolean
}

const employed = {
  filters: { isTerminated: false },
  sortBy: [{ field: 'Id' as const, isAscending: true }],
}

/**
 * Lists everyone who is not terminated, all pages (spec section 4.1).
 * @param deadline by the clock of the machines
 * @throws {WorkforceError} where any page cannot be had
 */
export const listEmployed = async (
  api: Pick<WorkforceClient, 'listEmployees'>,
  deadline: EpochMs,
): Promise<RosterAnswer> => {
  const employees = new Map<string, Employee>()
  let complete = true
  for await (const { records, rejected } of api.listEmployees(employed, { deadline })) {
    complete &&= rejected.length === 0
    for (const employee of records)
      if (!employee._metadata.isTerminated) employees.set(employee.id, employee)
  }
  return { employees, complete }
}
