import { randomUUID } from 'node:crypto'
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { sendTicks } from '../../lib/polling/dispatching/send-ticks.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { type BudgetStore, createBudgetStore } from '../../lib/store/budget-store.ts'
import { createEmployeeStore, type EmployeeStore } from '../../lib/store/employee-store.ts'
import { createRosterStore, type RosterStore } from '../../lib/store/roster-store.ts'
import { createShardStore, type ShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import type { Engines } from '../harness/engines.ts'
import { createBudgetRecord, memoryBudgetStore } from './ports/budget-record.ts'
import type { Item, RecordKind } from './ports/code-version.ts'
import {
  createEmployeeTable,
  type EmployeeTable,
  memoryEmployeeStore,
} from './ports/employee-table.ts'
import { createMemoryQueue } from './ports/queue.ts'
import {
  createRecordTables,
  memoryRosterStore,
  memoryShardStore,
  type RecordTables,
} from './ports/record-tables.ts'
import { memoryTopic } from './ports/topic.ts'
import type { Effect } from './system/process.ts'

/** What the system reaches of AWS, of either kind. */
export type Ports = {
  employees: EmployeeStore
  shards: ShardStore
  roster: RosterStore
  budget: BudgetStore
  publish: ReturnType<typeof publishToTopic>
  /** Takes what subscribers got. */
  delivered: () => Promise<{ body: string; attributes: Record<string, string | undefined> }[]>
  send: ReturnType<typeof sendTicks>
  /** A record as it lies in the table; employees in the shard 0001. */
  itemOf: (kind: RecordKind, id: string) => Promise<Item | undefined>
  /** Leaves a record as another version of the code would. */
  rewrite: (kind: RecordKind, id: string, change: (item: Item) => Item) => Promise<void>
  /** Takes the bodies that are visible in the queue at once. */
  received: () => Promise<string[]>
}

const atOnce: Effect = async (_service, _name, act) => act()

/** The records of the tables in memory, as they lie there. */
const recordsIn = ({ shards, retired }: EmployeeTable, records: RecordTables) => {
  const placeOf = (kind: RecordKind, id: string): { item: Item } | null => {
    if (kind === 'roster') return records.roster
    if (kind === 'shard') return records.shards.get(id) ?? null
    return shards.get('0001')?.get(id)?.at(-1)?.written ?? null
  }
  const itemOf: Ports['itemOf'] = async (kind, id) =>
    kind === 'former employee' ? retired.get(id) : placeOf(kind, id)?.item
  const rewrite: Ports['rewrite'] = async (kind, id, change) => {
    const [item, place] = [await itemOf(kind, id), placeOf(kind, id)]
    if (item === undefined) throw new Error(`There is no ${kind} ${id}`)
    if (kind === 'former employee') retired.set(id, change(item))
    else if (place !== null) place.item = change(item)
    shards.get('0001')?.get(id)?.at(-1)?.reads.clear()
  }
  return { itemOf, rewrite }
}

/** The records of a table of DynamoDB, likewise. */
const itemsIn = ({ documents }: Engines, tableName: string) => {
  const keyOf: Record<RecordKind, (id: string) => { pk: string; sk: string }> = {
    roster: () => keys.rosterRecord,
    shard: keys.shard,
    employee: (id) => keys.employee('0001', id),
    'former employee': keys.retired,
  }
  const itemOf: Ports['itemOf'] = async (kind, id) =>
    (await documents.send(new GetCommand({ TableName: tableName, Key: keyOf[kind](id) }))).Item
  const rewrite: Ports['rewrite'] = async (kind, id, change) => {
    const item = await itemOf(kind, id)
    if (item === undefined) throw new Error(`There is no ${kind} ${id}`)
    await documents.send(new PutCommand({ TableName: tableName, Item: change(item) }))
  }
  return { itemOf, rewrite }
}

export const inMemory = async (): Promise<Ports> => {
  const records = createRecordTables()
  const table = createEmployeeTable(() => 0)
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
    employees: memoryEmployeeStore(table, atOnce, { lag: () => 0, onSave: () => {} }),
    shards: memoryShardStore(records, atOnce),
    roster: memoryRosterStore(records, atOnce),
    budget: memoryBudgetStore(createBudgetRecord(), atOnce),
    ...recordsIn(table, records),
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
    budget: createBudgetStore(documents, tableName),
    ...itemsIn(engines, tableName),
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

/** The ports of the simulation, and those of production, which must be the same to whoever uses them. */
export const implementations = [
  ['in memory', inMemory],
  ['on dynalite and fauxqs', onEngines],
] as const

/** An event that waits to be published, of so many characters and some. */
export const anEntryOf = (n: number, size = 10): OutboxEntry => ({
  id: randomUUID(),
  type: 'attendance.clocked-in',
  time: '2026-11-18T08:00:00Z',
  recordedtime: '2026-11-18T08:00:00Z',
  message: JSON.stringify({ n, text: 'x'.repeat(size) }),
  attributes: { type: 'attendance.clocked-in', baseline: 'false' },
})
