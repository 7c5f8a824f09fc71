import { expect, test } from 'vitest'
import { epochMs, minute, second, utc } from '../../../lib/attendance/moments.ts'
import { planPolls } from '../../../lib/polling/dispatching/plan-polls.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { aShard } from './dispatcher.ts'

const noon = epochMs('2026-11-20T12:00:00Z')
const needs = { clockings: 250, absences: 250, latency: 100, throttledAt: null }

/** How long after its last poll each poll of some shards begins, in seconds, as a dispatcher plans them every minute for four hours. */
const gapsOf = (count: number, clockingsEverySeconds: number, requestsPerSecond: number) => {
  const settings = {
    clockingsEverySeconds,
    absencesEverySeconds: 900,
    dispatchEverySeconds: 60,
    requestsPerSecond,
    concurrentPolls: 2,
    concurrentCalls: 20,
  }
  const shards = new Map(
    Array.from({ length: count }, (_, n): [string, Shard] => {
      const shardId = String(n)
      const polledThrough = utc(noon - clockingsEverySeconds * second)
      return [shardId, aShard({ shardId, members: 250, needs, polledThrough })]
    }),
  )
  let budget: Parameters<typeof planPolls>[1] = {
    slots: [],
    claim: null,
    plannedAt: noon,
    learned: null,
    throttledAt: null,
    unmoved: {},
  }
  const gaps: number[] = []
  for (let n = 0; n < 240; n++) {
    const now = noon + n * minute
    const planned = planPolls(
      [...shards.values()],
      budget,
      { now, machineNow: now, speed: 1 },
      settings,
    )
    budget = planned.budget
    for (const { shardId, from } of planned.result.slots) {
      const shard = shards.get(shardId)
      if (shard === undefined) continue
      // The first polls come when the dispatcher begins.
      if (n > 20) gaps.push((from - epochMs(shard.polledThrough)) / second)
      shards.set(shardId, { ...shard, polledThrough: utc(from) })
    }
  }
  return gaps.toSorted((a, b) => a - b)
}

test.each([
  { count: 4, every: 120, requests: 30 },
  { count: 20, every: 120, requests: 100 },
  { count: 6, every: 600, requests: 30 },
  { count: 3, every: 3_600, requests: 30 },
])(
  '$count shards are polled every $every s where $requests requests a second suffice, give or take a few polls of others',
  ({ count, every, requests }) => {
    const gaps = gapsOf(count, every, requests)
    expect(gaps.length).toBeGreaterThan(count * 2)
    expect(gaps[0]).toBeGreaterThanOrEqual(every)
    const shareOf = (share: number) => gaps[Math.floor(gaps.length * share)]
    expect(shareOf(0.5)).toBeLessThanOrEqual(every + 2)
    expect(shareOf(0.8)).toBeLessThanOrEqual(every + 10)
    // All whose time comes at once take turns.
    expect(gaps.at(-1)).toBeLessThan(every + 60)
  },
)
