import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { dispatchPolls, type PollTick } from '../../lib/polling/dispatch-polls.ts'
import type { Shard } from '../../lib/store/shard-store.ts'

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 250,
  polledThrough: '2026-11-20T11:59:00Z',
  absencesReadAt: '2026-11-20T11:59:00Z',
  sweep: null,
  ...overrides,
})

const dispatched = async (
  shards: Shard[],
  clockingsEverySeconds: number,
  dispatchEverySeconds = 60,
) => {
  const sent: PollTick[] = []
  const ports = {
    shards: { all: async () => shards },
    send: async (ticks: PollTick[]) => {
      sent.push(...ticks)
    },
    now: () => epochMs('2026-11-20T12:00:00Z'),
  }
  const { ticks } = await dispatchPolls(ports, { clockingsEverySeconds, dispatchEverySeconds })
  expect(ticks).toBe(sent.length)
  return sent.map(({ shardId, delaySeconds }) => `${shardId}+${delaySeconds}`)
}

describe('dispatch', () => {
  test('sends one tick for each shard every minute', async () => {
    const shards = [aShard(), aShard({ shardId: '0002', polledThrough: '2026-11-20T11:59:59Z' })]
    expect(await dispatched(shards, 60)).toEqual(['0001+0', '0002+0'])
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
    ['left some over', { sweep: { startedAt: '', absences: false, next: 'a', until: 'b' } }],
    ['has never read absences', { absencesReadAt: null }],
  ])('sends a tick for a shard that %s, due or not', async (_what, overrides) => {
    expect(await dispatched([aShard(overrides)], 3_600)).toEqual(['0001+0'])
  })

  test('waits a whole second at most for a dispatcher that runs faster than that', async () => {
    expect(await dispatched([aShard()], 0.2, 0.2)).toEqual(['0001+0'])
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
    const ports = {
      shards: { all: async () => [aShard(), behind] },
      send: async () => {},
      now: () => epochMs('2026-11-20T12:00:00Z'),
    }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    const { polledThrough } = await dispatchPolls(ports, settings)
    expect(polledThrough).toBe('2026-11-20T10:12:00Z')
  })

  test('fails where ticks cannot be sent', async () => {
    const send = () => Promise.reject(new Error('queue is gone'))
    const ports = { shards: { all: async () => [aShard()] }, send, now: () => 0 }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    await expect(dispatchPolls(ports, settings)).rejects.toThrow('queue is gone')
  })
})
