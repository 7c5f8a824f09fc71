import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'

/** What a Workforce service holds: records by id, as it would serve them. */
export type World = {
  employees: Map<string, Employee>
  clockings: Map<string, Clocking>
  absences: Map<string, Absence>
}

export const emptyWorld = (): World => ({
  employees: new Map(),
  clockings: new Map(),
  absences: new Map(),
})

/** The world as it stands now: what a replica that lags still serves later. */
export const copyOf = (world: World): World => structuredClone(world)

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

/** Spec section 4.1, filtered and sorted by id. */
export const employeesIn = (world: World, isTerminated: boolean | null): Employee[] =>
  [...world.employees.values()]
    .filter(({ _metadata }) => isTerminated === null || _metadata.isTerminated === isTerminated)
    .sort(byId)

/** Spec section 4.3, rule 1: active at any moment of the range, epoch milliseconds. */
export const clockingsIn = (
  world: World,
  employeeId: string,
  { from, to }: { from: number; to: number },
): Clocking[] =>
  [...world.clockings.values()]
    .filter(
      (clocking) =>
        clocking.employeeId === employeeId &&
        Date.parse(clocking.start) <= to &&
        (clocking.end === null || Date.parse(clocking.end) >= from),
    )
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || byId(a, b))

/** Spec section 4.4: holds on any of the dates, both inclusive. */
export const absencesIn = (
  world: World,
  employeeId: string,
  { from, to }: { from: string; to: string },
): Absence[] =>
  [...world.absences.values()]
    .filter(
      (absence) =>
        absence.employeeId === employeeId &&
        absence.start.date <= to &&
        (absence.end === null || absence.end.date >= from),
    )
    .sort(byId)
