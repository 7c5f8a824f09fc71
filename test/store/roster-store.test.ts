import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRosterStore, type RosterStore } from '../../lib/store/roster-store.ts'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { anId } from '../harness/builders.ts'
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
const untouched = { baselineAt: null, isBaselined: false, believedAt: null, unread: {} }
const believed = {
  believedAt: '2026-11-20T12:00:00Z',
  unread: { [anId(9)]: '2026-11-20T11:00:00Z' },
}

const item = async () => {
  const command = new GetCommand({ TableName: tableName, Key: keys.rosterRecord })
  return (await engines.documents.send(command)).Item
}

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
    const unfinished = { ...untouched, baselineAt: '2026-11-20T12:00:00Z' }
    expect(await store.takeLease(lease('two'))).toEqual(unfinished)
    await store.finish('one', believed)
    expect(await store.takeLease(lease('two'))).toEqual(unfinished)
    await store.finish('two', believed)
    expect(await store.takeLease(lease('three'))).toEqual({
      ...unfinished,
      isBaselined: true,
      ...believed,
    })
    expect(await item()).toMatchObject({ schema: 1 })
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
    expect(await createShardStore(engines.documents, tableName).all()).toEqual({
      shards: [],
      unreadable: [],
    })
  })

  test('is believed at the moment that the last refresh says, and forgets who could be read', async () => {
    await store.takeLease(lease('one'))
    await store.finish('one', believed)
    await store.takeLease(lease('two'))
    await store.finish('two', { believedAt: '2026-11-20T13:00:00Z', unread: {} })
    expect(await store.takeLease(lease('three'))).toEqual({
      ...untouched,
      isBaselined: true,
      believedAt: '2026-11-20T13:00:00Z',
    })
  })

  test.each([
    ['was written by a later version', { schema: 2, isBaselined: { yes: true } }, 'newer'],
    ['cannot be read', { schema: 1, unread: 'nobody' }, 'unreadable'],
  ])('whose record %s is left as it is, with no lease', async (_what, fields, kind) => {
    const record = { ...keys.rosterRecord, ...fields }
    await engines.documents.send(new PutCommand({ TableName: tableName, Item: record }))
    await expect(store.takeLease(lease('one'))).rejects.toThrow(
      new UnreadableRecordError(`The record of the roster is ${kind}`),
    )
    expect(await item()).toEqual(record)
    await expect(store.takeLease(lease('two'))).rejects.toThrow(UnreadableRecordError)
  })
})
