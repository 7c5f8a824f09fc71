import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { createFollowerStore } from '../../lib/store/deliveries/followers.ts'
import {
  createNotificationStore,
  type Notification,
} from '../../lib/store/deliveries/notifications.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'
import {
  createNotificationTable,
  memoryFollowerStore,
  memoryNotificationStore,
} from './ports/notifications.ts'
import type { Effect } from './system/process.ts'

const inMemory = async () => {
  const effect: Effect = async (_service, _name, act) => act()
  return {
    told: memoryNotificationStore(createNotificationTable(), effect),
    followers: memoryFollowerStore(new Map(), effect),
  }
}

const onDynalite = async (engines: Engines) => {
  const name = `told-${randomUUID()}`
  await engines.createTable(name)
  const now = () => Date.parse('2026-11-20T09:00:00Z')
  return {
    told: createNotificationStore(engines.documents, name, now),
    followers: createFollowerStore(engines.documents, name, now),
  }
}

const event = (type: string, n: number) => ({
  type,
  subject: 'somebody',
  of: 'a',
  sequence: String(n).padStart(20, '0'),
})
const office = { destination: 'slack:office', show: 'opaque', isByType: false } as const
const told = (how: Partial<Notification>): Notification => ({
  record: 'a',
  event: event('clocked-in', 1),
  ...office,
  ...how,
})
const follower = (id: string, size = 10) => ({ id, event: 'x'.repeat(size) })

describe.each([
  ['in memory', inMemory],
  ['on dynalite', onDynalite],
])('what is remembered of records %s', (_kind, open) => {
  const test = engineTest.extend('stores', ({ engines }) => open(engines))

  test('is who was told which events of them, each way of telling apart, once', async ({
    stores,
  }) => {
    const { told: store } = stores
    const people = { ...office, show: 'category', isByType: true } as const
    const out = event('clocked-out', 2)
    await store.note([told({}), told({ event: out }), told(people), told({ record: 'b' })])
    await store.note([told({}), told({ event: out })])
    expect(await store.whoWasNotified('a')).toEqual([
      { who: { kind: 'destination', ...people }, events: [event('clocked-in', 1)] },
      { who: { kind: 'destination', ...office }, events: [event('clocked-in', 1), out] },
    ])
    expect(await store.whoWasNotified('c')).toEqual([])
  })

  test('is what follows on them, once, however much that is', async ({ stores }) => {
    const { followers: store } = stores
    const all = Array.from({ length: 6 }, (_, n) => follower(`${n}`, 300_000))
    for (const each of [...all, ...all]) await store.remember('a', each)
    await store.remember('b', follower('9'))
    expect(await store.followersOf('a')).toEqual(all)
    expect(await store.followersOf('c')).toEqual([])
  })

  test('is the first event that put an end to what was overdue', async ({ stores }) => {
    const { told: store } = stores
    const overdue = event('break-overdue', 3)
    expect(await store.clear('a', 'slack:office', overdue, 'one')).toBe(true)
    expect(await store.clear('a', 'slack:office', overdue, 'two')).toBe(false)
    expect(await store.clear('a', 'slack:office', overdue, 'one')).toBe(true)
    expect(await store.clear('a', 'slack:office', event('break-overdue', 7), 'two')).toBe(true)
    expect(await store.clear('b', 'slack:office', overdue, 'two')).toBe(true)
    expect(await store.clear('a', 'slack:people', overdue, 'two')).toBe(true)
  })
})
