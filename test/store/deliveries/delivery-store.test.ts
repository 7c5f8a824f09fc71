import { describe, expect } from 'vitest'
import { createDeliveryStore } from '../../../lib/store/deliveries/delivery-store.ts'
import type { DestinationRecord } from '../../../lib/store/deliveries/destination-record.ts'
import type { Waiting } from '../../../lib/store/deliveries/waiting.ts'
import { deliveryKeys } from '../../../lib/store/tables.ts'
import { test as tableTest } from '../../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createDeliveryStore(engines.documents, table.name, () => 1_500),
)

const waitingThing = (id: string, overrides: Partial<Waiting> = {}): Waiting => ({
  id,
  rule: 'clock-ins',
  dueAt: '2026-11-20T12:01:00Z',
  event: '{"type":"attendance.clocked-in"}',
  ...overrides,
})
const fresh: DestinationRecord = { sent: [], notBefore: 0, gone: null }

/** When DynamoDB may drop an item, in seconds since 1970. */
const ttlOf = (item: Record<string, unknown> | undefined): number => Number(item?.['ttl'])

describe('what waits for a destination', () => {
  test('is read oldest first, and is nobody else’s', async ({ store }) => {
    const [first, second] = [waitingThing('a'), waitingThing('b', { rule: 'sickness' })]
    await store.add('slack', [second, first])
    await store.add('email', [waitingThing('c')])
    expect(await store.waiting('slack')).toEqual({ waiting: [first, second], next: null })
    expect(await store.waiting('nobody')).toEqual({ waiting: [], next: null })
  })

  test('waits once, however often it is added', async ({ store }) => {
    await store.add('slack', [waitingThing('a')])
    await store.add('slack', [waitingThing('a')])
    expect((await store.waiting('slack')).waiting).toEqual([waitingThing('a')])
  })

  test('is not all read at once where it is more than a megabyte', async ({ store }) => {
    const large = Array.from({ length: 6 }, (_, n) =>
      waitingThing(`${n}`, { event: 'x'.repeat(200_000) }),
    )
    await store.add('slack', large)
    const { waiting, next } = await store.waiting('slack')
    expect(next).not.toBeNull()
    expect(waiting).toEqual(large.slice(0, waiting.length))
  })

  test('is dropped after 14 days', async ({ store, table }) => {
    await store.add('slack', [waitingThing('a')])
    expect(ttlOf(await table.itemAt(deliveryKeys.waiting('slack', 'a')))).toBe(2 + 14 * 86_400)
  })
})

describe('what was told to a destination', () => {
  test('waits no longer, and is known for 30 days, with when it was told', async ({
    store,
    table,
  }) => {
    await store.add('slack', [waitingThing('a'), waitingThing('b')])
    await store.settle('slack', ['a'], 5_000)
    expect((await store.waiting('slack')).waiting).toEqual([waitingThing('b')])
    expect(await store.delivered('slack', ['a', 'b', 'c'])).toEqual(new Map([['a', 5_000]]))
    expect(ttlOf(await table.itemAt(deliveryKeys.delivered('slack', 'a')))).toBe(2 + 30 * 86_400)
  })

  test('was told to nobody else', async ({ store }) => {
    await store.settle('slack', ['a'], 5_000)
    expect(await store.delivered('email', ['a'])).toEqual(new Map())
  })

  test('may be more than one batch holds', async ({ store }) => {
    const ids = Array.from({ length: 130 }, (_, n) => String(n).padStart(3, '0'))
    await store.add(
      'slack',
      ids.map((id) => waitingThing(id)),
    )
    expect((await store.waiting('slack')).waiting).toHaveLength(130)
    await store.settle('slack', ids, 5_000)
    expect((await store.waiting('slack')).waiting).toEqual([])
    expect(await store.delivered('slack', ids)).toEqual(new Map(ids.map((id) => [id, 5_000])))
  })

  test('may be nothing', async ({ store }) => {
    await store.settle('slack', [], 5_000)
    expect(await store.delivered('slack', [])).toEqual(new Map())
  })
})

describe('the lease of a destination', () => {
  const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })

  test('is given once, with an empty record at first', async ({ store }) => {
    expect(await store.takeLease('slack', lease('one'))).toEqual(fresh)
    expect(await store.takeLease('slack', lease('two'))).toBeNull()
    expect(await store.takeLease('email', lease('two'))).toEqual(fresh)
  })

  test('passes on when it runs out', async ({ store }) => {
    await store.takeLease('slack', lease('one'))
    expect(await store.takeLease('slack', lease('two', 1_499))).toBeNull()
    expect(await store.takeLease('slack', lease('two', 1_500))).toEqual(fresh)
  })

  test('is needed to note what was sent, which the next owner then sees', async ({ store }) => {
    await store.takeLease('slack', lease('one'))
    expect(await store.recordSent('slack', 'two', ['x'], 9)).toBe(false)
    expect(await store.recordSent('slack', 'one', ['a', 'b'], 2_000)).toBe(true)
    expect(await store.takeLease('slack', lease('two', 1_500))).toEqual({
      ...fresh,
      sent: ['a', 'b'],
      notBefore: 2_000,
    })
  })

  test('is needed to note with that what is to be put aside', async ({ store }) => {
    await store.takeLease('slack', lease('one'))
    const failing = { x: { since: 1, tries: 2, last: 3, aside: 'HTTP 500' } }
    expect(await store.recordSent('slack', 'one', ['a'], 2_000, failing)).toBe(true)
    expect(await store.takeLease('slack', lease('two', 1_500))).toEqual({
      ...fresh,
      sent: ['a'],
      notBefore: 2_000,
      failing,
    })
  })

  test('is dropped with the record as it is to be read next', async ({ store }) => {
    const record = {
      sent: ['a'],
      notBefore: 7,
      failedTurns: 2,
      gone: { reason: '410', fingerprint: 'f' },
    }
    await store.takeLease('slack', lease('one'))
    await store.release('slack', 'one', record)
    expect(await store.takeLease('slack', lease('two'))).toEqual(record)
  })

  test('that another took is not dropped by its old owner', async ({ store }) => {
    await store.takeLease('slack', lease('one'))
    await store.takeLease('slack', lease('two', 1_500))
    await store.release('slack', 'one', { ...fresh, notBefore: 99 })
    expect(await store.takeLease('slack', lease('three', 1_600))).toBeNull()
    expect(await store.takeLease('slack', lease('three', 2_000))).toEqual(fresh)
  })
})
