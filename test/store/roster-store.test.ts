import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRosterStore, type RosterStore } from '../../lib/store/roster-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

let engines: Engines
let store: RosterStore
let tableName: string
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  tableName = (await engines.createResources()).tableName
  store = createRosterStore(engines.documents, tableName)
})
afterAll(() => engines.close())

const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })
const untouched = { baselineAt: null, isBaselined: false }

describe('the roster', () => {
  test('begins without a baseline, and its lease is given once', async () => {
    expect(await store.takeLease(lease('one'))).toEqual(untouched)
    expect(await store.takeLease(lease('two'))).toBeNull()
    expect(await store.takeLease(lease('one'))).toEqual(untouched)
    expect(await store.takeLease(lease('two', 1_500))).toEqual(untouched)
  })

  test('has one baseline, however often it is begun', async () => {
    expect(await store.beginBaseline('2026-11-20T12:00:00Z')).toBe('2026-11-20T12:00:00Z')
    expect(await store.beginBaseline('2026-11-20T13:00:00Z')).toBe('2026-11-20T12:00:00Z')
  })

  test('is baselined by the refresh that saved everyone, and by no other', async () => {
    await store.takeLease(lease('one'))
    await store.beginBaseline('2026-11-20T12:00:00Z')
    await store.release('one')
    const unfinished = { baselineAt: '2026-11-20T12:00:00Z', isBaselined: false }
    expect(await store.takeLease(lease('two'))).toEqual(unfinished)
    await store.finish('one')
    expect(await store.takeLease(lease('two'))).toEqual(unfinished)
    await store.finish('two')
    expect(await store.takeLease(lease('three'))).toEqual({ ...unfinished, isBaselined: true })
  })

  test('keeps the lease of whoever holds it when another lets go', async () => {
    await store.takeLease(lease('one'))
    await store.release('two')
    expect(await store.takeLease(lease('two'))).toBeNull()
    await store.release('one')
    expect(await store.takeLease(lease('two'))).toEqual(untouched)
  })

  test('is no shard', async () => {
    await store.takeLease(lease('one'))
    expect(await createShardStore(engines.documents, tableName).all()).toEqual([])
  })
})
