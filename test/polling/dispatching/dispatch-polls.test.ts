import { describe, expect, test } from 'vitest'
import { epochMs } from '../../../lib/attendance/moments.ts'
import {
  type DispatchSettings,
  dispatchPolls,
} from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { DelayedTick } from '../../../lib/polling/dispatching/tick.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId } from '../../harness/builders.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { atOnce } from '../../harness/memory-shard.ts'
import { aBehind, aShard as aShardRecord } from '../../harness/shards.ts'
import { createBudgetRecord, memoryBudgetStore } from '../../simulation/ports/budget-record.ts'

const aShard = (overrides: Partial<Shard> = {}): Shard =>
  aShardRecord({
    polledThrough: '2026-11-20T11:59:00Z',
    absencesReadAt: '2026-11-20T11:59:00Z',
    ...overrides,
  })

/** The store of these shards, and of some that cannot be read. */
const storeOf = (shards: Shard[], unreadable: string[] = []) => {
  const accepted: [string, string][] = []
  return {
    accepted,
    all: async () => ({ shards, unreadable }),
    acceptLoss: async (shardId: string, at: string) => {
      accepted.push([shardId, at])
    },
  }
}

/** By the clock of the machines. */
const machineTime = 7_000_000

/** What a dispatcher reaches, and the ticks that it sends. */
const portsWith = (shards: Shard[], unreadable: string[] = []) => {
  const sent: DelayedTick[] = []
  return {
    sent,
    shards: storeOf(shards, unreadable),
    budget: memoryBudgetStore(createBudgetRecord(), atOnce),
    send: async (ticks: DelayedTick[]) => {
      sent.push(...ticks)
    },
    now: () => epochMs('2026-11-20T12:00:00Z'),
    machineNow: () => machineTime,
  }
}

const dispatched = async (
  shards: Shard[],
  clockingsEverySeconds: number,
  overrides: Partial<DispatchSettings> = {},
) => {
  const ports = portsWith(shards)
  const settings = dispatching({ clockingsEverySeconds, ...overrides })
  const { ticks } = await dispatchPolls(ports, settings)
  expect(ticks).toBe(ports.sent.length)
  return ports.sent.map(({ shardId, delaySeconds }) => `${shardId}+${delaySeconds}`)
}

describe('dispatch', () => {
  test('sends one tick for each shard every minute, one after another', async () => {
    const shards = [aShard(), aShard({ shardId: '0002', polledThrough: '2026-11-20T11:59:59Z' })]
    expect(await dispatched(shards, 60)).toEqual(['0001+0', '0002+10'])
  })

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

  test('polls a shard again only when its turn is over', async () => {
    const needs = { clockings: 300, absences: 300, latency: 100, throttledAt: null }
    const ports = portsWith([aShard({ needs, polledThrough: '2026-11-20T11:00:00Z' })])
    const settings = dispatching({ clockingsEverySeconds: 300 })
    expect(await dispatchPolls(ports, settings)).toMatchObject({ ticks: 1 })
    expect(await dispatchPolls(ports, settings)).toMatchObject({ ticks: 0 })
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
    expect(remedy).toEqual({ setting: 'workforce.requestsPerSecond', value: 32 })
  })

  test('sends six ticks ten seconds apart where polls come every ten seconds', async () => {
    expect(await dispatched([aShard()], 10)).toEqual(
      [0, 10, 20, 30, 40, 50].map((s) => `0001+${s}`),
    )
  })

  test('leaves out a shard that was polled too recently, give or take five seconds', async () => {
    const shards = [
      aShard({ polledThrough: '2026-11-20T11:55:04Z' }),
      aShard({ shardId: '0002', polledThrough: '2026-11-20T11:55:06Z' }),
    ]
    expect(await dispatched(shards, 300)).toEqual(['0001+0'])
  })

  test.each<[string, Partial<Shard>]>([
    ['left some over', { behind: { clockings: { [anId(1)]: aBehind() }, absences: {} } }],
    ['has never read absences', { absencesReadAt: null }],
  ])('sends a tick for a shard that %s, due or not', async (_what, overrides) => {
    expect(await dispatched([aShard(overrides)], 3_600)).toEqual(['0001+0'])
  })

  test('does not wait for whole seconds where it runs faster than that', async () => {
    expect(await dispatched([aShard()], 0.2, { dispatchEverySeconds: 0.2 })).toEqual(['0001+0'])
  })

  test('takes a shard to be due up to five seconds early, since no schedule is punctual', async () => {
    const polled = (time: string) => [aShard({ polledThrough: `2026-11-20T11:58:${time}Z` })]
    expect(await dispatched(polled('05'), 120)).toEqual(['0001+0'])
    expect(await dispatched(polled('06'), 120)).toEqual([])
  })

  test('sends nothing where there is no shard yet', async () => {
    expect(await dispatched([], 60)).toEqual([])
  })

  test('tells how far the shard has come that is furthest behind', async () => {
    const behind = aShard({ shardId: '0002', polledThrough: '2026-11-20T10:12:00Z' })
    const { polledThrough } = await dispatchPolls(portsWith([aShard(), behind]), dispatching())
    expect(polledThrough).toBe('2026-11-20T10:12:00Z')
  })

  test('fails where ticks cannot be sent', async () => {
    const send = () => Promise.reject(new Error('queue is gone'))
    const ports = { ...portsWith([aShard()]), send }
    await expect(dispatchPolls(ports, dispatching())).rejects.toThrow('queue is gone')
  })

  test('does not hurry for who keeps failing: they wait for their turn', async () => {
    const failing = { [anId(1)]: aBehind({ tries: 1, retryAt: '2026-11-20T12:00:00Z' }) }
    const behind = { clockings: failing, absences: { [anId(2)]: aBehind() } }
    expect(await dispatched([aShard({ behind })], 3_600)).toEqual([])
  })

  test('leaves out a shard whose record cannot be read, names it, and holds up no other', async () => {
    const ports = portsWith([aShard()], ['0002'])
    expect(await dispatchPolls(ports, dispatching())).toMatchObject({
      ticks: 1,
      polledThrough: '2026-11-20T11:59:00Z',
      unreadable: ['0002'],
      accepted: [],
    })
    expect(ports.sent).toMatchObject([{ shardId: '0001', delaySeconds: 0 }])
  })

  test.each([
    ['nothing', false, []],
    ['every shard', true, ['0001', '0003']],
    ['some shards', ['0003', '0002'], ['0003']],
  ])('notes an operator’s word on the losses of %s', async (_what, acceptLoss, expected) => {
    const ports = portsWith([aShard(), aShard({ shardId: '0003' })], ['0002'])
    await dispatchPolls(ports, dispatching(), acceptLoss)
    expect(ports.shards.accepted).toEqual(expected.map((id) => [id, '2026-11-20T12:00:00Z']))
  })
})
