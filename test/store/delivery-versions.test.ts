import { describe, expect } from 'vitest'
import { createDeliveryStore } from '../../lib/store/deliveries/delivery-store.ts'
import type { DestinationRecord } from '../../lib/store/deliveries/destination-record.ts'
import type { Waiting } from '../../lib/store/deliveries/waiting.ts'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { deliveryKeys } from '../../lib/store/tables.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest
  .extend('unreadable', (): unknown[] => [])
  .extend('store', ({ engines, table, unreadable }) =>
    createDeliveryStore(
      engines.documents,
      table.name,
      () => 1_500,
      (...told) => unreadable.push(told),
    ),
  )

const waitingThing = (id: string, overrides: Partial<Waiting> = {}): Waiting => ({
  id,
  rule: 'clock-ins',
  dueAt: '2026-11-20T12:01:00Z',
  event: '{"type":"attendance.clocked-in"}',
  ...overrides,
})
const fresh: DestinationRecord = { sent: [], notBefore: 0, gone: null }

describe('records of other versions', () => {
  const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })
  const newer = {
    ...deliveryKeys.waiting('slack', 'a'),
    schema: 2,
    id: 'a',
    says: [{ rule: 'clock-ins' }],
    ttl: 7,
  }

  test('carry the number of their schema, each of them', async ({ store, table }) => {
    await store.add('slack', [waitingThing('a'), waitingThing('b')])
    await store.settle('slack', ['a'], 5_000)
    await store.takeLease('slack', lease('one'))
    await store.recordSent('slack', 'one', ['b'], 9)
    expect(await table.itemAt(deliveryKeys.waiting('slack', 'b'))).toMatchObject({ schema: 1 })
    expect(await table.itemAt(deliveryKeys.delivered('slack', 'a'))).toMatchObject({ schema: 1 })
    expect(await table.itemAt(deliveryKeys.destination('slack'))).toMatchObject({ schema: 1 })
    await store.takeLease('email', lease('one'))
    await store.release('email', 'one', fresh)
    expect(await table.itemAt(deliveryKeys.destination('email'))).toMatchObject({ schema: 1 })
  })

  test('from before they had one are read as they were meant', async ({
    store,
    table,
    unreadable,
  }) => {
    await table.write({ ...deliveryKeys.waiting('slack', 'a'), ...waitingThing('a'), ttl: 7 })
    // 30 days after nine seconds past the epoch.
    await table.write({ ...deliveryKeys.delivered('slack', 'b'), ttl: 9 + 30 * 86_400 })
    const record = { sent: ['b'], notBefore: 5, gone: { reason: '410', fingerprint: 'f' } }
    await table.write({ ...deliveryKeys.destination('slack'), ...record })
    await table.write({ ...deliveryKeys.destination('email') })
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('a')], next: null })
    expect(await store.delivered('slack', ['a', 'b'])).toEqual(new Map([['b', 9_000]]))
    expect(await store.takeLease('slack', lease('one'))).toEqual(record)
    expect(await store.takeLease('email', lease('one'))).toEqual(fresh)
    expect(unreadable).toEqual([])
  })

  test('of a later version are not told, not written over and not deleted', async ({
    store,
    table,
    unreadable,
  }) => {
    await table.write(newer)
    await store.add('slack', [waitingThing('a'), waitingThing('b')])
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('b')], next: null })
    await store.settle('slack', ['b'], 5_000)
    expect(await store.waiting('slack')).toEqual({ waiting: [], next: null })
    expect(await table.itemAt(deliveryKeys.waiting('slack', 'a'))).toEqual(newer)
    expect(unreadable).toEqual([
      ['slack', 1],
      ['slack', 1],
    ])
  })

  test('of a later version that say that something was told are believed', async ({
    store,
    table,
  }) => {
    const mark = {
      ...deliveryKeys.delivered('slack', 'a'),
      schema: 9,
      by: 'somebody',
      before: 8,
      ttl: 7,
    }
    await table.write(mark)
    expect(await store.delivered('slack', ['a', 'b'])).toEqual(new Map([['a', 8]]))
    expect(await table.itemAt(deliveryKeys.delivered('slack', 'a'))).toEqual(mark)
  })

  test('that cannot be read stay, are counted, and do not stand before what can', async ({
    store,
    table,
    unreadable,
  }) => {
    for (let n = 0; n < 12; n++) {
      const id = `a${String(n).padStart(2, '0')}`
      await table.write({ ...deliveryKeys.waiting('slack', id), id, event: 'x'.repeat(200_000) })
    }
    await store.add('slack', [waitingThing('b')])
    expect(await store.waiting('slack')).toEqual({ waiting: [waitingThing('b')], next: null })
    expect(unreadable).toEqual([['slack', 12]])
  })

  test.for<[string, object]>([
    ['a later version', { schema: 2, sent: { a: 1 } }],
    ['nobody who could be understood', { schema: 1, sent: 'a' }],
  ])(
    'about a destination by %s are left as they are, and no lease stays',
    async ([, fields], { store, table }) => {
      const record = { ...deliveryKeys.destination('slack'), ...fields }
      await table.write(record)
      await expect(store.takeLease('slack', lease('one'))).rejects.toThrow(UnreadableRecordError)
      expect(await table.itemAt(deliveryKeys.destination('slack'))).toEqual(record)
      await expect(store.takeLease('slack', lease('two'))).rejects.toThrow(UnreadableRecordError)
      expect(await store.takeLease('email', lease('two'))).toEqual(fresh)
    },
  )
})
