import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs, utc } from '../../../lib/attendance/moments.ts'
import type { EmployeeState, OutboxEntry } from '../../../lib/attendance/state/state.ts'
import type {
  EventsAnswer,
  OneEmployeeAnswer,
  PresenceAnswer,
} from '../../../lib/read-api/answers.ts'
import { createEmployeeStore } from '../../../lib/store/employee-store.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../../lib/store/events/segment-store.ts'
import { nobodyBehind, type Shard } from '../../../lib/store/shard-record.ts'
import { createShardStore } from '../../../lib/store/shard-store.ts'
import { startReadApi } from '../../../local/read-api/start.ts'
import { longAfter } from '../../harness/builders.ts'
import { test as engineTest } from '../../harness/engine-test.ts'
import type { Engines } from '../../harness/engines.ts'
import { captureOutput } from '../../harness/output.ts'
import { settingsOf } from '../../infra/environment.ts'
import { createTestClock } from '../../promise/support/clock.ts'

export type ReadOptions = {
  now?: string
  privacy?: Record<string, string | boolean>
  days?: number
}

/** Whatever is asked for. */
type Answer = EventsAnswer & PresenceAnswer & OneEmployeeAnswer & { detail: string }

/** An event as the log keeps it. */
export const logged = (event: AttendanceEvent): OutboxEntry => ({
  id: event.id,
  type: event.type,
  time: event.time,
  recordedtime: event.recordedtime,
  message: JSON.stringify(event),
  attributes: { type: event.type, employeeId: event.subject, baseline: 'false' },
})

const startWorld = async (engines: Engines, options: ReadOptions) => {
  const clock = createTestClock(options.now ?? '2026-11-20T12:00:00Z')
  const [tableName, eventsTable] = [`state-${randomUUID()}`, `events-${randomUUID()}`]
  await Promise.all([engines.createTable(tableName), engines.createTable(eventsTable)])
  for (const [name, value] of Object.entries(engines.environment)) vi.stubEnv(name, value)
  const output = captureOutput()
  const days = options.days ?? 30
  const settings = settingsOf({ eventLogDays: days, privacy: { ...options.privacy } })
  const resources = { tableName, eventsTable }
  const api = await startReadApi({ settings, resources, clock, port: 0 })
  const segments = createSegmentStore(engines.documents, eventsTable)
  const employees = createEmployeeStore(engines.documents, tableName)
  const shards = createShardStore(engines.documents, tableName)
  const times = { days, now: clock.now, machineNow: clock.now }

  return {
    clock,
    output,
    segments,
    resources,
    url: api.url,
    /** A writer of the log of its own. */
    writer: () => createLogWriter(segments, times),
    /** Appends events to the lane of the shard 0001, at once. */
    append: (...events: AttendanceEvent[]) =>
      createLogWriter(segments, times).append(1, events.map(logged)),
    /** Saves people in a shard that was polled just now. */
    save: async (people: EmployeeState[], shard: Partial<Shard> = {}): Promise<void> => {
      const at = utc(clock.now())
      await shards.create({
        shardId: '0001',
        members: people.length,
        polledThrough: at,
        absencesReadAt: at,
        behind: nobodyBehind,
        lossAcceptedAt: null,
        ...shard,
      })
      for (const each of people)
        await employees.save(shard.shardId ?? '0001', { ...each, version: 0 })
    },
    /** Drops the state of somebody who has left, but for the number of their last event. */
    retire: (state: EmployeeState, shardId: string) => employees.retire(shardId, state, longAfter),
    /** Asks, and reads the answer. */
    get: async (path: string) => {
      const response = await fetch(`${api.url}${path}`)
      return { status: response.status, body: (await response.json()) as Answer, response }
    },
    /** The status of an answer to another method. */
    statusOf: async (method: string, path: string) =>
      (await fetch(`${api.url}${path}`, { method })).status,
    at: (moment: string) => clock.set(utc(epochMs(moment))),
    close: api.close,
  }
}
export type ReadWorld = Awaited<ReturnType<typeof startWorld>>

/** A test that may start read APIs over tables of their own; they end with it. */
export const test = engineTest.extend(
  'start',
  async ({ engines }, { onCleanup }): Promise<(options?: ReadOptions) => Promise<ReadWorld>> => {
    const started: ReadWorld[] = []
    onCleanup(async () => {
      vi.restoreAllMocks()
      vi.unstubAllEnvs()
      for (const world of started) await world.close()
    })
    return async (options = {}) => {
      const world = await startWorld(engines, options)
      started.push(world)
      return world
    }
  },
)
