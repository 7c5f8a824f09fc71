import type * as z from 'zod'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state.ts'
import type { PollReport } from '../../lib/polling/poll-report.ts'
import { pollShard } from '../../lib/polling/poll-shard.ts'
import {
  ofEmployee,
  ReadAbsence,
  ReadClocking,
  type RecordsRead,
  readRecords,
} from '../../lib/workforce/reading.ts'
import { aState, rules } from '../harness/builders.ts'
import { createEmployeeTable, memoryEmployeeStore } from '../simulation/ports/employee-table.ts'
import { createRecordTables, memoryShardStore } from '../simulation/ports/record-tables.ts'
import type { Effect } from '../simulation/system/process.ts'

const atOnce: Effect = async (_service, _name, act) => act()

type Answers = { clockings?: unknown[]; absences?: unknown[] }

const now = epochMs('2026-11-18T18:00:00Z')

async function* page<T>(schema: z.ZodType<T>, items: unknown[]): AsyncGenerator<RecordsRead<T>> {
  yield readRecords(schema, items)
}

/**
 * Polls the given employees once, of whom the API says the given things, as they came over
 * the wire.
 */
export const pollOnce = async (
  answers: Record<string, Answers>,
  states = Object.keys(answers).map((employeeId) => aState({ employeeId, version: 0 })),
): Promise<{ report: PollReport; events: AttendanceEvent[]; states: EmployeeState[] }> => {
  const table = createEmployeeTable(() => now)
  const employees = memoryEmployeeStore(table, atOnce, { lag: () => 0, onSave: () => {} })
  const shards = memoryShardStore(createRecordTables(), atOnce)
  await shards.create({
    shardId: '0001',
    members: states.length,
    polledThrough: '2026-11-18T08:00:00Z',
    absencesReadAt: null,
    sweep: null,
  })
  for (const state of states) await employees.save('0001', state)
  const published: { message: string }[] = []
  const report = await pollShard(
    { shardId: '0001', owner: 'test', deadline: now + 60_000, publishingDeadline: now + 60_000 },
    {
      api: {
        listClockings: ({ employeeId }) =>
          page(ofEmployee(ReadClocking, employeeId), answers[employeeId]?.clockings ?? []),
        listAbsences: ({ employeeId }) =>
          page(ofEmployee(ReadAbsence, employeeId), answers[employeeId]?.absences ?? []),
      },
      shards,
      employees,
      delivery: {
        publish: async (entries) => {
          published.push(...entries)
          return { acknowledged: new Set(entries.map(({ id }) => id)), failures: [] }
        },
        onPublished: () => {},
        onPublishFailure: () => {},
      },
      now: () => now,
      machineNow: () => now,
    },
    {
      rules: rules({
        attention: {
          clockingLongerThanHours: 8,
          breakLongerThanMinutes: 30,
          clockedInWhileAbsent: true,
          returnOverdue: true,
        },
        privacy: { absences: 'full', notes: true, emails: true, payrollNumbers: true },
      }),
      lookbackHours: 24,
      absencesEverySeconds: 900,
      concurrency: 4,
      leaseSeconds: 60,
    },
  )
  const saved = await employees.inShard('0001')
  return {
    report,
    events: published.map(({ message }): AttendanceEvent => JSON.parse(message)),
    states: saved.employees,
  }
}
