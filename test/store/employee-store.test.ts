import { describe, expect } from 'vitest'
import { itemBytes } from '../../lib/attendance/state/size.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { keys } from '../../lib/store/tables.ts'
import {
  anId,
  aProfile,
  aState,
  aTrackedClocking,
  employeeId,
  nothingSpecial,
} from '../harness/builders.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createEmployeeStore(engines.documents, table.name),
)

const consistent = { isConsistent: true }
const unsaved = (overrides = {}) => aState({ version: 0, ...overrides })

const anEntry = (overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: anId(1, 9),
  type: 'attendance.clocked-in',
  time: '2026-11-20T09:00:00Z',
  recordedtime: '2026-11-20T09:01:00Z',
  message: '{}',
  attributes: { type: 'attendance.clocked-in' },
  ...overrides,
})

describe('a state', () => {
  test('is written without what is undefined, however deep', async ({ store }) => {
    const profile = { ...aProfile, ...Object({ email: undefined }) }
    await store.save('0001', unsaved({ profile }))
    const { employees } = await store.inShard('0001', consistent)
    expect(employees).toStrictEqual([aState()])
  })

  test('comes back with usual hours, and is written without a word of them where it has none', async ({
    store,
    table,
  }) => {
    const usualHours = { since: '2026-10-19T09:00:00Z', weeks: { '2026-11-16': 'AP4D' } }
    await store.save('0001', unsaved({ usualHours }))
    await store.save('0001', unsaved({ employeeId: anId(2) }))
    const { employees } = await store.inShard('0001', consistent)
    expect(employees.map((each) => each.usualHours)).toEqual([usualHours, null])
    const item = await table.itemAt(keys.employee('0001', anId(2)))
    expect(item).toMatchObject({ employeeId: anId(2) })
    expect(item).not.toHaveProperty('usualHours')
  })

  test('comes back with all that happened to it', async ({ store }) => {
    const clocking = aTrackedClocking(
      {},
      {
        revision: 3,
        missingSince: '2026-11-20T12:00:00Z',
        phase: 'removed',
        former: ['end=2026-11-18T16:00:00Z'],
        doubted: ['end=null'],
      },
    )
    const absence = {
      ...nothingSpecial,
      revision: 1_795_000_000_000,
      missingSince: '2026-11-20T12:00:00Z',
      phase: 'withdrawn' as const,
      known: { start: { $type: 'LocalDate' as const, date: '2026-11-18' }, end: null },
      raised: ['return:2026-11-20T'],
    }
    const range = { from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' }
    const unread = {
      clockings: {
        ids: { c: { ...range, missingSince: null, isHarmless: false } },
        others: { ...range, count: 2, missingSince: null },
        tries: 3,
        retryAt: '2026-11-20T12:30:00Z',
      },
      absences: null,
    }
    const unaskedSince = { clockings: null, absences: '2026-11-19T00:00:00Z' }
    const leaver = { leftAt: '2026-11-19T12:00:00Z', restSince: '2026-11-20T12:00:00Z' }
    const ofTheRoster = { missingSince: '2026-11-20T11:00:00Z', former: ['a'], doubted: ['b'] }
    const state = {
      clockings: { a: clocking },
      absences: { b: absence },
      unread,
      unaskedSince,
      ...leaver,
      ...ofTheRoster,
    }
    await store.save('0001', unsaved(state))
    expect((await store.inShard('0001', consistent)).employees).toEqual([aState(state)])
  })

  test('takes half the room with its outbox packed, and says the same', async ({
    store,
    table,
  }) => {
    const clockings = { [anId(1, 1)]: aTrackedClocking() }
    const message = JSON.stringify({ id: anId(1, 9), clocking: aTrackedClocking().known })
    const outbox = [anEntry({ message }), anEntry({ id: anId(2, 9), message })]
    const state = aState({ clockings, outbox })
    await store.save('0001', { ...state, version: 0 })
    const key = keys.employee('0001', state.employeeId)
    const item = await table.itemAt(key)
    expect(itemBytes(item)).toBeLessThan(0.75 * itemBytes({ ...key, ...state }))
    expect(item).toMatchObject({ clockings: {}, outbox: [] })
    const { employees } = await store.inShard('0001', consistent)
    expect(employees).toStrictEqual([state])
    await store.save('0001', { ...state, outbox: [] })
    expect(await table.itemAt(key)).toMatchObject({ clockings: { [anId(1, 1)]: {} }, outbox: [] })
  })

  test('that cannot be saved for any other reason than its version is an error', async ({
    engines,
  }) => {
    const nowhere = createEmployeeStore(engines.documents, 'no-such-table')
    await expect(nowhere.save('0001', unsaved())).rejects.toThrow()
  })

  test('is saved over the version that it was read with, and read back', async ({ store }) => {
    const first = await store.save('0001', unsaved())
    expect(first).toEqual(aState({ version: 1 }))
    const second = await store.save('0001', { ...aState({ version: 1 }), timeZone: 'Europe/Paris' })
    expect(second).toEqual(aState({ version: 2, timeZone: 'Europe/Paris' }))
    expect(await store.inShard('0001', consistent)).toEqual({ employees: [second], unreadable: [] })
  })

  test('of nobody is not saved over somebody', async ({ store }) => {
    await store.save('0001', unsaved())
    expect(await store.save('0001', unsaved({ timeZone: 'Europe/Paris' }))).toBeNull()
    expect((await store.inShard('0001', consistent)).employees).toEqual([aState({ version: 1 })])
  })

  test('that another writer changed meanwhile is left as it is', async ({ store }) => {
    await store.save('0001', unsaved())
    await store.save('0001', aState({ version: 1, sequence: 5 }))
    expect(await store.save('0001', aState({ version: 1, sequence: 9 }))).toBeNull()
    const { employees } = await store.inShard('0001', consistent)
    expect(employees).toEqual([aState({ version: 2, sequence: 5 })])
  })

  test('that is gone is not brought back by a late writer', async ({ store }) => {
    expect(await store.save('0001', aState({ version: 3 }))).toBeNull()
    expect((await store.inShard('0001', consistent)).employees).toEqual([])
  })

  test('is saved by one of many writers at once', async ({ store }) => {
    await store.save('0001', unsaved())
    const writers = Array.from({ length: 6 }, (_, sequence) =>
      store.save('0001', aState({ version: 1, sequence })),
    )
    const saved = (await Promise.all(writers)).filter((state) => state !== null)
    expect(saved).toHaveLength(1)
    expect((await store.inShard('0001', consistent)).employees).toEqual(saved)
  })

  test('holds names that are empty or of any script', async ({ store }) => {
    const profile = { ...aProfile, givenName: '', familyName: '\0\ufffe\u{1f9d1}ß', jobTitle: null }
    const saved = await store.save('0001', unsaved({ profile }))
    expect((await store.inShard('0001', consistent)).employees).toEqual([saved])
  })
})

describe('a shard', () => {
  test('is read in the order of ids, whatever the order of writing, and nobody else’s', async ({
    store,
  }) => {
    for (const n of [3, 1, 2]) await store.save('0001', unsaved({ employeeId: anId(n) }))
    await store.save('0002', unsaved({ employeeId: anId(4) }))
    const { employees } = await store.inShard('0001', consistent)
    expect(employees.map((state) => state.employeeId)).toEqual([anId(1), anId(2), anId(3)])
  })

  test('sets aside an item that cannot be read, and names it', async ({ store, table }) => {
    await store.save('0001', unsaved())
    const broken = { ...keys.employee('0001', anId(2)), employeeId: anId(2), version: 'one' }
    await table.write(broken)
    const { employees, unreadable } = await store.inShard('0001', consistent)
    expect(employees.map((state) => state.employeeId)).toEqual([employeeId])
    expect(unreadable).toEqual([anId(2)])
  })

  test('of more than one page of a query is read to its end', async ({ store }) => {
    const message = 'x'.repeat(150_000)
    const people = Array.from({ length: 10 }, (_, n) => anId(n))
    await Promise.all(
      people.map((id) =>
        store.save('0001', unsaved({ employeeId: id, outbox: [anEntry({ message })] })),
      ),
    )
    const { employees } = await store.inShard('0001', consistent)
    expect(employees.map((state) => state.employeeId)).toEqual(people)
    expect(employees.every(({ outbox }) => outbox[0]?.message.length === 150_000)).toBe(true)
  })
})
