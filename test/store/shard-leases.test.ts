import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { aShard, progressLater, unnumbered } from '../harness/shards.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createShardStore(engines.documents, table.name),
)

describe('the lease of a shard', () => {
  const lease = (owner: string, now = 1_000) => ({ owner, now, until: now + 500 })

  test.beforeEach(({ store }) => store.create(aShard()))

  test('is given once, with the shard as it stands', async ({ store }) => {
    expect(unnumbered(await store.takeLease('0001', lease('one')))).toEqual(aShard())
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toBeNull()
  })

  test('may be taken again by its owner', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    expect(unnumbered(await store.takeLease('0001', lease('one', 1_100)))).toEqual(aShard())
    expect(unnumbered(await store.takeLease('0001', lease('two', 1_550)))).toBeNull()
  })

  test('passes on at the moment that it runs out', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    expect(unnumbered(await store.takeLease('0001', lease('two', 1_499)))).toBeNull()
    expect(unnumbered(await store.takeLease('0001', lease('two', 1_500)))).toEqual(aShard())
  })

  test('that a clock took that was two days ahead is not waited for', async ({ store }) => {
    const ahead = 2 * 24 * 60 * 60_000
    await store.takeLease('0001', lease('one', ahead))
    expect(unnumbered(await store.takeLease('0001', lease('two', 2_000)))).not.toBeNull()
    expect(unnumbered(await store.takeLease('0001', lease('three', 2_000)))).toBeNull()
  })

  test('is not given for a shard that does not exist', async ({ store }) => {
    expect(unnumbered(await store.takeLease('0009', lease('one')))).toBeNull()
    expect((await store.all()).shards).toHaveLength(1)
  })

  test('ends with the progress written, and is free for others', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    expect(await store.finish('0001', 'one', progressLater)).toBe(true)
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toEqual(
      aShard({ ...progressLater, revision: 'one' }),
    )
  })

  test('that another took writes nothing when its old owner ends', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    await store.takeLease('0001', lease('two', 2_000))
    expect(await store.finish('0001', 'one', progressLater)).toBe(false)
    expect(await store.all()).toEqual({ shards: [aShard()], unreadable: [] })
    expect(unnumbered(await store.takeLease('0001', lease('three', 2_100)))).toBeNull()
  })

  test('cannot be ended twice', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    await store.finish('0001', 'one', progressLater)
    expect(await store.finish('0001', 'one', aShard())).toBe(false)
    expect(await store.all()).toEqual({
      shards: [aShard({ ...progressLater, revision: 'one' })],
      unreadable: [],
    })
  })

  test('goes to one of many who want it at once', async ({ store }) => {
    const owners = ['a', 'b', 'c', 'd', 'e', 'f']
    const taken = await Promise.all(owners.map((owner) => store.takeLease('0001', lease(owner))))
    expect(taken.filter((shard) => shard !== null)).toHaveLength(1)
  })

  test('may be let go without progress, by its owner alone', async ({ store }) => {
    await store.takeLease('0001', lease('one'))
    await store.release('0001', 'two')
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toBeNull()
    await store.release('0001', 'one')
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toEqual(aShard())
  })
})

describe('the revision of a shard', () => {
  const lease = (owner: string) => ({ owner, now: 1_000, until: 1_500 })
  const revised = { ...progressLater, revision: 'r1' }

  test.beforeEach(async ({ store }) => {
    await store.create(aShard())
    await store.takeLease('0001', lease('one'))
    await store.finish('0001', 'one', revised)
  })

  test('is there for the next poll, and for the one after that, which leaves it', async ({
    store,
  }) => {
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toMatchObject({
      revision: 'r1',
    })
    await store.finish('0001', 'two', revised)
    expect(unnumbered(await store.takeLease('0001', lease('three')))).toMatchObject({
      revision: 'r1',
    })
  })

  test('is new where a poll knows none', async ({ store }) => {
    await store.takeLease('0001', lease('two'))
    await store.finish('0001', 'two', progressLater)
    expect(unnumbered(await store.takeLease('0001', lease('three')))).toMatchObject({
      revision: 'two',
    })
  })

  test('is gone after a poll that was killed, until one comes to its end', async ({ store }) => {
    await store.takeLease('0001', lease('killed'))
    const next = { owner: 'next', now: 1_500, until: 2_000 }
    expect(unnumbered(await store.takeLease('0001', next))).not.toHaveProperty('revision')
    await store.finish('0001', 'next', progressLater)
    expect(unnumbered(await store.takeLease('0001', lease('two')))).toMatchObject({
      revision: 'next',
    })
  })

  test('is gone after a poll that failed', async ({ store }) => {
    await store.takeLease('0001', lease('failed'))
    await store.release('0001', 'failed')
    expect(unnumbered(await store.takeLease('0001', lease('two')))).not.toHaveProperty('revision')
  })

  test('is gone where an answer got lost, and its own lease is taken again', async ({ store }) => {
    await store.takeLease('0001', lease('two'))
    expect(unnumbered(await store.takeLease('0001', lease('two')))).not.toHaveProperty('revision')
  })

  test('is gone after a poll of code that knows none', async ({ store, engines, table }) => {
    const TableName = table.name
    await store.takeLease('0001', lease('old'))
    await engines.documents.send(
      new UpdateCommand({
        TableName,
        Key: keys.shard('0001'),
        UpdateExpression: 'SET polledThrough = :at REMOVE sweep, leaseOwner, leaseUntil',
        ExpressionAttributeValues: { ':at': progressLater.polledThrough },
      }),
    )
    expect(unnumbered(await store.takeLease('0001', lease('two')))).not.toHaveProperty('revision')
  })

  test('stays beside the note of a roster refresh, during a poll, too', async ({ store }) => {
    await store.takeLease('0001', lease('two'))
    await store.noteEdit('0001', { by: 'refresh', isOpen: true })
    await store.finish('0001', 'two', revised)
    const edit = { by: 'refresh', isOpen: true }
    expect(unnumbered(await store.takeLease('0001', lease('three')))).toMatchObject({
      revision: 'r1',
      edit,
    })
  })
})
