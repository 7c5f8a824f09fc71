import { describe, expect } from 'vitest'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { aShard, progressLater } from '../harness/shards.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createShardStore(engines.documents, table.name),
)

describe('shards', () => {
  test('are listed in the order of their ids', async ({ store }) => {
    for (const shardId of ['0002', '0001', '0010']) await store.create(aShard({ shardId }))
    const { shards } = await store.all()
    expect(shards.map(({ shardId }) => shardId)).toEqual(['0001', '0002', '0010'])
  })

  test('are created once: a second time leaves them as they are', async ({ store }) => {
    await store.create(aShard())
    await store.create(aShard({ members: 99, polledThrough: progressLater.polledThrough }))
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
  })

  test('keep their progress when their members are counted', async ({ store }) => {
    await store.create(aShard())
    await store.setMembers('0001', 7)
    expect(await store.all()).toEqual({ shards: [aShard({ members: 7 })], unreadable: [] })
  })

  test('that do not exist are not made by counting', async ({ store }) => {
    await expect(store.setMembers('0009', 7)).rejects.toThrow('no shard 0009')
    expect(await store.all()).toEqual({ shards: [], unreadable: [] })
  })
})

describe('an operator’s word on a loss', () => {
  const at = '2026-11-20T12:30:00Z'

  test('is kept through polls, until there is a later one', async ({ store }) => {
    await store.create(aShard())
    await store.takeLease('0001', { owner: 'one', now: 1_000, until: 1_500 })
    await store.acceptLoss('0001', at)
    await store.finish('0001', 'one', progressLater)
    expect((await store.all()).shards).toEqual([
      aShard({ ...progressLater, revision: 'one', lossAcceptedAt: at }),
    ])
    await store.acceptLoss('0001', '2026-11-20T13:00:00Z')
    expect((await store.all()).shards).toMatchObject([{ lossAcceptedAt: '2026-11-20T13:00:00Z' }])
  })

  test('makes no shard that does not exist', async ({ store }) => {
    await expect(store.acceptLoss('0009', at)).rejects.toThrow('no shard 0009')
    expect(await store.all()).toEqual({ shards: [], unreadable: [] })
  })
})
