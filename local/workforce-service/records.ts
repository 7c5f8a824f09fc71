import { epochMs } from '../../lib/attendance/moments.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'
import type { SettableClock } from '../clock.ts'
import type { Organisation } from './organisation.ts'
import { createWrittenRecords } from './written-records.ts'

/** What the service has on record now: the organisation's data, and what was written over it. */
export type Records = {
  /** @param isWanted lists everyone unless given */
  employees(isWanted?: (employee: Employee) => boolean): Employee[]
  employee(id: string): Employee | undefined
  /** The clockings of an employee that are active at any moment of `[from, to]`, epoch ms. */
  clockings(employeeId: string, from: number, to: number): Clocking[]
  /** The absences of an employee that touch a day of `[from, to]`, calendar dates. */
  absences(employeeId: string, from: string, to: string): Absence[]
  setExternalReference(employeeId: string, externalReference: string | null): void
  putEmployee(employee: Employee): void
  /** Removes an employee for good, with all their clockings and absences. */
  deleteEmployee(id: string): void
  putClocking(clocking: Clocking): void
  deleteClocking(id: string): void
  putAbsence(absence: Absence): void
  deleteAbsence(id: string): void
}

const touchesMoments = (clocking: Clocking, from: number, to: number): boolean =>
  epochMs(clocking.start) <= to && (clocking.end === null || epochMs(clocking.end) >= from)

const touchesDates = (absence: Absence, from: string, to: string): boolean =>
  absence.start.date <= to && (absence.end === null || absence.end.date >= from)

/** Lays writable records over an organisation; ids are in lower case throughout. */
export const createRecords = (
  organisation: Organisation,
  clock: Pick<SettableClock, 'now'>,
): Records => {
  const employees = new Map<string, Employee>()
  const deletedEmployees = new Set<string>()
  const externalReferences = new Map<string, string | null>()
  const clockings = createWrittenRecords<Clocking>()
  const absences = createWrittenRecords<Absence>()

  const withReference = (employee: Employee): Employee => {
    const externalReference = externalReferences.get(employee.id)
    return externalReference === undefined ? employee : { ...employee, externalReference }
  }
  const isOrganisations = (id: string) => !deletedEmployees.has(id)

  return {
    employees: (isWanted = () => true) =>
      [
        ...organisation
          .employees(clock.now())
          .filter(({ id }) => isOrganisations(id) && !employees.has(id)),
        ...employees.values(),
      ]
        .map(withReference)
        .filter(isWanted),
    employee(id) {
      const employee =
        employees.get(id) ??
        (isOrganisations(id) ? organisation.employee(id, clock.now()) : undefined)
      return employee && withReference(employee)
    },
    clockings(employeeId, from, to) {
      const own = isOrganisations(employeeId)
        ? organisation.clockings(employeeId, from, to, clock.now())
        : []
      return clockings.over(employeeId, own).filter((item) => touchesMoments(item, from, to))
    },
    absences(employeeId, from, to) {
      const own = isOrganisations(employeeId)
        ? organisation.absences(employeeId, from, to, clock.now())
        : []
      return absences.over(employeeId, own).filter((item) => touchesDates(item, from, to))
    },
    setExternalReference: (employeeId, externalReference) => {
      externalReferences.set(employeeId, externalReference)
    },
    putEmployee(employee) {
      externalReferences.delete(employee.id)
      employees.set(employee.id, employee)
    },
    deleteEmployee(id) {
      employees.delete(id)
      externalReferences.delete(id)
      deletedEmployees.add(id)
      clockings.deleteAllOf(id)
      absences.deleteAllOf(id)
    },
    putClocking: clockings.put,
    deleteClocking: clockings.delete,
    putAbsence: absences.put,
    deleteAbsence: absences.delete,
  }
}
