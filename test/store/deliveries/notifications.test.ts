import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { notificationCodec } from '../../../lib/store/deliveries/notification-record.ts'
import {
  createNotificationStore,
  type Notification,
} from '../../../lib/store/deliveries/notifications.ts'
import { deliveryKeys } from '../../../lib/store/tables.ts'
import { test as tableTest } from '../../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createNotificationStore(engines.documents, table.name, () => Date.parse('2026-11-20T09:00:00Z')),
)

/** A record as a past version of this code left it in the table. */
const schema1: { pk: string; sk: string } & Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../fixtures/told-schema-1.json', import.meta.url), 'utf8'),
)
const event = (type: string, n: number) => ({
  type,
  subject: 'somebody',
  of: 'a',
  sequence: String(n).padStart(20, '0'),
})
const office = { destination: 'slack:office', show: 'opaque', isByType: false } as const
const people = { destination: 'slack:people', show: 'category', isByType: true } as const
const told = (how: Partial<Notification>): Notification => ({
  record: 'a',
  event: event('clocked-in', 1),
  ...office,
  ...how,
})

test('who was told of a record is remembered once, by destination and by how', async ({
  store,
}) => {
  await store.note([
    told({}),
    told({}),
    told({ event: event('clocked-out', 2) }),
    told(people),
    told({ record: 'b' }),
  ])
  expect(await store.whoWasNotified('a')).toEqual([
    {
      who: { kind: 'destination', ...office },
      events: [event('clocked-in', 1), event('clocked-out', 2)],
    },
    { who: { kind: 'destination', ...people }, events: [event('clocked-in', 1)] },
  ])
  expect(await store.whoWasNotified('c')).toEqual([])
})

test('what was kept by rule is read as told by that rule, before everything that comes now', async ({
  store,
  table,
}) => {
  const read = {
    who: { kind: 'rule', rule: 'arrivals' },
    events: [
      { type: 'clocked-in', subject: '', of: '', sequence: '' },
      { type: 'clocked-out', subject: '', of: '', sequence: '' },
    ],
  }
  expect(notificationCodec.parse(schema1)).toEqual(read)
  const Item = { ...schema1, types: new Set(['clocked-in', 'clocked-out']) }
  await table.write(Item)
  expect(await store.whoWasNotified(schema1.pk.slice('TOLD#'.length))).toEqual([read])
})

test('what a later version wrote stays as it is and is left out', async ({ store, table }) => {
  const Key = deliveryKeys.notification('d', office)
  const Item = { ...Key, schema: 3, whom: 'everybody' }
  await table.write(Item)
  await store.note([told({ record: 'd' })])
  expect(await store.whoWasNotified('d')).toEqual([])
  expect(await table.itemAt(Key)).toEqual(Item)
})
