import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import { createShardStore, type ShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { anId } from '../harness/builders.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { aBehind, aShard } from '../harness/shards.ts'

let engines: Engines
let store: ShardStore
let tableName: string
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  tableName = (await engines.createResources()).tableName
  store = createShardStore(engines.documents, tableName)
})
afterAll(() => engines.close())

const later = {
  polledThrough: '2026-11-20T12:01:00Z',
  absencesReadAt: '2026-11-20T12:01:00Z',
  behind: {
    clockings: { [anId(1)]: aBehind() },
    absences: { [anId(2)]: aBehind({ tries: 3, retryAt: '2026-11-20T12:09:00Z' }) },
  },
}

describe('shards', () => {
  test('are listed in the order of their ids', async () => {
    for (const shardId of ['0002', '0001', '0010']) await store.create(aShard({ shardId }))
    const { shards } = await store.all()
    expect(shards.map(({ shardId }) => shardId)).toEqual(['0001', '0002', '0010'])
  })

  test('are created once: a second time leaves them as they are', async () => {
    await store.create(aShard())
    await store.create(aShard({ members: 99, polledThrough: later.polledThrough }))
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
  })

  test('keep their progress when their members are counted', async () => {
    await store.create(aShard())
    await store.setMembers('0001', 7)
    expect(await store.all()).toEqual({ shards: [aShard({ members: 7 })], unreadable: [] })
  })

  test('that do not exist are not made by counting', async () => {
    await expect(store.setMembers('0009', 7)).rejects.toThrow('no shard 0009')
    expect(await store.all()).toEqual({ shards: [], unreadable: [] })
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
    expect((await store.all()).shards).toHaveLength(1)
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
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
    expect(await store.takeLease('0001', lease('three', 2_100))).toBeNull()
  })

  test('cannot be ended twice', async () => {
    await store.takeLease('0001', lease('one'))
    await store.finish('0001', 'one', later)
    expect(await store.finish('0001', 'one', aShard())).toBe(false)
    expect(await store.all()).toEqual({ shards: [aShard(later)], unreadable: [] })
  })

  test('goes to one of many who want it at once', async () => {
    const owners = ['a', 'b', 'c', 'd', 'e', 'f']
    const taken = await Promise.all(owners.map((owner) => store.takeLease('0001', lease(owner))))
    expect(taken.filter((shard) => shard !== null)).toHaveLength(1)
  })

  test('may be let go without progress, by its owner alone', async () => {
    await store.takeLease('0001', lease('one'))
    await store.release('0001', 'two')
    expect(await store.takeLease('0001', lease('two'))).toBeNull()
    await store.release('0001', 'one')
    expect(await store.takeLease('0001', lease('two'))).toEqual(aShard())
  })
})

const write = (item: Record<string, unknown>) =>
  engines.documents.send(new PutCommand({ TableName: tableName, Item: item }))
const itemOf = async (shardId: string) =>
  (await engines.documents.send(new GetCommand({ TableName: tableName, Key: keys.shard(shardId) })))
    .Item

describe('an operator’s word on a loss', () => {
  const at = '2026-11-20T12:30:00Z'

  test('is kept through polls, until there is a later one', async () => {
    await store.create(aShard())
    await store.takeLease('0001', { owner: 'one', now: 1_000, until: 1_500 })
    await store.acceptLoss('0001', at)
    await store.finish('0001', 'one', later)
    expect((await store.all()).shards).toEqual([aShard({ ...later, lossAcceptedAt: at })])
    await store.acceptLoss('0001', '2026-11-20T13:00:00Z')
    expect((await store.all()).shards).toMatchObject([{ lossAcceptedAt: '2026-11-20T13:00:00Z' }])
  })

  test('makes no shard that does not exist', async () => {
    await expect(store.acceptLoss('0009', at)).rejects.toThrow('no shard 0009')
    expect(await store.all()).toEqual({ shards: [], unreadable: [] })
  })
})

describe('the record of a shard', () => {
  const lease = { owner: 'one', now: 1_000, until: 1_500 }

  test('carries the number of its schema, from the beginning and after each poll', async () => {
    await store.create(aShard())
    expect(await itemOf('0001')).toMatchObject({ schema: 1 })
  })

  test('of schema 0 goes on, and has its number after the next poll', async () => {
    const sweep = { startedAt: '', absences: true, next: 'b', until: 'a' }
    const { behind: _behind, lossAcceptedAt: _lossAcceptedAt, ...shard } = aShard()
    await write({ ...keys.shard('0001'), ...shard, sweep })
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
    expect(await store.takeLease('0001', lease)).toEqual(aShard())
    expect(await store.finish('0001', 'one', later)).toBe(true)
    expect(await itemOf('0001')).toEqual({
      ...keys.shard('0001'),
      ...shard,
      ...later,
      schema: 1,
    })
  })

  test.each([
    ['of a later version', { schema: 2, behind: ['a'] }, 'newer'],
    ['that cannot be read', { schema: 1, members: 'many' }, 'unreadable'],
  ])(
    '%s is named beside the others, and left as it is, with no lease',
    async (_what, fields, kind) => {
      const record = { ...keys.shard('0002'), ...aShard({ shardId: '0002' }), ...fields }
      await write(record)
      await store.create(aShard())
      expect(await store.all()).toEqual({ shards: [aShard()], unreadable: ['0002'] })
      await expect(store.takeLease('0002', lease)).rejects.toThrow(
        new UnreadableRecordError(`The record of a shard is ${kind}`),
      )
      expect(await itemOf('0002')).toEqual(record)
      await store.create(aShard({ shardId: '0002' }))
      expect(await itemOf('0002')).toEqual(record)
    },
  )

  test('of a later version is neither counted nor spoken for, and that is no error', async () => {
    const record = { ...keys.shard('0001'), schema: 2, people: { of: 3 } }
    await write(record)
    await store.setMembers('0001', 7)
    await store.acceptLoss('0001', '2026-11-20T12:30:00Z')
    expect(await itemOf('0001')).toEqual(record)
  })
})
