import { describe, expect, test } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import type { PollReport } from '../../lib/polling/shard/poll-report.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { aClocking, anId, aState, aTrackedClocking } from '../harness/builders.ts'
import { memoryShard, pollTime } from '../harness/memory-shard.ts'

const people = Array.from({ length: 50 }, (_, n) => n + 1)
const clockingOf = (n: number): Clocking => aClocking({ id: anId(n, 1), employeeId: anId(n) })

/** Fifty people, of each of whom a clocking is known, in front of an API that can lose them. */
const aShardOfFifty = async () => {
  const states = people.map((n) =>
    aState({
      employeeId: anId(n),
      version: 0,
      clockings: { [anId(n, 1)]: aTrackedClocking(clockingOf(n)) },
    }),
  )
  const shown = people.map(clockingOf)
  const shard = await memoryShard(states, shown)
  return {
    ...shard,
    /** The API shows no clockings of these any more. */
    lose: (...lost: number[]) => {
      const left = shown.filter(({ employeeId }) => !lost.some((n) => anId(n) === employeeId))
      shown.splice(0, shown.length, ...left)
    },
    restore: () => shown.splice(0, shown.length, ...people.map(clockingOf)),
    pollAt: (minutes: number): Promise<PollReport> =>
      shard.poll({}, { now: () => pollTime + minutes * minute }),
  }
}

const removed = (published: string[]) =>
  published.filter((type) => type === 'attendance.clocking-removed').length

describe('clockings that vanish', () => {
  test('of a few are told as removed after ten minutes, and not after nine', async () => {
    const shard = await aShardOfFifty()
    shard.lose(1, 2, 3, 4)
    for (const minutes of [0, 1, 9]) await shard.pollAt(minutes)
    expect(shard.published).toEqual([])
    expect(await shard.pollAt(10)).toMatchObject({ kind: 'polled', doubted: [] })
    expect(removed(shard.published)).toBe(4)
  })

  test('of fifty of fifty are told by no poll, and the report says how many are missing', async () => {
    const shard = await aShardOfFifty()
    shard.lose(...people)
    const doubted = [{ what: 'clockings', missing: 50, of: 50 }]
    for (const minutes of [0, 1, 10, 120])
      expect(await shard.pollAt(minutes)).toMatchObject({ doubted, polled: 50, leftOver: 0 })
    expect(shard.published).toEqual([])
  })

  test('and are back are no news, and those that stay away are removed', async () => {
    const shard = await aShardOfFifty()
    shard.lose(...people)
    for (const minutes of [0, 30]) await shard.pollAt(minutes)
    shard.restore()
    shard.lose(7)
    expect(await shard.pollAt(31)).toMatchObject({ doubted: [] })
    expect(await shard.pollAt(60)).toMatchObject({ doubted: [] })
    expect(shard.published).toEqual(['attendance.clocking-removed'])
    expect(await shard.state(anId(7))).toMatchObject({
      clockings: { [anId(7, 1)]: { phase: 'removed' } },
    })
  })

  test('of many do not hold up what else is new', async () => {
    const shard = await aShardOfFifty()
    shard.lose(...people.filter((n) => n !== 50))
    const { listClockings, listAbsences } = shard.ports.api
    const news = aClocking({ id: anId(99, 1), employeeId: anId(50) })
    const api: typeof shard.ports.api = {
      listAbsences,
      listClockings: async function* (filters, call) {
        yield* listClockings(filters, call)
        if (filters.employeeId === anId(50)) yield { records: [news], rejected: [] }
      },
    }
    expect(await shard.poll({}, { api })).toMatchObject({ doubted: [{ missing: 49, of: 50 }] })
    expect(shard.published).toEqual(['attendance.clocked-in', 'attendance.clocked-out'])
  })

  test('of many are told once an operator has said that it is true', async () => {
    const shard = await aShardOfFifty()
    shard.lose(...people.slice(0, 30))
    for (const minutes of [0, 20]) await shard.pollAt(minutes)
    expect(shard.published).toEqual([])
    await shard.shards.acceptLoss('0001', '2026-11-18T18:21:00Z')
    expect(await shard.pollAt(22)).toMatchObject({ doubted: [] })
    expect(removed(shard.published)).toBe(30)
  })

  test('after an operator’s word on an earlier loss are doubted again', async () => {
    const shard = await aShardOfFifty()
    shard.lose(...people.slice(0, 20))
    await shard.pollAt(0)
    await shard.shards.acceptLoss('0001', '2026-11-18T18:01:00Z')
    await shard.pollAt(11)
    expect(removed(shard.published)).toBe(20)
    shard.lose(...people.slice(20))
    for (const minutes of [12, 40])
      expect(await shard.pollAt(minutes)).toMatchObject({ doubted: [{ missing: 30, of: 30 }] })
    expect(removed(shard.published)).toBe(20)
  })
})
