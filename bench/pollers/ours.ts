import { randomUUID } from 'node:crypto'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import { Attention, Privacy, Workday } from '../../lib/attendance/rules.ts'
import { systemClock } from '../../lib/platform/clock.ts'
import { publishToLog } from '../../lib/polling/publishing/publish-to-log.ts'
import { refreshRoster } from '../../lib/polling/roster/refresh-roster.ts'
import { pollShard } from '../../lib/polling/shard/poll-shard.ts'
import { createShardMemory } from '../../lib/polling/shard/shard-memory.ts'
import { deadlinesFor, functionTimeoutSeconds, leaseSeconds } from '../../lib/polling/timing.ts'
import type { PublishedEvent } from '../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../lib/publishing/publish-and-hand-on.ts'
import { publisherFor } from '../../lib/publishing/publisher.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { createRosterStore } from '../../lib/store/roster-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { realTiming } from '../../lib/workforce/waiting.ts'
import { clientFor } from './client.ts'
import type { MeasuredPoller, World } from './poller.ts'

const rules: AttendanceRules = {
  source: '/attendance-events/bench',
  workday: Workday.parse({ timeZone: 'Europe/London' }),
  attention: Attention.parse({}),
  privacy: Privacy.parse({}),
  baseline: 'silent',
}

/** As the settings have them unless they say otherwise. */
const settings = {
  rules,
  lookbackHours: 24,
  absencesEverySeconds: 900,
  removalAfterMinutes: 10,
}
/** As the settings have it, likewise. */
export const usualShardSize = 250

const deadlinesOf = (name: keyof typeof functionTimeoutSeconds) =>
  deadlinesFor(functionTimeoutSeconds[name] * 1_000, systemClock.now())

/**
 * The poll of this project, shard after shard, as one warm function makes it. Everything is real
 * but the API and AWS; logs and metrics are not written.
 */
export const ours = (world: World, shardSize = usualShardSize): MeasuredPoller => {
  const { database, sns, tableName, eventsTable, topicArn, inFlight, now } = world
  const documents = documentClient(database)
  const log = createLogWriter(createSegmentStore(documents, eventsTable), {
    days: 30,
    now,
    machineNow: systemClock.now,
  })
  const shards = createShardStore(documents, tableName)
  const ports = {
    api: clientFor(world),
    shards,
    employees: createEmployeeStore(documents, tableName),
    memory: createShardMemory(),
    roster: createRosterStore(documents, tableName),
    delivery: {
      publish: publishAndHandOn<PublishedEvent>(
        publisherFor(sns, { topicArn, fifoTopicArn: undefined }),
        publishToLog(log),
      ),
      onPublished: () => {},
      onPublishFailure: (_employeeId: string, failures: string[]) => {
        throw new Error(`Events were not taken: ${failures.join(', ')}`)
      },
    },
    now,
    machineNow: systemClock.now,
    wait: realTiming.sleep,
  }
  let shardIds: string[] = []

  return {
    prepare: async () => {
      const { deadline } = deadlinesOf('refreshRoster')
      const request = { owner: randomUUID(), deadline, acceptLoss: false }
      const refreshing = { ...settings, shardSize, leaseSeconds: leaseSeconds.refreshRoster }
      const report = await refreshRoster(request, ports, refreshing)
      if (report.kind !== 'refreshed') throw new Error(`The roster was ${report.kind}`)
      shardIds = (await shards.all()).shards.map(({ shardId }) => shardId)
    },

    poll: async () => {
      const polling = {
        ...settings,
        concurrency: inFlight,
        leaseSeconds: leaseSeconds.pollShard,
      }
      for (const shardId of shardIds) {
        const request = { shardId, owner: randomUUID(), ...deadlinesOf('pollShard') }
        const report = await pollShard(request, ports, polling)
        if (report.kind !== 'polled' || report.failures.length + report.leftOver > 0)
          throw new Error(`Shard ${shardId} was not polled whole: ${report.kind}`)
      }
    },
  }
}
