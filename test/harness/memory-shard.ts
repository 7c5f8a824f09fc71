import { epochMs } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { PollPorts, PollRequest } from '../../lib/polling/poll.ts'
import { pollShard } from '../../lib/polling/shard/poll-shard.ts'
import { createShardMemory } from '../../lib/polling/shard/shard-memory.ts'
import type { Lease } from '../../lib/store/lease.ts'
import { nobodyBehind, type Progress } from '../../lib/store/shard-record.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { createEmployeeTable, memoryEmployeeStore } from '../simulation/ports/employee-table.ts'
import { createRecordTables, memoryShardStore } from '../simulation/ports/record-tables.ts'
import type { Effect } from '../simulation/system/process.ts'
import { rules } from './builders.ts'

/** Reaches a service that answers at once. */
export const atOnce: Effect = async (_service, _name, act) => act()

export const pollTime = epochMs('2026-11-18T18:00:00Z')
/** The machines’ clock shows something else, so that nothing can take one for the other. */
export const machineTime = 5_000_000

/** When the shard was polled last. */
export const before = '2026-11-18T08:00:00Z'

/** One shard in memory, with an API that shows the same clockings for as long as nobody changes it. */
export const memoryShard = async (states: EmployeeState[], clockings: Clocking[] = []) => {
  const employees = memoryEmployeeStore(
    createEmployeeTable(() => pollTime),
    atOnce,
    { lag: () => 0, onSave: () => {} },
  )
  const shards = memoryShardStore(createRecordTables(), atOnce)
  await shards.create({
    shardId: '0001',
    members: states.length,
    polledThrough: before,
    absencesReadAt: before,
    behind: nobodyBehind,
    lossAcceptedAt: null,
  })
  for (const state of states) await employees.save('0001', state)

  const leases: Lease[] = []
  const asked: string[] = []
  const deadlines = new Set<number | undefined>()
  const failures: [string, string[]][] = []
  const published: string[] = []
  const finished: Progress[] = []
  const ports: PollPorts = {
    api: {
      listClockings: async function* ({ employeeId }, call) {
        asked.push(employeeId)
        deadlines.add(call?.deadline)
        const records = clockings.filter((clocking) => clocking.employeeId === employeeId)
        yield { records, rejected: [] }
      },
      listAbsences: async function* (_filters, call) {
        deadlines.add(call?.deadline)
        yield { records: [], rejected: [] }
      },
    },
    shards: {
      takeLease: (shardId, lease) => {
        leases.push(lease)
        return shards.takeLease(shardId, lease)
      },
      finish: (shardId, owner, progress) => {
        finished.push(progress)
        return shards.finish(shardId, owner, progress)
      },
      release: shards.release,
    },
    employees,
    memory: createShardMemory(),
    delivery: {
      publish: async (entries) => {
        published.push(...entries.map(({ attributes }) => String(attributes['type'])))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
      },
      onPublished: () => {},
      onPublishFailure: (id, reasons) => failures.push([id, reasons]),
    },
    now: () => pollTime,
    machineNow: () => machineTime,
    // Nothing takes so long here that it is given up on.
    wait: () => new Promise(() => {}),
  }
  return {
    ports,
    shards,
    leases,
    asked,
    deadlines,
    published,
    failures,
    finished,
    state: async (employeeId: string) => {
      const [shard] = (await shards.all()).shards
      const read = await employees.inShard('0001', { delivered: shard?.delivered })
      return read.employees.find((each) => each.employeeId === employeeId)
    },
    poll: (
      request: Partial<PollRequest> = {},
      changed: Partial<PollPorts> = {},
      settings: { lookbackHours?: number } = {},
    ) =>
      pollShard(
        {
          shardId: '0001',
          owner: 'me',
          deadline: machineTime + 60_000,
          publishingDeadline: machineTime + 70_000,
          ...request,
        },
        { ...ports, ...changed },
        {
          rules: rules(),
          lookbackHours: 24,
          absencesEverySeconds: 900,
          removalAfterMinutes: 10,
          concurrency: 1,
          leaseSeconds: 130,
          ...settings,
        },
      ),
  }
}
