import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { noneTaken, type Publish } from '../../lib/publishing/publication.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import { aClocking, anEntry, anId, aState } from '../harness/builders.ts'
import { before, memoryShard, pollTime } from '../harness/memory-shard.ts'

const state = (n: number, overrides = {}) =>
  aState({ employeeId: anId(n), version: 0, ...overrides })
const clockingOf = (n: number, overrides: Partial<Clocking> = {}) =>
  aClocking({ id: anId(n, 1), employeeId: anId(n), ...overrides })
type MemoryShard = Awaited<ReturnType<typeof memoryShard>>
const at = (minutes: number) => ({ now: () => pollTime + minutes * minute })
const behindOf = ({ finished }: MemoryShard) => finished.at(-1)?.behind
const left = { since: before, tries: 0, retryAt: null }

/** The ranges and dates that are asked for of each, by id. */
const watching = ({ ports: { api } }: MemoryShard) => {
  const ranges: Record<string, unknown[]> = {}
  const dates: Record<string, unknown[]> = {}
  const watched: PollPorts['api'] = {
    listClockings: (filters, call) => {
      const { employeeId, from, to } = filters
      ranges[employeeId] = [...(ranges[employeeId] ?? []), [from, to]]
      return api.listClockings(filters, call)
    },
    listAbsences: (filters, call) => {
      const { employeeId, from, to } = filters
      dates[employeeId] = [...(dates[employeeId] ?? []), [from, to]]
      return api.listAbsences(filters, call)
    },
  }
  return { ranges, dates, api: watched }
}

describe('whose pages shift each time they are read', () => {
  test('is told what was seen, stays behind, and is asked from the same moment again', async () => {
    const shard = await memoryShard([state(1), state(2)], [clockingOf(2)])
    let n = 10
    const { listClockings, listAbsences } = shard.ports.api
    const api: PollPorts['api'] = {
      listAbsences,
      listClockings: async function* (filters, call) {
        if (filters.employeeId === anId(2)) return yield* listClockings(filters, call)
        yield { records: [clockingOf(1, { id: anId(++n, 1) })], rejected: [] }
        yield { records: [], rejected: [] }
      },
    }
    expect(await shard.poll({}, { api })).toMatchObject({ leftOver: 1, failures: [] })
    const heldUp = { since: before, tries: 1, retryAt: utc(pollTime) }
    expect(behindOf(shard)).toEqual({ clockings: { [anId(1)]: heldUp }, absences: {} })
    expect(shard.published).toHaveLength(2 + 2 * 4)
    const { ranges, api: watched } = watching(shard)
    await shard.poll({}, { api: watched, ...at(600) })
    expect(ranges[anId(1)]?.[0]).toEqual([
      utc(epochMs(before) - day - 5 * minute),
      utc(pollTime + 600 * minute),
    ])
    expect(ranges[anId(2)]?.[0]).toEqual([
      utc(pollTime - day - 5 * minute),
      utc(pollTime + 600 * minute),
    ])
  })
})

describe('who is new in a shard that has been polled for long', () => {
  const came = '2026-11-14T08:00:00Z'
  const newcomer = state(3, {
    seen: false,
    unaskedSince: { clockings: came, absences: came },
  })

  test('is asked since they came, in both kinds, whether absences are due or not', async () => {
    const shard = await memoryShard([state(1), state(2)])
    await shard.poll()
    await shard.ports.employees.save('0001', newcomer)
    const { ranges, dates, api } = watching(shard)
    await shard.poll({}, { api, ...at(1) })
    expect(ranges[anId(3)]).toEqual([
      [utc(epochMs(came) - day - 5 * minute), '2026-11-18T18:01:00Z'],
    ])
    expect(dates).toEqual({ [anId(3)]: [['2026-11-12', '2026-11-20']] })
    expect(await shard.state(anId(3))).toMatchObject({
      seen: true,
      unaskedSince: { clockings: null, absences: null },
    })
  })

  test('is told of what they did since, a lookback included', async () => {
    const weekend = clockingOf(3, { start: '2026-11-15T09:00:00Z', end: '2026-11-15T17:00:00Z' })
    const shard = await memoryShard([state(1), newcomer], [weekend])
    await shard.poll()
    expect(shard.published).toEqual(['attendance.clocked-in', 'attendance.clocked-out'])
  })

  test('and fails is behind since they came, and keeps that until they are answered', async () => {
    const shard = await memoryShard([state(1), state(2), newcomer])
    const { listClockings, listAbsences } = shard.ports.api
    const api: PollPorts['api'] = {
      listAbsences,
      listClockings: (filters, call) => {
        if (filters.employeeId === anId(3)) throw new ServerError('clockings', 500)
        return listClockings(filters, call)
      },
    }
    expect(await shard.poll({}, { api })).toMatchObject({ oldestBehind: came })
    expect(behindOf(shard)?.clockings).toMatchObject({ [anId(3)]: { since: came, tries: 1 } })
    expect(await shard.state(anId(3))).toMatchObject({
      unaskedSince: { clockings: came, absences: null },
    })
    const { ranges, api: watched } = watching(shard)
    await shard.poll({}, { api: watched, ...at(1) })
    expect(ranges[anId(3)]?.[0]).toEqual([
      utc(epochMs(came) - day - 5 * minute),
      utc(pollTime + minute),
    ])
    expect(behindOf(shard)?.clockings).toEqual({})
  })
})

