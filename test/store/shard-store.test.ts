import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createShardStore, type Shard, type ShardStore } from '../../lib/store/shard-store.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

let engines: Engines
let store: ShardStore
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  const { tableName } = await engines.createResources()
  store = createShardStore(engines.documents, tableName)
})
afterAll(() => engines.close())

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 3,
  polledThrough: '2026-11-20T12:00:00Z',
  absencesReadAt: null,
  sweep: null,
  ...overrides,
})

const later = {
  polledThrough: '2026-11-20T12:01:00Z',
  absencesReadAt: '2026-11-20T12:01:00Z',
  sweep: { startedAt: '2026-11-20T12:01:00Z', absences: true, next: 'b', until: 'a' },
}

describe('shards', () => {
  test('are listed in the order of their ids', async () => {
    for (const shardId of ['0002', '0001', '0010']) await store.create(aShard({ shardId }))
    expect((await store.all()).map(({ shardId }) => shardId)).toEqual(['0001', '0002', '0010'])
  })

  test('are created once: a second time leaves them as they are', async () => {
    await store.create(aShard())
    await store.create(aShard({ members: 99, polledThrough: later.polledThrough }))
    expect(await store.all()).toEqual([aShard()])
  })

  test('keep their progress when their members are counted', async () => {
    await store.create(aShard())
    await store.setMembers('0001', 7)
    expect(await store.all()).toEqual([aShard({ members: 7 })])
  })

  test('that do not exist are not made by counting', async () => {
    await expect(store.setMembers('0009', 7)).rejects.toThrow('conditional')
    expect(await store.all()).toEqual([])
  })
})

describe('the lease of a shard', () => {
  const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })

  beforeEach(() => store.create(aShard()))

  test('is given once, with the shard as it stands', async () => {
    expect(await store.takeLease('0001', lease('one'))).toEqual(aShard())
    expect(await store.takeLease('0001', lease('two'))).toBeNull()
  })

  test('may be taken again by its owner', async () => {
    await store.takeLease('0001', lease('one'))
    expect(await store.takeLease('0001', lease('one', 1_100))).toEqual(aShard())
    expect(await store.takeLease('0001', lease('two', 1_550))).toBeNull()
  })

  test('passes on at the moment that it runs out', async () => {
    await store.takeLease('0001', lease('one'))
    expect(await store.takeLease('0001', lease('two', 1_499))).toBeNull()
    expect(await store.takeLease('0001', lease('two', 1_500))).toEqual(aShard())
  })

  test('is not given for a shard that does not exist', async () => {
    expect(await store.takeLease('0009', lease('one'))).toBeNull()
    expect(await store.all()).toHaveLength(1)
  })

  test('ends with the progress written, and is free for others', async () => {
    await store.takeLease('0001', lease('one'))
    expect(await store.finish('0001', 'one', later)).toBe(true)
    expect(await store.takeLease('0001', lease('two'))).toEqual(aShard(later))
  })

  test('that another took writes nothing when its old owner ends', async () => {
    await store.takeLease('0001', lease('one'))
    await store.takeLease('0001', lease('two', 2_000))
    expect(await store.finish('0001', 'one', later)).toBe(false)
    expect(await store.all()).toEqual([aShard()])
    expect(await store.takeLease('0001', lease('three', 2_100))).toBeNull()
  })

  test('cannot be ended twice', async () => {
    await store.takeLease('0001', lease('one'))
    await store.finish('0001', 'one', later)
    expect(await store.finish('0001', 'one', aShard())).toBe(false)
    expect(await store.all()).toEqual([aShard(later)])
  })

  test('goes to one of many who want it at once', async () => {
    const owners = ['a', 'b', 'c', 'd', 'e', 'f']
    const taken = await Promise.all(owners.map((owner) => store.takeLease('0001', lease(owner))))
    expect(taken.filter((shard) => shard !== null)).toHaveLength(1)
  })
})
