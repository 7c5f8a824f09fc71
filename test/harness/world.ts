import { randomUUID } from 'node:crypto'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { minute, utc } from '../../lib/attendance/moments.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import type { RosterPorts } from '../../lib/polling/roster/refresh.ts'
import { refreshRoster } from '../../lib/polling/roster/refresh-roster.ts'
import type { PollReport } from '../../lib/polling/shard/poll-report.ts'
import { pollShard } from '../../lib/polling/shard/poll-shard.ts'
import { createShardMemory } from '../../lib/polling/shard/shard-memory.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { createRosterStore } from '../../lib/store/roster-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { createWorkforceClient } from '../../lib/workforce/client.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'
import { realTiming } from '../../lib/workforce/waiting.ts'
import { createClock } from '../../local/clock.ts'
import { startWorkforceService } from '../../local/workforce-service/start.ts'
import { anEmployee, anId, rules as defaultRules } from './builders.ts'
import type { Engines } from './engines.ts'

type Fault = {
  on: 'token' | 'employees' | 'clockings' | 'absences' | '*'
  employeeId?: string
  kind: 'status' | 'delay' | 'drop' | 'truncate' | 'html' | 'expire-tokens'
  status?: number
  times: number
}

type Options = {
  /** Where the clock stands; it moves only when told to. */
  now: string
  rules?: Partial<AttendanceRules>
  lookbackHours?: number
  shardSize?: number
}

/** A Workforce service that the test writes to, and the system that polls it. */
export const startWorld = async (engines: Engines, options: Options) => {
  const clock = createClock({ now: Date.parse(options.now), speed: 0 })
  const service = await startWorkforceService({ port: 0, employees: 0, seed: 1, clock })
  const resources = await engines.createResources()
  const requests: string[] = []
  const api = createWorkforceClient({
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    credentials: async () => service,
    requestsPerSecond: 1_000,
    retry: { attempts: 1 },
    hooks: { onRequest: (operation) => requests.push(operation) },
  })
  const published: OutboxEntry[] = []
  const failures: string[] = []
  const common = {
    api,
    roster: createRosterStore(engines.documents, resources.tableName),
    shards: createShardStore(engines.documents, resources.tableName),
    employees: createEmployeeStore(engines.documents, resources.tableName),
    memory: createShardMemory(),
    delivery: {
      publish: publishToTopic(engines.sns, resources.topicArn),
      onPublished: (entry: OutboxEntry) => published.push(entry),
      onPublishFailure: (_id: string, reasons: string[]) => failures.push(...reasons),
    },
    now: clock.now,
    machineNow: Date.now,
    wait: realTiming.sleep,
  } satisfies RosterPorts & PollPorts
  const rules = defaultRules(options.rules)

  const control = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await fetch(`${service.controlUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }

  const world = {
    ...common,
    resources,
    requests,
    published,
    failures,
    service,

    at: (moment: string) => clock.set({ now: Date.parse(moment) }),
    pass: (milliseconds: number) => clock.set({ now: clock.now() + milliseconds }),
    /** What the clock shows, UTC. */
    moment: () => utc(clock.now()),
    ports: common,

    employee: (employee: Employee) => control('PUT', `/employees/${employee.id}`, employee),
    /** Employees with the numbers from one to another, both included. */
    hire: async (from: number, to: number): Promise<void> => {
      for (let n = from; n <= to; n++) await world.employee(anEmployee({ id: anId(n) }))
    },
    removeEmployee: (id: string) => control('DELETE', `/employees/${id}`),
    clocking: (clocking: Clocking) => control('PUT', `/clockings/${clocking.id}`, clocking),
    removeClocking: (id: string) => control('DELETE', `/clockings/${id}`),
    absence: (absence: Absence) => control('PUT', `/absences/${absence.id}`, absence),
    removeAbsence: (id: string) => control('DELETE', `/absences/${id}`),
    fault: (fault: Fault) => control('POST', '/faults', fault),
    noFaults: () => control('DELETE', '/faults'),

    refresh: (request: { acceptLoss?: boolean } = {}) =>
      refreshRoster(
        { owner: randomUUID(), deadline: Date.now() + minute, acceptLoss: false, ...request },
        common,
        {
          rules,
          shardSize: options.shardSize ?? 250,
          leaseSeconds: 60,
          lookbackHours: options.lookbackHours ?? 24,
          removalAfterMinutes: 10,
        },
      ),
    /** Two rosters that agree, ten minutes apart. */
    refreshTwice: async (): Promise<void> => {
      await world.refresh()
      world.pass(10 * minute)
      await world.refresh()
    },

    poll: (shardId = '0001', change = (ports: PollPorts) => ports): Promise<PollReport> => {
      const ports = change(common)
      const deadline = ports.machineNow() + minute
      const request = { shardId, owner: randomUUID(), deadline, publishingDeadline: deadline }
      return pollShard(request, ports, {
        rules,
        lookbackHours: options.lookbackHours ?? 24,
        absencesEverySeconds: 900,
        removalAfterMinutes: 10,
        concurrency: 8,
        leaseSeconds: 60,
      })
    },

    /** Takes the events that subscribers got since the last time, by employee and number. */
    events: async (): Promise<AttendanceEvent[]> => {
      const drained = await engines.drain(resources.queueUrl)
      return drained
        .map(({ event }) => event)
        .sort((a, b) => (a.subject + a.sequence < b.subject + b.sequence ? -1 : 1))
    },
    messages: () => engines.drain(resources.queueUrl),

    state: async (employeeId: string, shardId = '0001') => {
      const { shards } = await common.shards.all()
      const delivered = shards.find((shard) => shard.shardId === shardId)?.delivered
      const options = { isConsistent: true, delivered }
      const { employees } = await common.employees.inShard(shardId, options)
      return employees.find((state) => state.employeeId === employeeId)
    },

    close: async () => {
      await api.close()
      await service.close()
    },
  }
  return world
}
export type World = Awaited<ReturnType<typeof startWorld>>
