import { readFileSync } from 'node:fs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmployeeStore, type EmployeeStore } from '../../lib/store/employee-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { anId, aState, employeeId } from '../harness/builders.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

let engines: Engines
let store: EmployeeStore
let tableName: string
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  tableName = (await engines.createResources()).tableName
  store = createEmployeeStore(engines.documents, tableName)
})
afterAll(() => engines.close())

const consistent = { isConsistent: true }
const unsaved = (overrides = {}) => aState({ version: 0, ...overrides })

const itemAt = async (Key: { pk: string; sk: string }) =>
  (await engines.documents.send(new GetCommand({ TableName: tableName, Key }))).Item
const write = (item: Record<string, unknown>) =>
  engines.documents.send(new PutCommand({ TableName: tableName, Item: item }))

describe('an item', () => {
  const key = keys.employee('0001', employeeId)

  test('carries the number of its schema, and no time to live', async () => {
    await store.save('0001', unsaved({ membership: 'leaver', restSince: '2026-11-20T12:00:00Z' }))
    const item = await itemAt(key)
    expect(item).toMatchObject({ schema: 2, version: 1 })
    expect(item).not.toHaveProperty('ttl')
  })

  test('of schema 0 is read, and its save is conditional on the version that it had', async () => {
    const text = readFileSync(new URL('fixtures/employee-schema-0.json', import.meta.url), 'utf8')
    await write({ ...JSON.parse(text), ttl: 1_795_780_800 })
    const { employees, unreadable } = await store.inShard('0001', consistent)
    expect(unreadable).toEqual([])
    const [state] = employees
    expect(state).toMatchObject({ version: 17, sequence: 42 })
    expect(await store.save('0001', state ?? aState())).toMatchObject({ version: 18 })
    expect(await store.save('0001', state ?? aState())).toBeNull()
    expect((await itemAt(key))?.['schema']).toBe(2)
    expect(await itemAt(key)).not.toHaveProperty('ttl')
    expect((await store.inShard('0001', consistent)).employees).toEqual([{ ...state, version: 18 }])
  })

  test('of a later version is named, and left as it is to the byte', async () => {
    const newer = { ...key, schema: 3, version: 1, employeeId, moods: { today: 'fine' } }
    await write(newer)
    expect(await store.inShard('0001', consistent)).toEqual({
      employees: [],
      unreadable: [employeeId],
    })
    expect(await store.save('0001', unsaved())).toBeNull()
    expect(await itemAt(key)).toEqual(newer)
  })
})

describe('a leaver who is forgotten', () => {
  const forgottenBefore = { clockings: '2026-11-19T12:00:00Z', absences: null }
  const leaver = () => unsaved({ membership: 'leaver', sequence: 42, forgottenBefore })

  test('leaves a number behind, and nothing that says who they are', async () => {
    const saved = (await store.save('0001', leaver())) ?? aState()
    expect(await store.retire('0001', saved)).toBe(true)
    expect(await store.inShard('0001', consistent)).toEqual({ employees: [], unreadable: [] })
    const kept = { employeeId, sequence: 42, forgottenBefore }
    expect(await store.retired([employeeId, anId(2)])).toEqual(new Map([[employeeId, kept]]))
    const key = keys.retired(employeeId)
    expect(await itemAt(key)).toEqual({ ...key, schema: 1, ...kept })
  })

  test('stays where another writer was first', async () => {
    const saved = (await store.save('0001', leaver())) ?? aState()
    const returned = await store.save('0001', { ...saved, membership: 'member' })
    expect(await store.retire('0001', saved)).toBe(false)
    expect((await store.inShard('0001', consistent)).employees).toEqual([returned])
  })

  test('is one of many that are looked for at once, or none', async () => {
    const ids = Array.from({ length: 130 }, (_, n) => anId(n))
    for (const id of ids.slice(0, 3))
      await store.retire(
        '0001',
        (await store.save('0001', unsaved({ employeeId: id }))) ?? aState(),
      )
    expect([...(await store.retired(ids)).keys()].toSorted()).toEqual(ids.slice(0, 3))
    expect(await store.retired([])).toEqual(new Map())
  })

  test.each([
    ['was written by a later version', { schema: 2, sequence: { at: 9 } }],
    ['cannot be read', { schema: 1, sequence: 'many' }],
  ])('whose number %s keeps nobody else from being found', async (_what, fields) => {
    const other = (await store.save('0001', unsaved({ employeeId: anId(2) }))) ?? aState()
    await store.retire('0001', other)
    await write({ ...keys.retired(employeeId), employeeId, ...fields })
    const found = await store.retired([employeeId, anId(2)])
    expect(found.get(employeeId)).toBeNull()
    expect(found.get(anId(2))?.employeeId).toBe(anId(2))
  })
})
