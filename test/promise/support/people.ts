import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { aClocking, aHoliday, anEmployee, anId } from '../../harness/builders.ts'
import type { System } from './system.ts'
import type { World } from './world.ts'

/** The n-th person. */
export const personId = (n: number): string => anId(n)

/** Employs the n-th person. */
export const employ = (world: World, n: number, overrides: Partial<Employee> = {}): void => {
  const employee = anEmployee({ id: anId(n), email: `${n}@example.org`, ...overrides })
  world.employees.set(employee.id, employee)
}

/** The n-th person is on no roster any more. */
export const dismiss = (world: World, n: number): void => void world.employees.delete(anId(n))

let made = 1_000

/** Writes a clocking of the n-th person down. @returns its id */
export const clock = (world: World, n: number, clocking: Partial<Clocking>): string => {
  const id = clocking.id ?? anId(++made, 1)
  world.clockings.set(id, aClocking({ ...clocking, id, employeeId: anId(n) }))
  return id
}

/** Corrects a clocking. */
export const correct = (world: World, id: string, change: Partial<Clocking>): void => {
  const clocking = world.clockings.get(id)
  if (clocking === undefined) throw new Error(`There is no clocking ${id}`)
  world.clockings.set(id, { ...clocking, ...change })
}

/** Writes a holiday of the n-th person down, whole days. @returns its id */
export const holiday = (
  world: World,
  n: number,
  from: string,
  to: string | null,
  id = anId(++made, 3),
): string => {
  const absence: Absence = aHoliday({
    id,
    employeeId: anId(n),
    start: { $type: 'LocalDate', date: from },
    end: to === null ? null : { $type: 'LocalDate', date: to },
  })
  world.absences.set(id, absence)
  return id
}

/** Employs people 1 to `count`, and lets the first roster and poll find them. */
export const watch = async (system: System, count: number): Promise<void> => {
  for (let n = 1; n <= count; n++) employ(system.world, n)
  await system.refresh()
  await system.poll()
}
