import { readFileSync } from 'node:fs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryKeys } from '../../lib/store/tables.ts'
import { createToldStore, type Told, type ToldStore } from '../../lib/store/told.ts'
import { toldCodec } from '../../lib/store/told-record.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

let engines: Engines
let store: ToldStore
beforeAll(async () => {
  engines = await startEngines()
  await engines.createTable('told')
  store = createToldStore(engines.documents, 'told', () => Date.parse('2026-11-20T09:00:00Z'))
})
afterAll(() => engines.close())

/** A record as a past version of this code left it in the table. */
const schema1: { pk: string; sk: string } & Record<string, unknown> = JSON.parse(
  readFileSync(new URL('fixtures/told-schema-1.json', import.meta.url), 'utf8'),
)
const event = (type: string, n: number) => ({
  type,
  subject: 'somebody',
  of: 'a',
  sequence: String(n).padStart(20, '0'),
})
const office = { destination: 'slack:office', show: 'opaque', isByType: false } as const
const people = { destination: 'slack:people', show: 'category', isByType: true } as const
const told = (how: Partial<Told>): Told => ({
  record: 'a',
  event: event('clocked-in', 1),
  ...office,
  ...how,
})

test('who was told of a record is remembered once, by destination and by how', async () => {
  await store.note([
    told({}),
    told({}),
    told({ event: event('clocked-out', 2) }),
    told(people),
    told({ record: 'b' }),
  ])
  expect(await store.whoWasTold('a')).toEqual([
    {
      who: { kind: 'destination', ...office },
      events: [event('clocked-in', 1), event('clocked-out', 2)],
    },
    { who: { kind: 'destination', ...people }, events: [event('clocked-in', 1)] },
  ])
  expect(await store.whoWasTold('c')).toEqual([])
})

test('what was kept by rule is read as told by that rule, before everything that comes now', async () => {
  const read = {
    who: { kind: 'rule', rule: 'arrivals' },
    events: [
      { type: 'clocked-in', subject: '', of: '', sequence: '' },
      { type: 'clocked-out', subject: '', of: '', sequence: '' },
    ],
  }
  expect(toldCodec.parse(schema1)).toEqual(read)
  const Item = { ...schema1, types: new Set(['clocked-in', 'clocked-out']) }
  await engines.documents.send(new PutCommand({ TableName: 'told', Item }))
  expect(await store.whoWasTold(schema1.pk.slice('TOLD#'.length))).toEqual([read])
})

test('what a later version wrote stays as it is and is left out', async () => {
  const Key = deliveryKeys.told('d', office)
  const Item = { ...Key, schema: 3, whom: 'everybody' }
  await engines.documents.send(new PutCommand({ TableName: 'told', Item }))
  await store.note([told({ record: 'd' })])
  expect(await store.whoWasTold('d')).toEqual([])
  const { Item: left } = await engines.documents.send(new GetCommand({ TableName: 'told', Key }))
  expect(left).toEqual(Item)
})
