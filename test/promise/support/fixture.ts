import { readFileSync } from 'node:fs'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import type { System } from './system.ts'
import type { Item } from './table.ts'

/** What lay in a table at some moment, what the API showed then, and what had been told. */
export type Fixture = {
  now: string
  items: Item[]
  employees: Employee[]
  clockings: Clocking[]
  absences: Absence[]
  told: AttendanceEvent[]
}

const fill = <T extends { id: string }>(map: Map<string, T>, records: readonly T[]): void => {
  for (const record of records) map.set(record.id, record)
}

/** Puts a table of an earlier version, and the world that it was made from, into a system. */
export const load = async (system: System, name: string): Promise<Fixture> => {
  const url = new URL(`../fixtures/${name}.json`, import.meta.url)
  const fixture: Fixture = JSON.parse(readFileSync(url, 'utf8'))
  for (const item of fixture.items) await system.table.put(item)
  fill(system.world.employees, fixture.employees)
  fill(system.world.clockings, fixture.clockings)
  fill(system.world.absences, fixture.absences)
  system.history.push(...fixture.told)
  system.clock.set(fixture.now)
  system.restart()
  return fixture
}
