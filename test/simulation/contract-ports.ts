import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { sendTicks } from '../../lib/polling/send-ticks.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { createEmployeeStore, type EmployeeStore } from '../../lib/store/employee-store.ts'
import { createRosterStore, type RosterStore } from '../../lib/store/roster-store.ts'
import { createShardStore, type ShardStore } from '../../lib/store/shard-store.ts'
import type { Engines } from '../harness/engines.ts'
import { createEmployeeTable, memoryEmployeeStore } from './ports/employee-table.ts'
import { createMemoryQueue } from './ports/queue.ts'
import { createRecordTables, memoryRosterStore, memoryShardStore } from './ports/record-tables.ts'
import { memoryTopic } from './ports/topic.ts'
import type { Effect } from './system/process.ts'

/** What the system reaches of AWS, of either kind. */
export type Ports = {
  employees: EmployeeStore
  shards: ShardStore
  roster: RosterStore
  publish: ReturnType<typeof publishToTopic>
  /** Takes what subscribers got. */
  delivered: () => Promise<{ body: string; attributes: Record<string, string | undefined> }[]>
  send: ReturnType<typeof sendTicks>
  /** Takes the bodies that are visible in the queue at once. */
  received: () => Promise<string[]>
}

const atOnce: Effect = async (_service, _name, act) => act()

export const inMemory = async (): Promise<Ports> => {
  const records = createRecordTables()
  const messages: { body: string; attributes: Record<string, string> }[] = []
  const queue = createMemoryQueue({
    now: () => 0,
    choose: () => 0,
    onVisible: () => {},
    visibilityTimeoutSeconds: 30,
    retentionSeconds: 600,
    maxReceiveCount: 3,
  })
  const topic = memoryTopic(atOnce, {
    isTaken: () => true,
    deliver: (message) => messages.push(message),
  })
  return {
    employees: memoryEmployeeStore(
      createEmployeeTable(() => 0),
      atOnce,
      {
        lag: () => 0,
        onSave: () => {},
      },
    ),
    shards: memoryShardStore(records, atOnce),
    roster: memoryRosterStore(records, atOnce),
    publish: publishToTopic(topic, 'topic'),
    delivered: async () => messages.splice(0),
    send: sendTicks(queue.sender(atOnce), 'queue'),
    received: async () => {
      const bodies: string[] = []
      for (let next = queue.receive(); next !== null; next = queue.receive()) bodies.push(next.body)
      return bodies
    },
  }
}

export const onEngines = async (engines: Engines): Promise<Ports> => {
  const { tableName, topicArn, queueUrl } = await engines.createResources()
  const { queueUrl: ticksUrl } = await engines.createResources()
  const { documents, sns, sqs } = engines
  return {
    employees: createEmployeeStore(documents, tableName),
    shards: createShardStore(documents, tableName),
    roster: createRosterStore(documents, tableName),
    publish: publishToTopic(sns, topicArn),
    delivered: async () =>
      (await engines.drain(queueUrl)).map(({ event, attributes }) => ({
        body: JSON.stringify(event),
        attributes,
      })),
    send: sendTicks(sqs, ticksUrl),
    received: async () => {
      const command = new ReceiveMessageCommand({ QueueUrl: ticksUrl, MaxNumberOfMessages: 10 })
      return ((await sqs.send(command)).Messages ?? []).map(({ Body = '' }) => Body)
    },
  }
}
