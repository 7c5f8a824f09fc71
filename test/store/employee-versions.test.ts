import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { anId, aState, employeeId, longAfter } from '../harness/builders.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createEmployeeStore(engines.documents, table.name),
)

const consistent = { isConsistent: true }
const unsaved = (overrides = {}) => aState({ version: 0, ...overrides })

describe('an item', () => {
  const key = keys.employee('0001', employeeId)

  test('carries the number of its schema, and no time to live', async ({ store, table }) => {
    await store.save('0001', unsaved({ membership: 'leaver', restSince: '2026-11-20T12:00:00Z' }))
    const item = await table.itemAt(key)
    expect(item).toMatchObject({ schema: 2, version: 1 })
    expect(item).not.toHaveProperty('ttl')
  })

  test('of schema 0 is read, and its save is conditional on the version that it had', async ({
    store,
    table,
  }) => {
    const text = readFileSync(new URL('fixtures/employee-schema-0.json', import.meta.url), 'utf8')
    await table.write({ ...JSON.parse(text), ttl: 1_795_780_800 })
    const { employees, unreadable } = await store.inShard('0001', consistent)
    expect(unreadable).toEqual([])
    const [state] = employees
    expect(state).toMatchObject({ version: 17, sequence: 42 })
    expect(await store.save('0001', state ?? aState())).toMatchObject({ version: 18 })
    expect(await store.save('0001', state ?? aState())).toBeNull()
    expect((await table.itemAt(key))?.['schema']).toBe(2)
    expect(await table.itemAt(key)).not.toHaveProperty('ttl')
    expect((await store.inShard('0001', consistent)).employees).toEqual([{ ...state, version: 18 }])
  })

  test('of a later version is named, and left as it is to the byte', async ({ store, table }) => {
    const newer = { ...key, schema: 3, version: 1, employeeId, moods: { today: 'fine' } }
    await table.write(newer)
    expect(await store.inShard('0001', consistent)).toEqual({
      employees: [],
      unreadable: [employeeId],
    })
    expect(await store.save('0001', unsaved())).toBeNull()
    expect(await table.itemAt(key)).toEqual(newer)
  })
})

describe('a leaver who is forgotten', () => {
  const forgottenBefore = { clockings: '2026-11-19T12:00:00Z', absences: null }
  const leaver = () => unsaved({ membership: 'leaver', sequence: 42, forgottenBefore })

  test('leaves a number behind, and nothing that says who they are', async ({ store, table }) => {
    const saved = (await store.save('0001', leaver())) ?? aState()
    expect(await store.retire('0001', saved, longAfter)).toBe(true)
    expect(await store.inShard('0001', consistent)).toEqual({ employees: [], unreadable: [] })
    const kept = { employeeId, sequence: 42, forgottenBefore }
    expect(await store.retired([employeeId, anId(2)])).toEqual(new Map([[employeeId, kept]]))
    const key = keys.retired(employeeId)
    expect(await table.itemAt(key)).toEqual({ ...key, schema: 1, ...kept })
  })

  test('stays where another writer was first', async ({ store }) => {
    const saved = (await store.save('0001', leaver())) ?? aState()
    const returned = await store.save('0001', { ...saved, membership: 'member' })
    expect(await store.retire('0001', saved, longAfter)).toBe(false)
    expect((await store.inShard('0001', consistent)).employees).toEqual([returned])
  })

  test('is one of many that are looked for at once, or none', async ({ store }) => {
    const ids = Array.from({ length: 130 }, (_, n) => anId(n))
    for (const id of ids.slice(0, 3))
      await store.retire(
        '0001',
        (await store.save('0001', unsaved({ employeeId: id }))) ?? aState(),
        longAfter,
      )
    expect([...(await store.retired(ids)).keys()].toSorted()).toEqual(ids.slice(0, 3))
    expect(await store.retired([])).toEqual(new Map())
  })

  test.for<[string, object]>([
    ['was written by a later version', { schema: 2, sequence: { at: 9 } }],
    ['cannot be read', { schema: 1, sequence: 'many' }],
  ])('whose number %s keeps nobody else from being found', async ([, fields], { store, table }) => {
    const other = (await store.save('0001', unsaved({ employeeId: anId(2) }))) ?? aState()
    await store.retire('0001', other, longAfter)
    await table.write({ ...keys.retired(employeeId), employeeId, ...fields })
    const found = await store.retired([employeeId, anId(2)])
    expect(found.get(employeeId)).toBeNull()
    expect(found.get(anId(2))?.employeeId).toBe(anId(2))
  })
})
