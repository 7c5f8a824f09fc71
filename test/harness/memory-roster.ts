import { epochMs, minute } from '../../lib/attendance/moments.ts'
import type { RosterPorts } from '../../lib/polling/roster/refresh.ts'
import { refreshRoster } from '../../lib/polling/roster/refresh-roster.ts'
import {
  allRetired,
  allStates,
  createEmployeeTable,
  memoryEmployeeStore,
} from '../simulation/ports/employee-table.ts'
import {
  createRecordTables,
  memoryRosterStore,
  memoryShardStore,
  rosterRecord,
} from '../simulation/ports/record-tables.ts'
import type { Effect } from '../simulation/system/process.ts'
import { anEmployee, anId, rules } from './builders.ts'

export const now = '2026-11-18T09:00:00Z'
/** The machines’ clock shows something else, so that nothing can take one for the other. */
export const machineTime = 5_000_000
const atOnce: Effect = async (_service, _name, act) => act()

/** A roster in memory, and the ids that the API answers with, in turn; the last for ever. */
export const aRoster = (...answers: number[][]) => {
  const tables = createRecordTables()
  let clock = epochMs(now)
  const table = createEmployeeTable(() => clock)
  const hooks = { lag: () => 0, onSave: () => {} }
  const deadlines: unknown[] = []
  const told: string[] = []
  const ports: RosterPorts = {
    api: {
      listEmployees: async function* (_filters, call) {
        deadlines.push(call?.deadline)
        const ids = answers[Math.min(deadlines.length, answers.length) - 1] ?? []
        yield { records: ids.map((n) => anEmployee({ id: anId(n) })), rejected: [] }
      },
    },
    roster: memoryRosterStore(tables, atOnce),
    shards: memoryShardStore(tables, atOnce),
    employees: memoryEmployeeStore(table, atOnce, hooks),
    wait: () => new Promise(() => {}),
    delivery: {
      publish: async (entries) => {
        told.push(...entries.map(({ attributes }) => String(attributes['type'])))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
      },
      onPublished: () => {},
      onPublishFailure: () => {},
    },
    now: () => clock,
    machineNow: () => machineTime,
  }
  const refresh = (changed: Partial<RosterPorts> = {}, acceptLoss = false) =>
    refreshRoster(
      { owner: 'me', deadline: machineTime + 60_000, acceptLoss },
      { ...ports, ...changed },
      {
        rules: rules(),
        shardSize: 3,
        leaseSeconds: 310,
        lookbackHours: 24,
        removalAfterMinutes: 10,
      },
    )
  return {
    ports,
    told,
    deadlines,
    record: () => rosterRecord(tables),
    retired: () => allRetired(table),
    shards: async () =>
      (await ports.shards.all()).shards.map(({ shardId, members }) => [shardId, members]),
    /** The state of the n-th employee, wherever they are. */
    state: async (n: number) => allStates(table).find(({ employeeId }) => employeeId === anId(n)),
    refresh,
    /** A refresh so many minutes later. */
    refreshAt: (minutes: number, changed: Partial<RosterPorts> = {}) => {
      clock = epochMs(now) + minutes * minute
      return refresh(changed)
    },
  }
}
