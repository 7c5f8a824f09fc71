import { randomUUID } from 'node:crypto'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { refreshRoster } from '../../lib/polling/roster/refresh-roster.ts'
import type { RosterReport } from '../../lib/polling/roster/roster-report.ts'
import type { PollReport } from '../../lib/polling/shard/poll-report.ts'
import { pollShard } from '../../lib/polling/shard/poll-shard.ts'
import { createShardMemory } from '../../lib/polling/shard/shard-memory.ts'
import type { WorkforceClient } from '../../lib/workforce/client.ts'
import {
  ofEmployee,
  type RecordReader,
  type RecordsRead,
  readRecords,
} from '../../lib/workforce/listing.ts'
import { ReadAbsence, ReadClocking, ReadEmployee } from '../../lib/workforce/reading.ts'
import { realTiming } from '../../lib/workforce/waiting.ts'
import { aState, rules } from '../harness/builders.ts'
import {
  allStates,
  createEmployeeTable,
  memoryEmployeeStore,
} from '../simulation/ports/employee-table.ts'
import {
  createRecordTables,
  memoryRosterStore,
  memoryShardStore,
} from '../simulation/ports/record-tables.ts'
import type { Effect } from '../simulation/system/process.ts'

const atOnce: Effect = async (_service, _name, act) => act()

const now = epochMs('2026-11-18T18:00:00Z')

const allRules = rules({
  attention: {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 30,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  },
  privacy: { absences: 'full', notes: true, emails: true, payrollNumbers: true },
})

type Api = Pick<WorkforceClient, 'listClockings' | 'listAbsences' | 'listEmployees'>

/** The poller and the roster refresh over stores in memory, and an API that may say anything. */
export const createSystem = (api: Api) => {
  const table = createEmployeeTable(() => now)
  const tables = createRecordTables()
  const published: string[] = []
  const ports = {
    api,
    employees: memoryEmployeeStore(table, atOnce, { lag: () => 0, onSave: () => {} }),
    shards: memoryShardStore(tables, atOnce),
    roster: memoryRosterStore(tables, atOnce),
    delivery: {
      publish: async (entries: readonly { id: string; message: string }[]) => {
        published.push(...entries.map(({ message }) => message))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
      },
      onPublished: () => {},
      onPublishFailure: () => {},
    },
    memory: createShardMemory(),
    now: () => now,
    machineNow: Date.now,
    wait: realTiming.sleep,
  }
  const request = () => ({ owner: randomUUID(), deadline: Date.now() + minute })

  return {
    /** Watches people, in one shard, without having asked for a roster. */
    watch: async (states: EmployeeState[]): Promise<void> => {
      await ports.shards.create({
        shardId: '0001',
        members: states.length,
        polledThrough: '2026-11-18T08:00:00Z',
        absencesReadAt: null,
        behind: { clockings: {}, absences: {} },
        lossAcceptedAt: null,
      })
      for (const state of states) await ports.employees.save('0001', state)
    },
    poll: (): Promise<PollReport> =>
      pollShard({ shardId: '0001', ...request(), publishingDeadline: Date.now() + minute }, ports, {
        rules: allRules,
        lookbackHours: 24,
        absencesEverySeconds: 900,
        removalAfterMinutes: 10,
        concurrency: 4,
        leaseSeconds: 60,
      }),
    refresh: (): Promise<RosterReport> =>
      refreshRoster({ ...request(), acceptLoss: false }, ports, {
        rules: allRules,
        shardSize: 250,
        leaseSeconds: 60,
        lookbackHours: 24,
        removalAfterMinutes: 10,
      }),
    /** Takes the events that were published since the last time. */
    events: (): AttendanceEvent[] => published.splice(0).map((message) => JSON.parse(message)),
    states: (): EmployeeState[] => allStates(table),
  }
}

type Answers = { clockings?: unknown[]; absences?: unknown[] }

async function* page<T>(
  reading: RecordReader<T>,
  items: unknown[],
): AsyncGenerator<RecordsRead<T>> {
  yield readRecords(reading, items)
}

/** Polls the given employees once, of whom the API's pages say the given things. */
export const pollOnce = async (
  answers: Record<string, Answers>,
): Promise<{ report: PollReport; events: AttendanceEvent[]; states: EmployeeState[] }> => {
  const system = createSystem({
    listEmployees: () => page(ReadEmployee, []),
    listClockings: ({ employeeId }) =>
      page(ofEmployee(ReadClocking, employeeId), answers[employeeId]?.clockings ?? []),
    listAbsences: ({ employeeId }) =>
      page(ofEmployee(ReadAbsence, employeeId), answers[employeeId]?.absences ?? []),
  })
  await system.watch(Object.keys(answers).map((employeeId) => aState({ employeeId, version: 0 })))
  const report = await system.poll()
  return { report, events: system.events(), states: system.states() }
}
