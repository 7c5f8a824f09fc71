import { describe, expect, test } from 'vitest'
import { noTurn } from '../../lib/publishing/publication.ts'
import { aClocking, anId, aState } from '../harness/builders.ts'
import { before, machineTime, memoryShard } from '../harness/memory-shard.ts'

const now = '2026-11-18T18:00:00Z'
const state = (n: number, overrides = {}) =>
  aState({ employeeId: anId(n), version: 0, ...overrides })

describe('the lease of a poll', () => {
  test('is its own, goes by the machines’ clock, and is dropped at the end', async () => {
    const shard = await memoryShard([state(1)])
    await shard.poll()
    const lease = { owner: 'me', now: machineTime, until: machineTime + 130_000 }
    expect(shard.leases).toEqual([lease])
    expect(await shard.shards.takeLease('0001', { ...lease, owner: 'next' })).not.toBeNull()
  })

  test('that another poll holds lets it do nothing', async () => {
    const shard = await memoryShard([state(1)])
    const { takeLease } = shard.shards
    await takeLease('0001', { owner: 'other', now: machineTime, until: machineTime + 1 })
    expect(await shard.poll()).toEqual({ kind: 'skipped' })
    expect(shard.asked).toEqual([])
    expect(shard.finished).toEqual([])
  })

  test('is dropped where the poll dies, with the progress that there was', async () => {
    const shard = await memoryShard([state(1)])
    const inShard = async () => {
      throw new Error('no table')
    }
    const employees = { ...shard.ports.employees, inShard }
    await expect(shard.poll({}, { employees })).rejects.toThrow('no table')
    expect(shard.finished).toEqual([])
    expect(await shard.shards.all()).toMatchObject({ shards: [{ polledThrough: before }] })
    expect(await shard.poll()).toMatchObject({ kind: 'polled', polledThrough: now })
  })
})

describe('a poll whose time is up', () => {
  test('asks nobody, and leaves all to the next one', async () => {
    const shard = await memoryShard([state(1), state(2)])
    expect(await shard.poll({ deadline: machineTime })).toMatchObject({
      polled: 0,
      leftOver: 2,
      polledThrough: now,
      oldestBehind: before,
    })
    expect(shard.asked).toEqual([])
    const left = { since: before, tries: 0, retryAt: null }
    const all = { [anId(1)]: left, [anId(2)]: left }
    expect(shard.finished).toMatchObject([{ behind: { clockings: all, absences: all } }])
  })

  test('begins with those whom the last one left over', async () => {
    const shard = await memoryShard([state(1), state(2), state(3)])
    const cut = async (after: number) => {
      const from = shard.asked.length
      const machineNow = () =>
        shard.asked.length - from >= after ? machineTime + 60_000 : machineTime
      return shard.poll({}, { machineNow })
    }
    expect(await cut(2)).toMatchObject({ polled: 2, leftOver: 1, polledThrough: now })
    const [left] = [1, 2, 3].map((n) => anId(n)).filter((id) => !shard.asked.includes(id))
    expect(await shard.poll()).toMatchObject({ polled: 3, leftOver: 0, oldestBehind: null })
    expect(shard.asked[2]).toBe(left)
    expect(shard.asked.slice(2).toSorted()).toEqual([1, 2, 3].map((n) => anId(n)))
  })

  test('gives clockings most of the time where absences are due, and those half of the rest', async () => {
    const shard = await memoryShard([state(1)])
    await shard.poll({ deadline: machineTime + 1_000 })
    expect([...shard.deadlines]).toEqual([machineTime + 700, machineTime + 500])
  })

  test('gives clockings all of the time where absences are not due', async () => {
    const shard = await memoryShard([state(1)])
    await shard.poll()
    shard.deadlines.clear()
    await shard.poll({ deadline: machineTime + 1_000 })
    expect([...shard.deadlines]).toEqual([machineTime + 1_000])
  })

  test.each([
    ['still publishes', 1, ['attendance.clocked-in', 'attendance.clocked-out'], []],
    ['publishes no more', 0, [], [noTurn, noTurn]],
  ])('for publishing %s', async (_what, left, published, reasons) => {
    const shard = await memoryShard([state(1)], [aClocking({ employeeId: anId(1) })])
    await shard.poll({ publishingDeadline: machineTime + left })
    expect(shard.published).toEqual(published)
    expect(shard.failures.flatMap(([, failures]) => failures)).toEqual(reasons)
    expect((await shard.state(anId(1)))?.outbox).toHaveLength(2 - published.length)
  })
})
