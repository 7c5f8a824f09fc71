import { describe, expect } from 'vitest'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { aShard, progressLater, unnumbered } from '../harness/shards.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createShardStore(engines.documents, table.name),
)

describe('the record of a shard', () => {
  const lease = { owner: 'one', now: 1_000, until: 1_500 }

  test('carries the number of its schema, from the beginning and after each poll', async ({
    store,
    table,
  }) => {
    await store.create(aShard())
    expect(await table.itemAt(keys.shard('0001'))).toMatchObject({ schema: 1 })
  })

  test('of schema 0 goes on, and has its number after the next poll', async ({ store, table }) => {
    const sweep = { startedAt: '', absences: true, next: 'b', until: 'a' }
    const { behind: _behind, lossAcceptedAt: _lossAcceptedAt, ...shard } = aShard()
    await table.write({ ...keys.shard('0001'), ...shard, sweep })
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
    expect(unnumbered(await store.takeLease('0001', lease))).toEqual(aShard())
    expect(await store.finish('0001', 'one', progressLater)).toBe(true)
    expect(await table.itemAt(keys.shard('0001'))).toEqual({
      ...keys.shard('0001'),
      ...shard,
      ...progressLater,
      schema: 1,
      leaseOwner: 'one',
      polls: 1_001,
      revision: 'one',
      revisedBy: 'one',
    })
  })

  test.for<[string, object, string]>([
    ['of a later version', { schema: 2, behind: ['a'] }, 'newer'],
    ['that cannot be read', { schema: 1, members: 'many' }, 'unreadable'],
  ])(
    '%s is named beside the others, and left as it is, with no lease',
    async ([, fields, kind], { store, table }) => {
      const record = { ...keys.shard('0002'), ...aShard({ shardId: '0002' }), ...fields }
      await table.write(record)
      await store.create(aShard())
      expect(await store.all()).toEqual({ shards: [aShard()], unreadable: ['0002'] })
      await expect(store.takeLease('0002', lease)).rejects.toThrow(
        new UnreadableRecordError(`The record of a shard is ${kind}`),
      )
      expect(await table.itemAt(keys.shard('0002'))).toEqual(record)
      await store.create(aShard({ shardId: '0002' }))
      expect(await table.itemAt(keys.shard('0002'))).toEqual(record)
    },
  )

  test('of a later version is neither counted nor spoken for, and that is no error', async ({
    store,
    table,
  }) => {
    const record = { ...keys.shard('0001'), schema: 2, people: { of: 3 } }
    await table.write(record)
    await store.setMembers('0001', 7)
    await store.acceptLoss('0001', '2026-11-20T12:30:00Z')
    expect(await table.itemAt(keys.shard('0001'))).toEqual(record)
  })
})
