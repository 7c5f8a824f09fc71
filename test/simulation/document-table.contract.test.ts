import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { createReplayStore } from '../../lib/store/events/replay-store.ts'
import type { DeliveryRecord } from '../../lib/store/webhooks/delivery-record.ts'
import { createEndpointStore } from '../../lib/store/webhooks/endpoint-store.ts'
import { createHoldStore } from '../../lib/store/webhooks/hold-store.ts'
import { createWebhookDeliveryStore } from '../../lib/store/webhooks/webhook-delivery-store.ts'
import { anId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'
import { memoryDocuments } from './ports/document-table.ts'

const now = Date.parse('2026-11-20T09:00:00Z')

const inMemory = async () => ({
  documents: memoryDocuments(new Map(), async (_service, _name, act) => act()),
  table: 'table',
})

const onDynalite = async ({ createTable, documents }: Engines) => {
  const table = `documents-${randomUUID()}`
  await createTable(table)
  return { documents, table }
}

const aDelivery = (n: number, overrides: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id: anId(n, 9),
  type: 'attendance.clocked-in',
  subject: anId(1),
  sequence: String(n).padStart(20, '0'),
  recordedtime: '2026-11-20T08:59:00Z',
  state: 'pending',
  event: '{}',
  dueAt: '2026-11-20T09:00:00.000Z',
  attempts: 0,
  tries: [],
  ...overrides,
})