describe('whose events SNS does not take', () => {
  test('stays behind while the outbox is full, and is told the rest without a gap', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      clockingOf(1, {
        id: anId(n + 1, 1),
        start: utc(pollTime - 8 * hour + n * minute),
        end: utc(pollTime - 8 * hour + n * minute + 30_000),
      }),
    )
    const shard = await memoryShard([state(1)], many)
    const publish: Publish = async (entries) => noneTaken(entries, 'Throttled')
    const deaf = { delivery: { ...shard.ports.delivery, publish } }
    expect(await shard.poll({}, deaf)).toMatchObject({ leftOver: 1, outcomes: { blocked: 1 } })
    expect(behindOf(shard)).toMatchObject({ clockings: { [anId(1)]: left } })
    expect((await shard.state(anId(1)))?.outbox).toHaveLength(80)
    expect(await shard.poll({}, at(1))).toMatchObject({ leftOver: 0, outcomes: { saved: 1 } })
    expect(shard.published).toHaveLength(120)
    expect(behindOf(shard)).toEqual({ clockings: {}, absences: {} })
  })

  test('waits for nobody else: what waits is published before the API is asked', async () => {
    const shard = await memoryShard([state(1, { outbox: [anEntry(1)] }), state(2)])
    const fails = (): never => {
      throw new ServerError('clockings', 500)
    }
    const api = { listClockings: fails, listAbsences: fails }
    expect(await shard.poll({}, { api })).toMatchObject({ kind: 'outage' })
    expect(shard.published).toEqual(['attendance.clocked-in'])
  })
})

describe('an answer that takes its time', () => {
  test('gives everyone a moment of their own, and no event one that is to come', async () => {
    const ids = [1, 2, 3, 4, 5]
    let time = pollTime
    const shard = await memoryShard(ids.map((n) => state(n)))
    await shard.poll()
    const messages: Record<string, string>[] = []
    const api: PollPorts['api'] = {
      ...shard.ports.api,
      listClockings: async function* ({ employeeId, to }) {
        const end = time + 700
        time += 1_500
        expect(to).toBe(utc(time - 1_500))
        const n = ids.find((each) => anId(each) === employeeId) ?? 0
        yield { records: [clockingOf(n, { end: utc(end) })], rejected: [] }
      },
    }
    const delivery: PollPorts['delivery'] = {
      ...shard.ports.delivery,
      publish: async (entries) => {
        for (const { message } of entries) messages.push(JSON.parse(message))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
      },
    }
    await shard.poll({}, { api, delivery, now: () => time })
    expect(messages).toHaveLength(10)
    expect(new Set(messages.map(({ recordedtime }) => recordedtime)).size).toBe(5)
    for (const { time: happened = '', recordedtime = '', data } of messages) {
      const { by, after } = Object(data).observed
      expect(Date.parse(happened)).toBeLessThanOrEqual(Date.parse(by))
      expect(Date.parse(by)).toBeLessThanOrEqual(Date.parse(recordedtime))
      expect(after).toBe(utc(pollTime))
    }
  })
})
