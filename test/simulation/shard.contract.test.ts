import { describe, expect } from 'vitest'
import type { Shard } from '../../lib/store/shard-record.ts'
import type { ShardStore } from '../../lib/store/shard-store.ts'
import { anId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { unnumbered } from '../harness/shards.ts'
import { implementations } from './contract-ports.ts'

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 2,
  polledThrough: '2026-11-18T08:00:00Z',
  absencesReadAt: null,
  behind: { clockings: {}, absences: {} },
  lossAcceptedAt: null,
  ...overrides,
})

describe.each(implementations)('the store of shards, %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('a shard is created once and listed in order', async ({ ports }) => {
    const { shards } = ports
    await shards.create(aShard({ shardId: '0002' }))
    await shards.create(aShard())
    await shards.create(aShard({ members: 99 }))
    await shards.setMembers('0001', 7)
    expect(await shards.all()).toEqual({
      shards: [aShard({ members: 7 }), aShard({ shardId: '0002' })],
      unreadable: [],
    })
    await expect(shards.setMembers('0009', 1)).rejects.toThrow()
  })

  test('a lease is held by one owner until it ends or runs out', async ({ ports }) => {
    const { shards } = ports
    expect(unnumbered(await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 }))).toBeNull()
    await shards.create(aShard())
    expect(unnumbered(await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 }))).toEqual(
      aShard(),
    )
    expect(unnumbered(await shards.takeLease('0001', { owner: 'b', now: 9, until: 20 }))).toBeNull()
    expect(unnumbered(await shards.takeLease('0001', { owner: 'a', now: 9, until: 12 }))).toEqual(
      aShard(),
    )
    expect(unnumbered(await shards.takeLease('0001', { owner: 'b', now: 12, until: 20 }))).toEqual(
      aShard(),
    )
    const progress = {
      polledThrough: '2026-11-18T09:00:00Z',
      absencesReadAt: null,
      behind: {
        clockings: { [anId(1)]: { since: '2026-11-18T08:00:00Z', tries: 0, retryAt: null } },
        absences: {
          [anId(2)]: {
            since: '2026-11-18T07:00:00Z',
            tries: 4,
            retryAt: '2026-11-18T08:08:00Z',
          },
        },
      },
    }
    expect(await shards.finish('0001', 'a', progress)).toBe(false)
    expect(await shards.finish('0001', 'b', progress)).toBe(true)
    expect(unnumbered(await shards.takeLease('0001', { owner: 'c', now: 12, until: 20 }))).toEqual(
      aShard(progress),
    )
    expect(await shards.finish('0001', 'b', progress)).toBe(false)
  })

  describe('what a poll saved that had lost its lease is in no memory', () => {
    const finish = (shards: ShardStore, owner: string) =>
      shards.finish('0001', owner, { ...aShard(), revision: owner })

    test.beforeEach(async ({ ports: { shards } }) => {
      await shards.create(aShard())
      await shards.takeLease('0001', { owner: 'slow', now: 0, until: 10 })
      await shards.takeLease('0001', { owner: 'other', now: 12, until: 20 })
    })

    test('of who has come to their end since', async ({ ports: { shards } }) => {
      expect(await finish(shards, 'other')).toBe(true)
      expect(await finish(shards, 'slow')).toBe(false)
      const next = await shards.takeLease('0001', { owner: 'next', now: 21, until: 30 })
      expect(next).not.toHaveProperty('revision')
      expect(next?.polledThrough).toBe(aShard().polledThrough)
    })

    test.for([
      ['ends', finish],
      ['fails', (shards: ShardStore, owner: string) => shards.release('0001', owner)],
    ] as const)('of who still works when it %s', async ([, end], { ports: { shards } }) => {
      await end(shards, 'slow')
      expect(await finish(shards, 'other')).toBe(true)
      const next = await shards.takeLease('0001', { owner: 'next', now: 21, until: 30 })
      expect(next).not.toHaveProperty('revision')
      expect(await finish(shards, 'next')).toBe(true)
      const last = await shards.takeLease('0001', { owner: 'last', now: 31, until: 40 })
      expect(last).toHaveProperty('revision', 'next')
    })
  })

  test('what people rest by is kept until a poll lets nobody rest', async ({ ports }) => {
    const { shards } = ports
    const workday = { timeZone: 'Europe/London', midday: '12:30' }
    const far = { farEverySeconds: 1_800, usualWeeks: 4 }
    const resting = { idleEverySeconds: 900, ...far, lookbackHours: 24, workday }
    await shards.create(aShard())
    const lease = { owner: 'a', now: 0, until: 10 }
    await shards.takeLease('0001', lease)
    await shards.finish('0001', 'a', { ...aShard(), resting })
    expect(unnumbered(await shards.takeLease('0001', lease))).toMatchObject({ resting })
    await shards.finish('0001', 'a', aShard())
    expect(unnumbered(await shards.takeLease('0001', lease))).not.toHaveProperty('resting')
  })

  test('who was behind is forgotten by the next progress', async ({ ports }) => {
    const { shards } = ports
    const behind = {
      clockings: { [anId(1)]: { since: '2026-11-18T08:00:00Z', tries: 0, retryAt: null } },
      absences: {},
    }
    await shards.create(aShard({ behind }))
    const lease = { owner: 'a', now: 0, until: 10 }
    expect(unnumbered(await shards.takeLease('0001', lease))).toEqual(aShard({ behind }))
    const progress = {
      polledThrough: '2026-11-18T09:00:00Z',
      absencesReadAt: '2026-11-18T09:00:00Z',
      behind: { clockings: {}, absences: {} },
    }
    await shards.finish('0001', 'a', progress)
    expect((await shards.all()).shards).toEqual([aShard({ ...progress, revision: 'a' })])
  })

  test('a lease is let go by its owner alone, and the progress stays as it was', async ({
    ports,
  }) => {
    const { shards } = ports
    await shards.release('0001', 'a')
    await shards.create(aShard())
    await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 })
    await shards.release('0001', 'b')
    expect(unnumbered(await shards.takeLease('0001', { owner: 'b', now: 1, until: 20 }))).toBeNull()
    await shards.release('0001', 'a')
    expect(unnumbered(await shards.takeLease('0001', { owner: 'b', now: 1, until: 20 }))).toEqual(
      aShard(),
    )
  })

  test('a revision stays as long as whoever takes the lease comes to an end', async ({ ports }) => {
    const { shards } = ports
    await shards.create(aShard())
    const lease = (owner: string, now = 0) => ({ owner, now, until: now + 10 })
    const poll = async (owner: string, revision?: string, now = 0) => {
      const shard = unnumbered(await shards.takeLease('0001', lease(owner, now)))
      await shards.finish('0001', owner, aShard({ ...(revision !== undefined && { revision }) }))
      return shard
    }
    expect(await poll('a')).toEqual(aShard())
    expect(await poll('b', 'a')).toEqual(aShard({ revision: 'a' }))
    expect(await poll('c')).toEqual(aShard({ revision: 'a' }))
    await shards.noteEdit('0001', { by: 'x', isOpen: true })
    const edit = { by: 'x', isOpen: true }
    expect(await poll('d', 'c')).toEqual(aShard({ revision: 'c', edit }))
    await shards.takeLease('0001', lease('killed'))
    expect(await poll('e', undefined, 10)).toEqual(aShard({ edit }))
    await shards.takeLease('0001', lease('failed'))
    await shards.release('0001', 'failed')
    expect(await poll('f')).toEqual(aShard({ edit }))
    expect(await shards.finish('0001', 'f', aShard())).toBe(false)
    await shards.takeLease('0001', lease('twice'))
    expect(await poll('twice')).toEqual(aShard({ edit }))
    expect(await poll('g')).toEqual(aShard({ revision: 'twice', edit }))
    await shards.release('0001', 'f')
    expect(await poll('h')).toEqual(aShard({ edit }))
    await expect(shards.noteEdit('0009', edit)).rejects.toThrow()
  })

  test('an operator’s word on a loss is kept beside a lease, and through the end of a poll', async ({
    ports,
  }) => {
    const { shards } = ports
    const at = '2026-11-18T08:30:00Z'
    await expect(shards.acceptLoss('0001', at)).rejects.toThrow()
    await shards.create(aShard())
    await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 })
    await shards.acceptLoss('0001', at)
    expect(unnumbered(await shards.takeLease('0001', { owner: 'b', now: 1, until: 10 }))).toBeNull()
    const progress = {
      polledThrough: '2026-11-18T09:00:00Z',
      absencesReadAt: null,
      behind: { clockings: {}, absences: {} },
    }
    expect(await shards.finish('0001', 'a', progress)).toBe(true)
    expect((await shards.all()).shards).toEqual([
      aShard({ ...progress, revision: 'a', lossAcceptedAt: at }),
    ])
  })
})