/** The stores of webhooks and replays are the same in the simulation: what they stand on must be, too. */
describe.each([
  ['in memory', inMemory],
  ['on dynalite', onDynalite],
])('the stores of webhooks and replays, %s', (_kind, open) => {
  const test = engineTest.extend('stores', async ({ engines }) => {
    const { documents, table } = await open(engines)
    return {
      deliveries: createWebhookDeliveryStore(documents, table, () => now),
      endpoints: createEndpointStore(documents, table),
      holds: createHoldStore(documents, table, () => now),
      replays: createReplayStore(documents, table, () => now),
    }
  })

  test('news are found before what is told again, wherever among it they are due', async ({
    stores: { deliveries },
  }) => {
    for (let n = 1; n <= 60; n++) {
      const isNews = n === 30 || n === 60
      const dueAt = new Date(now - 60_000 + n * 1_000).toISOString()
      await deliveries.accept(
        'payroll',
        aDelivery(n, { dueAt, ...(!isNews && { replayed: true }) }),
      )
    }
    const due = (moment: number) => deliveries.due('payroll', moment, 20)
    const numbers = async (moment: number) =>
      (await due(moment)).deliveries.map(({ sequence }) => Number(sequence))
    expect(await numbers(now)).toEqual([30, 60])
    expect(await numbers(now - 1)).toEqual([30])
    for (const n of [30, 60]) {
      const dueAt = new Date(now - 60_000 + n * 1_000).toISOString()
      await deliveries.settle('payroll', aDelivery(n, { dueAt, state: 'delivered' }), dueAt)
    }
    expect(await numbers(now)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))
  })

  test('what is due is found in order, a page at a time, and once', async ({ stores }) => {
    const { deliveries } = stores
    const late = aDelivery(4, { dueAt: '2026-11-20T09:05:00.000Z' })
    for (const each of [aDelivery(3), aDelivery(1), aDelivery(2), aDelivery(2), late])
      await deliveries.accept('payroll', each)
    const ids = async (limit: number) =>
      (await deliveries.due('payroll', now, limit)).deliveries.map(({ id }) => id)
    expect(await ids(2)).toEqual([anId(1, 9), anId(2, 9)])
    expect(await ids(9)).toEqual([anId(1, 9), anId(2, 9), anId(3, 9)])
    const [first] = (await deliveries.due('payroll', now, 1, true)).deliveries
    expect(first?.id).toBe(anId(1, 9))
    expect((await deliveries.due('payroll', now, 9)).nextAt).toBe(late.dueAt)
    expect((await deliveries.due('rota', now, 9)).deliveries).toEqual([])
  })

  test('what is settled is due no more, or later, and is found by its place', async ({
    stores,
  }) => {
    const { deliveries } = stores
    const [one, two] = [aDelivery(1), aDelivery(2)]
    for (const each of [one, two]) await deliveries.accept('payroll', each)
    await deliveries.settle('payroll', { ...one, state: 'delivered', event: null }, one.dueAt)
    const later = { ...two, attempts: 1, dueAt: '2026-11-20T09:00:05.000Z' }
    await deliveries.settle('payroll', later, two.dueAt)
    expect((await deliveries.due('payroll', now, 9)).deliveries).toEqual([])
    expect((await deliveries.due('payroll', now + 5_000, 9)).deliveries).toMatchObject([later])
    const found = await deliveries.find('payroll', [one])
    expect(found.map(({ state }) => state)).toEqual(['delivered'])
    expect((await deliveries.recent('payroll', 9)).map(({ id }) => id)).toEqual([two.id, one.id])
  })

  test('what was kept of somebody since a moment is found, before one of theirs and not tried yet', async ({
    stores,
  }) => {
    const { deliveries } = stores
    const at = (time: string) => `2026-11-20T${time}.000Z`
    const earlier = aDelivery(3, { dueAt: at('09:00:05') })
    const all = [
      aDelivery(1, { dueAt: at('08:59:00') }),
      aDelivery(2, { dueAt: at('09:01:00') }),
      earlier,
      aDelivery(4, { subject: anId(2) }),
      aDelivery(6),
    ]
    for (const each of all) await deliveries.accept('rota', each)
    const found = () => deliveries.keptSince('rota', now, aDelivery(5))
    expect((await found()).map(({ id }) => id)).toEqual([earlier.id])
    await deliveries.settle('rota', { ...earlier, attempts: 1 }, earlier.dueAt)
    expect(await found()).toEqual([])
  })

  test('an endpoint is one turn alone, and hears of whoever asked for another', async ({
    stores,
  }) => {
    const { endpoints } = stores
    const lease = { owner: 'a', now, until: now + 10 }
    const record = await endpoints.takeLease('payroll', lease)
    expect(record).toMatchObject({ failures: 0, wakeAt: null, stopped: null })
    if (record === null) throw new Error('The turn is free')
    expect(await endpoints.takeLease('payroll', { ...lease, owner: 'b' })).toBeNull()
    expect(await endpoints.ask('payroll', 'b', now)).toEqual({
      isTaken: true,
      leaseUntil: lease.until,
      wakeAt: null,
    })
    expect(await endpoints.release('payroll', 'c', record)).toBeNull()
    const failing = { ...record, failures: 3 }
    expect(await endpoints.release('payroll', 'a', failing)).toEqual({ isAskedFor: true })
    expect((await endpoints.ask('payroll', 'd', now)).isTaken).toBe(false)
    expect(await endpoints.takeLease('payroll', { ...lease, owner: 'e' })).toMatchObject({
      failures: 3,
      askedBy: 'd',
    })
    expect(
      await endpoints.takeLease('payroll', { ...lease, owner: 'f', now: now + 10 }),
    ).not.toBeNull()
    const ahead = now + 24 * 60 * 60_000
    await endpoints.takeLease('payroll', { owner: 'g', now: ahead, until: ahead + 10 })
    expect(await endpoints.takeLease('payroll', { ...lease, owner: 'h' })).not.toBeNull()
  })

  test('what holds back whom is kept until nothing does', async ({ stores }) => {
    const { holds } = stores
    const { id, sequence, recordedtime, dueAt: until } = aDelivery(1)
    await holds.hold('rota', anId(1), [{ id, sequence, recordedtime, until }])
    expect(await holds.holdsOn('rota', [anId(1), anId(2)])).toEqual(
      new Map([[anId(1), [{ id, sequence, recordedtime, until }]]]),
    )
    await holds.hold('rota', anId(1), [])
    expect(await holds.holdsOn('rota', [anId(1)])).toEqual(new Map())
  })

  test('how far a replay is, only who has read it last writes down', async ({ stores }) => {
    const { replays } = stores
    const begun = {
      id: anId(1, 7),
      request: { to: { webhook: 'rota' }, perSecond: 1, isDryRun: false, snapshot: true as const },
      state: 'running' as const,
      startedAt: '2026-11-20T09:00:00Z',
      updatedAt: '2026-11-20T09:00:00Z',
      lane: 0,
      position: 0,
      within: 0,
      after: '',
      unreadable: 0,
      isPartlyGone: false,
      counts: {},
      version: 0,
    }
    expect(await replays.read(begun.id)).toBeNull()
    expect(await replays.save(begun)).toEqual({ ...begun, version: 1 })
    expect(await replays.save(begun)).toBeNull()
    expect(await replays.save({ ...begun, version: 1, lane: 2 })).toMatchObject({ version: 2 })
    expect(await replays.read(begun.id)).toMatchObject({ lane: 2, version: 2 })
  })
})
