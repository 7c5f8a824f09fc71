import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import type { RecordsWithPast } from '../past-records.ts'
import type { Records } from '../records.ts'
import type { Fault } from './faults.ts'

const compareIds = (one: Employee, other: Employee): number => (one.id < other.id ? -1 : 1)

/** The first of a roster by id. @param keep a share below 1, or how many */
const cutShort = (employees: Employee[], keep: number): Employee[] =>
  employees.toSorted(compareIds).slice(0, keep < 1 ? Math.floor(employees.length * keep) : keep)

/**
 * What listings show while a fault is played: answers that are whole and well-formed, and wrong.
 * @param now by the service's clock, epoch milliseconds
 */
export const recordsShown = (
  records: RecordsWithPast,
  fault: Fault | undefined,
  now: number,
): Records => {
  switch (fault?.kind) {
    case 'empty':
      return { ...records, employees: () => [], clockings: () => [], absences: () => [] }
    case 'short':
      return {
        ...records,
        employees: (isWanted) => cutShort(records.employees(isWanted), fault.keep ?? 0),
      }
    case 'stale':
      return records.asOf(now - (fault.secondsAgo ?? 0) * 1_000)
    default:
      return records
  }
}
