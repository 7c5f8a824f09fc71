import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import type { Shard } from '../../lib/store/shard-record.ts'
import { anId, aState, employeeId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { inMemory, onEngines } from './contract-ports.ts'

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 2,
  polledThrough: '2026-11-18T08:00:00Z',
  absencesReadAt: null,
  behind: { clockings: {}, absences: {} },
  lossAcceptedAt: null,
  ...overrides,
})

const anEntry = (n: number, size = 10): OutboxEntry => ({
  id: randomUUID(),
  type: 'attendance.clocked-in',
  time: '2026-11-18T08:00:00Z',
  recordedtime: '2026-11-18T08:00:00Z',
  message: JSON.stringify({ n, text: 'x'.repeat(size) }),
  attributes: { type: 'attendance.clocked-in', baseline: 'false' },
})

describe.each([
  ['in memory', inMemory],
  ['on dynalite and fauxqs', onEngines],
])('the ports %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('a state is created once, and saved only over the version that was read', async ({
    ports,
  }) => {
    const { employees } = ports
    const created = await employees.save('0001', aState({ version: 0 }))
    expect(created?.version).toBe(1)
    expect(await employees.save('0001', aState({ version: 0 }))).toBeNull()
    const next = await employees.save('0001', aState({ version: 1, sequence: 5 }))
    expect(next).toMatchObject({ version: 2, sequence: 5 })
    expect(await employees.save('0001', aState({ version: 1, sequence: 9 }))).toBeNull()
    expect(await employees.save('0001', aState({ version: 3 }))).toBeNull()
    const { employees: read } = await employees.inShard('0001', { isConsistent: true })
    expect(read).toEqual([aState({ version: 2, sequence: 5 })])
  })

  test('a shard shows its own employees, in the order of their ids', async ({ ports }) => {
    const { employees } = ports
    for (const n of [3, 1, 2])
      await employees.save('0001', aState({ employeeId: anId(n), version: 0 }))
    await employees.save('0002', aState({ employeeId: anId(9), version: 0 }))
    const { employees: read } = await employees.inShard('0001', { isConsistent: true })
    expect(read.map(({ employeeId }) => employeeId)).toEqual([anId(1), anId(2), anId(3)])
    expect(await employees.inShard('0003')).toEqual({ employees: [], unreadable: [] })
  })

  test('an item larger than 400 KB is refused', async ({ ports }) => {
    const { employees } = ports
    const outbox = [anEntry(1, 500_000)]
    await expect(employees.save('0001', aState({ version: 0, outbox }))).rejects.toThrow()
  })

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
    expect(await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 })).toBeNull()
    await shards.create(aShard())
    expect(await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 })).toEqual(aShard())
    expect(await shards.takeLease('0001', { owner: 'b', now: 9, until: 20 })).toBeNull()
    expect(await shards.takeLease('0001', { owner: 'a', now: 9, until: 12 })).toEqual(aShard())
    expect(await shards.takeLease('0001', { owner: 'b', now: 12, until: 20 })).toEqual(aShard())
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
    expect(await shards.finish('0001', 'b', progress)).toBe(false)
    expect(await shards.takeLease('0001', { owner: 'c', now: 12, until: 20 })).toEqual(
      aShard(progress),
    )
  })

  test('who was behind is forgotten by the next progress', async ({ ports }) => {
    const { shards } = ports
    const behind = {
      clockings: { [anId(1)]: { since: '2026-11-18T08:00:00Z', tries: 0, retryAt: null } },
      absences: {},
    }
    await shards.create(aShard({ behind }))
    const lease = { owner: 'a', now: 0, until: 10 }
    expect(await shards.takeLease('0001', lease)).toEqual(aShard({ behind }))
    const progress = {
      polledThrough: '2026-11-18T09:00:00Z',
      absencesReadAt: '2026-11-18T09:00:00Z',
      behind: { clockings: {}, absences: {} },
    }
    await shards.finish('0001', 'a', progress)
    expect((await shards.all()).shards).toEqual([aShard(progress)])
  })

  test('a lease is let go by its owner alone, and the progress stays as it was', async ({
    ports,
  }) => {
    const { shards } = ports
    await shards.release('0001', 'a')
    await shards.create(aShard())
    await shards.takeLease('0001', { owner: 'a', now: 0, until: 10 })
    await shards.release('0001', 'b')
    expect(await shards.takeLease('0001', { owner: 'b', now: 1, until: 20 })).toBeNull()
    await shards.release('0001', 'a')
    expect(await shards.takeLease('0001', { owner: 'b', now: 1, until: 20 })).toEqual(aShard())
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
    expect(await shards.takeLease('0001', { owner: 'b', now: 1, until: 10 })).toBeNull()
    const progress = {
      polledThrough: '2026-11-18T09:00:00Z',
      absencesReadAt: null,
      behind: { clockings: {}, absences: {} },
    }
    expect(await shards.finish('0001', 'a', progress)).toBe(true)
    expect((await shards.all()).shards).toEqual([aShard({ ...progress, lossAcceptedAt: at })])
  })

  test('a state that is retired is gone, and its number is kept for good', async ({ ports }) => {
    const { employees } = ports
    const forgottenBefore = { clockings: '2026-11-17T08:00:00Z', absences: null }
    const state = aState({ version: 0, sequence: 7, forgottenBefore })
    const saved = (await employees.save('0001', state)) ?? state
    expect(await employees.retired([employeeId])).toEqual(new Map())
    expect(await employees.retire('0001', saved)).toBe(true)
    const consistent = { isConsistent: true }
    expect(await employees.inShard('0001', consistent)).toEqual({ employees: [], unreadable: [] })
    const kept = { employeeId, sequence: 7, forgottenBefore }
    expect(await employees.retired([anId(2), employeeId])).toEqual(new Map([[employeeId, kept]]))
    expect(await employees.save('0001', saved)).toBeNull()
    expect(await employees.save('0001', { ...state, sequence: 8 })).toMatchObject({ version: 1 })
    expect(await employees.retired([employeeId])).toEqual(new Map([[employeeId, kept]]))
  })

  test('of a leaver at rest all is forgotten that ended by then', async ({ ports }) => {
    const { employees } = ports
    const restSince = '2026-11-18T07:00:00Z'
    const saved = await employees.save('0001', aState({ version: 0, sequence: 7, restSince }))
    expect(await employees.retire('0001', saved ?? aState())).toBe(true)
    const forgottenBefore = { clockings: restSince, absences: restSince }
    const kept = { employeeId, sequence: 7, forgottenBefore }
    expect(await employees.retired([employeeId])).toEqual(new Map([[employeeId, kept]]))
  })

  test('a state that another writer changed meanwhile is not retired', async ({ ports }) => {
    const { employees } = ports
    const saved = (await employees.save('0001', aState({ version: 0 }))) ?? aState()
    const next = await employees.save('0001', { ...saved, sequence: 9 })
    expect(await employees.retire('0001', saved)).toBe(false)
    expect((await employees.inShard('0001', { isConsistent: true })).employees).toEqual([next])
  })

  test('the roster remembers when it was believed, and who could not be read', async ({
    ports,
  }) => {
    const { roster } = ports
    const believed = {
      believedAt: '2026-11-18T08:00:00Z',
      unread: { [anId(3)]: '2026-11-18T07:00:00Z' },
    }
    await roster.takeLease({ owner: 'a', now: 0, until: 10 })
    await roster.finish('a', believed)
    expect(await roster.takeLease({ owner: 'b', now: 1, until: 10 })).toMatchObject(believed)
    await roster.release('b')
    await roster.takeLease({ owner: 'c', now: 1, until: 10 })
    await roster.finish('c', { believedAt: '2026-11-18T09:00:00Z', unread: {} })
    expect(await roster.takeLease({ owner: 'd', now: 1, until: 10 })).toMatchObject({
      believedAt: '2026-11-18T09:00:00Z',
      unread: {},
    })
  })

  test('the roster is leased likewise, and its baseline fixed once', async ({ ports }) => {
    const { roster } = ports
    const fresh = { baselineAt: null, isBaselined: false, believedAt: null, unread: {} }
    const believed = { believedAt: '2026-11-18T08:00:00Z', unread: {} }
    expect(await roster.takeLease({ owner: 'a', now: 0, until: 10 })).toEqual(fresh)
    expect(await roster.takeLease({ owner: 'b', now: 1, until: 10 })).toBeNull()
    expect(await roster.beginBaseline('2026-11-18T08:00:00Z')).toBe('2026-11-18T08:00:00Z')
    expect(await roster.beginBaseline('2026-11-18T09:00:00Z')).toBe('2026-11-18T08:00:00Z')
    await roster.finish('b', believed)
    await roster.release('b')
    expect(await roster.takeLease({ owner: 'b', now: 2, until: 10 })).toBeNull()
    await roster.finish('a', believed)
    expect(await roster.takeLease({ owner: 'b', now: 2, until: 10 })).toEqual({
      baselineAt: '2026-11-18T08:00:00Z',
      isBaselined: true,
      ...believed,
    })
  })

  test('25 events are published whole, with their attributes, and all acknowledged', async ({
    ports,
  }) => {
    const { publish, delivered } = ports
    const entries = Array.from({ length: 25 }, (_, n) => anEntry(n))
    const { acknowledged, failures } = await publish(entries)
    expect([...acknowledged]).toEqual(entries.map(({ id }) => id))
    expect(failures).toEqual([])
    const messages = await delivered()
    expect(messages.map(({ body }) => body).toSorted()).toEqual(
      entries.map(({ message }) => message).toSorted(),
    )
    expect(messages[0]?.attributes).toEqual({ type: 'attendance.clocked-in', baseline: 'false' })
  })

  test('an event too large for the topic is not acknowledged', async ({ ports }) => {
    const { publish } = ports
    const { acknowledged, failures } = await publish([anEntry(1, 300_000)])
    expect([...acknowledged]).toEqual([])
    expect(failures).toHaveLength(1)
  })

  test('ticks are received once while they are invisible, delayed ones not yet', async ({
    ports,
  }) => {
    const { send, received } = ports
    await send([
      { shardId: '0001', delaySeconds: 0 },
      { shardId: '0002', delaySeconds: 60 },
      { shardId: '0003', delaySeconds: 0 },
    ])
    expect((await received()).toSorted()).toEqual(['{"shardId":"0001"}', '{"shardId":"0003"}'])
    expect(await received()).toEqual([])
  })
})
