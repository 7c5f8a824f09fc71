import { expect, test } from 'vitest'
import { dispatchPolls, type PollTick } from '../../lib/polling/dispatch-polls.ts'
import type { Shard } from '../../lib/store/shard-store.ts'

const now = Date.parse('2026-11-18T09:00:00Z')

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 1,
  polledThrough: '2026-11-18T08:59:00Z',
  absencesReadAt: '2026-11-18T08:59:00Z',
  sweep: null,
  ...overrides,
})

const dispatch = async (shards: Shard[], clockingsEverySeconds: number) => {
  const sent: PollTick[] = []
  const ports = {
    shards: { all: async () => shards },
    send: async (ticks: PollTick[]) => void sent.push(...ticks),
    now: () => now,
  }
  const report = await dispatchPolls(ports, { clockingsEverySeconds, dispatchEverySeconds: 60 })
  return { sent, report }
}

test('sends one tick a run for each shard where everyone is polled once a minute', async () => {
  const { sent, report } = await dispatch([aShard(), aShard({ shardId: '0002' })], 60)
  expect(sent).toEqual([
    { shardId: '0001', delaySeconds: 0 },
    { shardId: '0002', delaySeconds: 0 },
  ])
  expect(report.ticks).toBe(2)
})

test('polls faster than the dispatcher runs by delaying ticks', async () => {
  const { sent } = await dispatch([aShard()], 10)
  expect(sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 10, 20, 30, 40, 50])
})

test('leaves out a shard that is not due yet', async () => {
  const due = aShard({ shardId: '0002', polledThrough: '2026-11-18T08:55:00Z' })
  const { sent } = await dispatch([aShard(), due], 300)
  expect(sent).toEqual([{ shardId: '0002', delaySeconds: 0 }])
})

test('tells how far the shard has come that is furthest behind', async () => {
  const behind = aShard({ shardId: '0002', polledThrough: '2026-11-18T07:12:00Z' })
  const { report } = await dispatch([aShard(), behind], 60)
  expect(report.polledThrough).toBe('2026-11-18T07:12:00Z')
})

test('has nothing to tell before the first roster', async () => {
  const { sent, report } = await dispatch([], 60)
  expect(sent).toEqual([])
  expect(report).toEqual({ ticks: 0, polledThrough: null })
})
