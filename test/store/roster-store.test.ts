import { describe, expect } from 'vitest'
import { createRosterStore } from '../../lib/store/roster-store.ts'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { anId } from '../harness/builders.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createRosterStore(engines.documents, table.name),
)

const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })
const untouched = {
  baselineAt: null,
  isBaselined: false,
  believedAt: null,
  unread: {},
  unreadAtFirst: [],
  nameless: {},
}
const believed = {
  believedAt: '2026-11-20T12:00:00Z',
  unread: { [anId(9)]: '2026-11-20T11:00:00Z' },
  unreadAtFirst: [anId(9)],
  nameless: { 'nameless a 1': { since: '2026-11-18T07:00:00Z', isHarmless: true } },
}

describe('the roster', () => {
  test('begins without a baseline, and its lease is given once', async ({ store }) => {
    expect(await store.takeLease(lease('one'))).toEqual(untouched)
    expect(await store.takeLease(lease('two'))).toBeNull()
    expect(await store.takeLease(lease('one'))).toEqual(untouched)
    expect(await store.takeLease(lease('two', 1_500))).toEqual(untouched)
  })

  test('has one baseline, however often it is begun', async ({ store }) => {
    expect(await store.beginBaseline('2026-11-20T12:00:00Z')).toBe('2026-11-20T12:00:00Z')
    expect(await store.beginBaseline('2026-11-20T13:00:00Z')).toBe('2026-11-20T12:00:00Z')
  })

  test('is baselined by the refresh that saved everyone, and by no other', async ({
    store,
    table,
  }) => {
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
    expect(await table.itemAt(keys.rosterRecord)).toMatchObject({ schema: 1 })
  })

  test('keeps the lease of whoever holds it when another lets go', async ({ store }) => {
    await store.takeLease(lease('one'))
    await store.release('two')
    expect(await store.takeLease(lease('two'))).toBeNull()
    await store.release('one')
    expect(await store.takeLease(lease('two'))).toEqual(untouched)
  })

  test('is no shard', async ({ engines, store, table }) => {
    await store.takeLease(lease('one'))
    expect(await createShardStore(engines.documents, table.name).all()).toEqual({
      shards: [],
      unreadable: [],
    })
  })

  test('is believed at the moment that the last refresh says, and forgets who could be read', async ({
    store,
  }) => {
    await store.takeLease(lease('one'))
    await store.finish('one', believed)
    await store.takeLease(lease('two'))
    await store.finish('two', {
      believedAt: '2026-11-20T13:00:00Z',
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    })
    expect(await store.takeLease(lease('three'))).toEqual({
      ...untouched,
      isBaselined: true,
      believedAt: '2026-11-20T13:00:00Z',
    })
  })

  test.for<[string, object, string]>([
    ['was written by a later version', { schema: 2, isBaselined: { yes: true } }, 'newer'],
    ['cannot be read', { schema: 1, unread: 'nobody' }, 'unreadable'],
  ])(
    'whose record %s is left as it is, with no lease',
    async ([, fields, kind], { store, table }) => {
      const record = { ...keys.rosterRecord, ...fields }
      await table.write(record)
      await expect(store.takeLease(lease('one'))).rejects.toThrow(
        new UnreadableRecordError(`The record of the roster is ${kind}`),
      )
      expect(await table.itemAt(keys.rosterRecord)).toEqual(record)
      await expect(store.takeLease(lease('two'))).rejects.toThrow(UnreadableRecordError)
    },
  )
})
