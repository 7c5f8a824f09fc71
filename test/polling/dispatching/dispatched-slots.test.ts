import { describe, expect, test } from 'vitest'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId } from '../../harness/builders.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { aBehind } from '../../harness/shards.ts'
import { aShard, machineTime, portsWith } from './dispatcher.ts'

describe('what dispatch gives away of the budget', () => {
  test('tells each poll how fast it may ask, and from when until when', async () => {
    const needs = { clockings: 190, absences: 190, latency: 100, throttledAt: null }
    const ports = portsWith([aShard({ needs }), aShard({ shardId: '0002', needs })])
    await dispatchPolls(ports, dispatching())
    const length = 2 * (500 + (1_000 * 190 * 1.05) / 20)
    const [first, second] = ports.sent.map(({ slot }) => slot)
    expect(first).toEqual({
      requestsPerSecond: 20,
      from: machineTime,
      until: machineTime + Math.floor(length),
    })
    expect(second?.from).toBe(first?.until)
    expect(ports.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 20])
  })

  test('gives away once what there is, however often it runs', async () => {
    const needs = { clockings: 1_300, absences: 0, latency: 100, throttledAt: null }
    const ports = portsWith([aShard({ needs })])
    expect(await dispatchPolls(ports, dispatching())).toMatchObject({ ticks: 1 })
    expect(await dispatchPolls(ports, dispatching())).toMatchObject({ ticks: 0 })
    const later = { ...ports, machineNow: () => machineTime + 60_000 }
    expect(await dispatchPolls(later, dispatching())).toMatchObject({ ticks: 1 })
    const [first, second] = ports.sent.map(({ slot }) => slot)
    expect(second?.from).toBe(first?.until)
  })

  test('begins with the shard that has waited longest, those included who were left over', async () => {
    const since = (time: string) => `2026-11-20T11:${time}:00Z`
    const left = { [anId(1)]: aBehind({ since: since('20') }) }
    const shards = [
      aShard({ shardId: '0001', polledThrough: since('50') }),
      aShard({ shardId: '0002', polledThrough: since('30') }),
      aShard({
        shardId: '0003',
        polledThrough: since('59'),
        behind: { clockings: left, absences: {} },
      }),
    ]
    const ports = portsWith(shards)
    await dispatchPolls(ports, dispatching())
    expect(ports.sent.map(({ shardId }) => shardId)).toEqual(['0003', '0002', '0001'])
  })

  test('leaves those for the next plan who wait the least, where there is too little for all', async () => {
    const needs = { clockings: 700, absences: 0, latency: 100, throttledAt: null }
    const shards = ['50', '30', '40', '55'].map((time, n) =>
      aShard({ shardId: `000${n}`, needs, polledThrough: `2026-11-20T11:${time}:00Z` }),
    )
    const ports = portsWith(shards)
    await dispatchPolls(ports, dispatching())
    expect(ports.sent.map(({ shardId }) => shardId)).toEqual(['0001', '0002'])
    const later = { ...ports, machineNow: () => machineTime + 60_000 }
    const polled = (shard: Shard) => ({ ...shard, polledThrough: '2026-11-20T12:00:00Z' })
    const since = {
      ...ports.shards,
      all: async () => ({
        shards: shards.map((each, n) => (n === 1 || n === 2 ? polled(each) : each)),
        unreadable: [],
      }),
    }
    await dispatchPolls({ ...later, shards: since }, dispatching())
    expect(ports.sent.slice(2).map(({ shardId }) => shardId)).toEqual(['0000', '0003'])
  })

  test('lowers the rate for all once a poll was throttled since the last plan', async () => {
    const needs = { clockings: 10, absences: 10, latency: 100, throttledAt: machineTime + 30_000 }
    const ports = portsWith([aShard({ needs })])
    expect(await dispatchPolls(ports, dispatching())).toMatchObject({ requestsPerSecond: 20 })
    const later = { ...ports, machineNow: () => machineTime + 60_000 }
    expect(await dispatchPolls(later, dispatching())).toMatchObject({ requestsPerSecond: 14 })
    expect(ports.sent.at(-1)?.slot?.requestsPerSecond).toBe(14)
  })

  test('leaves out what a roster refresh has claimed, as long as that lasts', async () => {
    const ports = portsWith([aShard()])
    const claim = {
      owner: 'a',
      requestsPerSecond: 5,
      from: machineTime,
      until: machineTime + 90_000,
    }
    await ports.budget.change((budget) => ({ budget: { ...budget, claim }, result: null }))
    await dispatchPolls(ports, dispatching())
    await dispatchPolls({ ...ports, machineNow: () => machineTime + 120_000 }, dispatching())
    expect(ports.sent.map(({ slot }) => slot?.requestsPerSecond)).toEqual([15, 20])
  })

  test('counts in seconds of the machines where its clock runs faster', async () => {
    const shards = [aShard(), aShard({ shardId: '0002' })]
    const ports = portsWith(shards)
    await dispatchPolls(ports, dispatching({ speed: 60 }))
    const ends = ports.sent.map(({ slot }) => (slot?.until ?? 0) - machineTime)
    expect(Math.max(...ends)).toBeLessThanOrEqual(1_500)
    expect(ports.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 0])
  })

  test('says how much of the budget the roster needs, and which setting would serve it', async () => {
    const needs = { clockings: 900, absences: 0, latency: 100, throttledAt: null }
    const shards = ['0001', '0002'].map((shardId) => aShard({ shardId, needs }))
    const served = await dispatchPolls(portsWith(shards), dispatching({ requestsPerSecond: 40 }))
    expect(served).toMatchObject({ requestsPerSecond: 40, remedy: null })
    expect(served.load).toBeCloseTo((2 * 0.5 + 1_800 * (1.05 / 40)) / 60, 6)
    const { load, remedy } = await dispatchPolls(portsWith(shards), dispatching())
    expect(load).toBeCloseTo((2 * 0.5 + 1_800 * (1.05 / 20)) / 60, 6)
    expect(remedy).toEqual({ setting: 'workforce.requestsPerSecond', value: 33 })
  })
})
