import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { createDeliveryStore } from '../../lib/store/deliveries/delivery-store.ts'
import type { Waiting } from '../../lib/store/deliveries/waiting.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'
import { createDeliveryTable, memoryDeliveryStore } from './ports/delivery-table.ts'

const nine = Date.parse('2026-11-20T09:00:00Z')

const inMemory = async () =>
  memoryDeliveryStore(
    createDeliveryTable(),
    async (_service, _name, act) => act(),
    () => {},
  )

const onDynalite = async (engines: Engines) => {
  const name = `deliveries-${randomUUID()}`
  await engines.createTable(name)
  return createDeliveryStore(engines.documents, name, () => nine)
}

const waiting = (n: number, size = 10): Waiting => ({
  id: `2026-11-20T09:00:00Z#rule#${String(n).padStart(4, '0')}`,
  rule: 'rule',
  dueAt: '2026-11-20T09:01:00Z',
  event: 'x'.repeat(size),
})
const office = 'slack:office'
const fresh = { sent: [], notBefore: 0, gone: null }
const lease = (owner: string, now: number) => ({ owner, now, until: now + 10 })

describe.each([
  ['in memory', inMemory],
  ['on dynalite', onDynalite],
])('deliveries %s', (_kind, open) => {
  const test = engineTest.extend('store', ({ engines }) => open(engines))

  test('what waits is kept once, in the order of its ids, for its destination', async ({
    store,
  }) => {
    await store.add(office, [waiting(2), waiting(1)])
    await store.add(office, [waiting(2)])
    await store.add('email:managers', [waiting(3)])
    expect(await store.waiting(office)).toEqual({
      waiting: [waiting(1), waiting(2)],
      next: null,
    })
    expect(await store.waiting('slack:nobody')).toEqual({ waiting: [], next: null })
  })

  test('more than fits a batch or a page is kept, and read a page at a time', async ({ store }) => {
    await store.add(
      office,
      Array.from({ length: 60 }, (_, n) => waiting(n + 1, 30_000)),
    )
    const { waiting: first, next } = await store.waiting(office)
    expect(next).not.toBeNull()
    expect(first.length).toBeGreaterThan(25)
    expect(first[0]).toEqual(waiting(1, 30_000))
  })

  test('what is settled waits no more, and is known to have been told', async ({ store }) => {
    await store.add(office, [waiting(1), waiting(2)])
    await store.settle(office, [waiting(1).id], 5_000)
    expect((await store.waiting(office)).waiting).toEqual([waiting(2)])
    const ids = [waiting(1).id, waiting(2).id]
    expect(await store.delivered(office, ids)).toEqual(new Map([[waiting(1).id, 5_000]]))
    expect(await store.delivered('email:managers', ids)).toEqual(new Map())
    expect(await store.delivered(office, [])).toEqual(new Map())
  })

  test('where something is kept is known, and whether for the type of an absence alone', async ({
    store,
  }) => {
    const { id } = waiting(1)
    const byType = { ...waiting(1), isByType: true as const }
    await store.add(office, [waiting(1), waiting(2)])
    await store.add('slack:people', [byType, waiting(2)])
    await store.add('slack:yard', [waiting(2)])
    const destinations = [office, 'slack:people', 'slack:yard', 'email:managers']
    expect(await store.keptAt(id, destinations)).toEqual(
      new Map([
        [office, { waiting: waiting(1), isByType: false }],
        ['slack:people', { waiting: byType, isByType: true }],
      ]),
    )
    expect(await store.keptAt(id, [])).toEqual(new Map())
    for (const destination of [office, 'slack:people']) {
      // Where a run died in between, it is settled once more.
      await store.settle(destination, [id], 5_000)
      await store.settle(destination, [id, waiting(2).id], 5_000)
    }
    expect(await store.keptAt(id, destinations)).toEqual(
      new Map([
        [office, { waiting: null, isByType: false }],
        ['slack:people', { waiting: null, isByType: true }],
      ]),
    )
  })

  test('what some rule wants whatever the type waits for all', async ({ store }) => {
    const byType = { ...waiting(1), isByType: true as const }
    await store.add(office, [byType])
    await store.add(office, [waiting(1)])
    await store.add(office, [byType])
    const kept = await store.keptAt(waiting(1).id, [office])
    expect(kept.get(office)).toEqual({ waiting: waiting(1), isByType: false })
    await store.settle(office, [waiting(1).id], 5_000)
    expect(await store.keptAt(waiting(1).id, [office])).toEqual(
      new Map([[office, { waiting: null, isByType: false }]]),
    )
  })

  test('what was taken away since it was read waits no more', async ({ store }) => {
    await store.add(office, [waiting(1), waiting(2)])
    const ids = [waiting(1).id, waiting(2).id]
    expect(await store.areWaiting(office, ids)).toBe(true)
    await store.drop(office, [waiting(1).id])
    expect(await store.areWaiting(office, ids)).toBe(false)
    expect(await store.areWaiting(office, [waiting(2).id])).toBe(true)
  })

  test('a destination has one sender until the lease ends or runs out', async ({ store }) => {
    expect(await store.takeLease(office, lease('a', 100))).toEqual(fresh)
    expect(await store.takeLease(office, lease('b', 109))).toBeNull()
    expect(await store.takeLease('slack:people', lease('b', 100))).toEqual(fresh)
    expect(await store.takeLease(office, lease('b', 110))).toEqual(fresh)
    await store.release(office, 'a', { sent: ['lost'], notBefore: 7, gone: null })
    expect(await store.takeLease(office, lease('c', 111))).toBeNull()
    const gone = { reason: 'no_service', fingerprint: 'f' }
    await store.release(office, 'b', { sent: ['x'], notBefore: 5, gone })
    expect(await store.takeLease(office, lease('c', 112))).toEqual({
      sent: ['x'],
      notBefore: 5,
      gone,
    })
  })

  test('only the sender whose turn it is writes down what was said', async ({ store }) => {
    await store.takeLease(office, lease('a', 100))
    expect(await store.recordSent(office, 'b', ['1'], 9)).toBe(false)
    expect(await store.recordSent(office, 'a', ['2'], 8)).toBe(true)
    expect(await store.takeLease(office, lease('a', 101))).toEqual({
      sent: ['2'],
      notBefore: 8,
      gone: null,
    })
  })

  test('what is to be put aside is written down with what was said', async ({ store }) => {
    await store.takeLease(office, lease('a', 100))
    const failing = { '1': { since: 1, tries: 2, aside: 'HTTP 500' } }
    expect(await store.recordSent(office, 'a', ['2'], 8, failing)).toBe(true)
    expect(await store.recordSent(office, 'a', ['3'], 9)).toBe(true)
    expect(await store.takeLease(office, lease('a', 101))).toEqual({
      sent: ['3'],
      notBefore: 9,
      gone: null,
      failing,
    })
  })
})
