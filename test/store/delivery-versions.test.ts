import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeliveryStore, type DeliveryStore } from '../../lib/store/delivery-store.ts'
import type { DestinationRecord } from '../../lib/store/destination-record.ts'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { deliveryKeys } from '../../lib/store/tables.ts'
import type { Waiting } from '../../lib/store/waiting.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

let engines: Engines
let store: DeliveryStore
let tableName: string
let unreadable: unknown[]
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  tableName = (await engines.createResources()).tableName
  unreadable = []
  store = createDeliveryStore(
    engines.documents,
    tableName,
    () => 1_500,
    (...told) => unreadable.push(told),
  )
})
afterAll(() => engines.close())

const waitingThing = (id: string, overrides: Partial<Waiting> = {}): Waiting => ({
  id,
  rule: 'clock-ins',
  dueAt: '2026-11-20T12:01:00Z',
  event: '{"type":"attendance.clocked-in"}',
  ...overrides,
})
const fresh: DestinationRecord = { sent: [], notBefore: 0, gone: null }

/** Writes an item as another version of this code would have. */
const write = (item: Record<string, unknown>) =>
  engines.documents.send(new PutCommand({ TableName: tableName, Item: item }))
const itemAt = async (Key: { pk: string; sk: string }) =>
  (await engines.documents.send(new GetCommand({ TableName: tableName, Key }))).Item

describe('records of other versions', () => {
  const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })
  const newer = {
    ...deliveryKeys.waiting('slack', 'a'),
    schema: 2,
    id: 'a',
    says: [{ rule: 'clock-ins' }],
    ttl: 7,
  }

  test('carry the number of their schema, each of them', async () => {
    await store.add('slack', [waitingThing('a'), waitingThing('b')])
    await store.settle('slack', ['a'])
    await store.takeLease('slack', lease('one'))
    await store.recordSent('slack', 'one', ['b'], 9)
    expect(await itemAt(deliveryKeys.waiting('slack', 'b'))).toMatchObject({ schema: 1 })
    expect(await itemAt(deliveryKeys.delivered('slack', 'a'))).toMatchObject({ schema: 1 })
    expect(await itemAt(deliveryKeys.destination('slack'))).toMatchObject({ schema: 1 })
    await store.takeLease('email', lease('one'))
    await store.release('email', 'one', fresh)
    expect(await itemAt(deliveryKeys.destination('email'))).toMatchObject({ schema: 1 })
  })

  test('from before they had one are read as they were meant', async () => {
    await write({ ...deliveryKeys.waiting('slack', 'a'), ...waitingThing('a'), ttl: 7 })
    await write({ ...deliveryKeys.delivered('slack', 'b'), ttl: 7 })
    const record = { sent: ['b'], notBefore: 5, gone: { reason: '410', fingerprint: 'f' } }
    await write({ ...deliveryKeys.destination('slack'), ...record })
    await write({ ...deliveryKeys.destination('email') })
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('a')], next: null })
    expect(await store.delivered('slack', ['a', 'b'])).toEqual(new Set(['b']))
    expect(await store.takeLease('slack', lease('one'))).toEqual(record)
    expect(await store.takeLease('email', lease('one'))).toEqual(fresh)
    expect(unreadable).toEqual([])
  })

  test('of a later version are not told, not written over and not deleted', async () => {
    await write(newer)
    await store.add('slack', [waitingThing('a'), waitingThing('b')])
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('b')], next: null })
    await store.settle('slack', ['b'])
    expect(await store.waiting('slack')).toEqual({ waiting: [], next: null })
    expect(await itemAt(deliveryKeys.waiting('slack', 'a'))).toEqual(newer)
    expect(unreadable).toEqual([
      ['slack', 1],
      ['slack', 1],
    ])
  })

  test('of a later version that say that something was told are believed', async () => {
    const mark = { ...deliveryKeys.delivered('slack', 'a'), schema: 9, by: 'somebody', ttl: 7 }
    await write(mark)
    expect(await store.delivered('slack', ['a', 'b'])).toEqual(new Set(['a']))
    expect(await itemAt(deliveryKeys.delivered('slack', 'a'))).toEqual(mark)
  })

  test('that cannot be read stay, are counted, and do not stand before what can', async () => {
    for (let n = 0; n < 12; n++) {
      const id = `a${String(n).padStart(2, '0')}`
      await write({ ...deliveryKeys.waiting('slack', id), id, event: 'x'.repeat(200_000) })
    }
    await store.add('slack', [waitingThing('b')])
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('b')], next: null })
    expect(unreadable).toEqual([['slack', 12]])
  })

  test.each([
    ['a later version', { schema: 2, sent: { a: 1 } }],
    ['nobody who could be understood', { schema: 1, sent: 'a' }],
  ])('about a destination by %s are left as they are, and no lease stays', async (_who, fields) => {
    const record = { ...deliveryKeys.destination('slack'), ...fields }
    await write(record)
    await expect(store.takeLease('slack', lease('one'))).rejects.toThrow(UnreadableRecordError)
    expect(await itemAt(deliveryKeys.destination('slack'))).toEqual(record)
    await expect(store.takeLease('slack', lease('two'))).rejects.toThrow(UnreadableRecordError)
    expect(await store.takeLease('email', lease('two'))).toEqual(fresh)
  })
})
