import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { noneTaken } from '../../lib/publishing/publication.ts'
import { aClocking, anEntry, anId, aState } from '../harness/builders.ts'
import { before, machineTime, memoryShard } from '../harness/memory-shard.ts'
import { aPublication } from '../harness/publication.ts'
import { aShard } from '../harness/shards.ts'
import { aShardOf, at, broken, failing, now, oneOf, slow } from './failing-shard.ts'
import { taking } from './slow-api.ts'

describe('people whose calls fail', () => {
  test('14 of 250, for ever, hold up nobody, and are asked ever more seldom', async () => {
    const shard = await aShardOf(250)
    const api = failing(shard, oneOf(14, broken))
    expect(await shard.poll({}, { api })).toMatchObject({ kind: 'polled', polled: 236 })
    expect(shard.published).toHaveLength(2 * 236)
    const counted: number[] = []
    const counting = failing(shard, (id) => {
      const error = oneOf(14, broken)(id)
      if (error !== null) counted[counted.length - 1] = (counted.at(-1) ?? 0) + 1
      return error
    })
    for (let minutes = 1; minutes <= 15; minutes++) {
      counted.push(0)
      await shard.poll({}, { api: counting, ...at(minutes) })
    }
    expect(counted.flatMap((count, n) => (count > 0 ? [[n + 1, count]] : []))).toEqual([
      [1, 14],
      [3, 14],
      [7, 14],
      [15, 14],
    ])
  })

  test('are told in full once they are answered, since they were last', async () => {
    const shard = await aShardOf(3)
    await shard.poll({}, { api: failing(shard, oneOf(1, broken)) })
    expect(shard.finished.at(-1)?.behind.clockings[anId(1)]).toMatchObject({ since: before })
    expect(await shard.poll({}, at(1))).toMatchObject({ polled: 3, oldestBehind: null })
    expect(shard.published).toHaveLength(6)
    expect(shard.finished.at(-1)?.behind).toEqual({ clockings: {}, absences: {} })
  })

  test('one always answered 429 holds up nobody', async () => {
    const shard = await aShardOf(250)
    const report = await shard.poll({}, { api: failing(shard, oneOf(1, slow)) })
    expect(report).toMatchObject({ polled: 249, leftOver: 0, polledThrough: now })
    expect(shard.published).toHaveLength(2 * 249)
  })

  test('everybody answered 429 are left over, and nobody failed', async () => {
    const shard = await aShardOf(50)
    const report = await shard.poll({}, { api: failing(shard, slow) })
    expect(report).toMatchObject({ kind: 'polled', polled: 0, leftOver: 50, failures: [] })
    await shard.poll({}, at(1))
    expect(shard.published).toHaveLength(2 * 50)
  })

  test('two always answered 429 are not asked first for having waited longest', async () => {
    const shard = await aShardOf(40)
    await shard.poll({}, { api: failing(shard, slow) })
    const api = failing(shard, oneOf(2, slow))
    for (let minutes = 1; minutes <= 2; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect(shard.published).toHaveLength(2 * 38)
  })
})

describe('an API too slow for all of a shard', () => {
  test('one whose answer takes longer than a poll may holds up nobody', async () => {
    const shard = await aShardOf(6)
    const { begin } = taking(shard, (id) => (id === anId(1) ? 90_000 : 1_000))
    for (let minutes = 0; minutes < 8; minutes++) await shard.poll({}, begin(minutes))
    expect(shard.published).toHaveLength(2 * 5)
  })

  test('those whose pages shift at each reading hold up nobody', async () => {
    const shard = await aShardOf(6)
    const { begin } = taking(shard, () => 10_000)
    const restless = [anId(1), anId(2), anId(3)]
    let n = 10
    for (let minutes = 0; minutes < 12; minutes++) {
      const ports = begin(minutes)
      const { listClockings = shard.ports.api.listClockings } = ports.api ?? {}
      const shifting: PollPorts['api']['listClockings'] = async function* (filters, call) {
        const { employeeId } = filters
        if (!restless.includes(employeeId)) return yield* listClockings(filters, call)
        for await (const { rejected } of listClockings(filters, call))
          yield { records: [aClocking({ id: anId(++n, 1), employeeId, end: null })], rejected }
        yield { records: [], rejected: [] }
      }
      await shard.poll({}, { ...ports, api: { ...shard.ports.api, listClockings: shifting } })
    }
    const seen = [4, 5, 6].map(async (each) => (await shard.state(anId(each)))?.sequence)
    expect(await Promise.all(seen)).toEqual([2, 2, 2])
    // And again, each within a few polls.
    const { behind, polledThrough } = shard.finished.at(-1) ?? aShard()
    const answered = [4, 5, 6].map((each) => behind.clockings[anId(each)]?.since ?? polledThrough)
    expect(Math.min(...answered.map(epochMs))).toBeGreaterThan(at(4).now())
  })

  test('one who failed once is asked though there is never time for all', async () => {
    const shard = await aShardOf(6)
    const { begin } = taking(shard, () => 25_000)
    const api = failing(shard, oneOf(1, broken))
    await shard.poll({}, { api })
    const told = shard.published.length
    for (let minutes = 1; minutes <= 40; minutes++) await shard.poll({}, begin(minutes))
    expect(shard.published.length - told).toBe(2)
  })
})

describe('SNS that hangs', () => {
  test('takes no more than a fifth of the time for calls, and everyone is asked', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => n + 1)
    const shard = await memoryShard(
      ids.map((n) => aState({ employeeId: anId(n), version: 0, outbox: [anEntry(n)] })),
    )
    let time = machineTime
    let tries = 0
    const publish: PollPorts['delivery']['publish'] = async (entries) => {
      tries += 1
      time += 3_000
      return noneTaken(entries, 'TimeoutError')
    }
    const ports = { delivery: { ...shard.ports.delivery, publish }, machineNow: () => time }
    const report = await shard.poll({}, ports)
    expect(tries).toBeLessThanOrEqual(16)
    expect(report).toMatchObject({ polled: 100, leftOver: 0 })
  })

  test('is not what events are that it refuses alone: they hold up nobody else', async () => {
    const refused = [1, 2, 3].map((n) =>
      aState({ employeeId: anId(n), version: 0, outbox: [anEntry(n)] }),
    )
    const shard = await memoryShard(
      [...refused, aState({ employeeId: anId(4), version: 0 })],
      [aClocking({ id: anId(4, 1), employeeId: anId(4) })],
    )
    const told: string[] = []
    const publish: PollPorts['delivery']['publish'] = async (entries) => {
      const taken = entries.filter(({ id }) => ![1, 2, 3].some((n) => anEntry(n).id === id))
      told.push(...taken.map(({ attributes }) => String(attributes['type'])))
      return aPublication(entries, (id) => taken.some((each) => each.id === id), 'InvalidParameter')
    }
    await shard.poll({}, { delivery: { ...shard.ports.delivery, publish } })
    expect(told).toEqual(['attendance.clocked-in', 'attendance.clocked-out'])
  })
})

test('one whose state cannot be saved once their events are out holds up nobody', async () => {
  const shard = await memoryShard(
    [1, 2].map((n) =>
      aState({ employeeId: anId(n), version: 0, outbox: n === 1 ? [anEntry(n)] : [] }),
    ),
    [aClocking({ id: anId(2, 1), employeeId: anId(2) })],
  )
  const { save } = shard.ports.employees
  const employees: PollPorts['employees'] = {
    ...shard.ports.employees,
    save: async (shardId, state) => {
      if (state.employeeId === anId(1)) throw new RangeError('ValidationException')
      return save(shardId, state)
    },
  }
  expect(await shard.poll({}, { employees })).toMatchObject({ kind: 'polled', polledThrough: now })
  expect(shard.published).toContain('attendance.clocked-out')
})
