import { describe, expect, test } from 'vitest'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { DelayedTick } from '../../../lib/polling/dispatching/tick.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId } from '../../harness/builders.ts'
import { aBehind, aShard as aShardRecord } from '../../harness/shards.ts'

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

const dispatched = async (
  shards: Shard[],
  clockingsEverySeconds: number,
  dispatchEverySeconds = 60,
) => {
  const sent: DelayedTick[] = []
  const ports = {
    shards: storeOf(shards),
    send: async (ticks: DelayedTick[]) => {
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
    ['left some over', { behind: { clockings: { [anId(1)]: aBehind() }, absences: {} } }],
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
      shards: storeOf([aShard(), behind]),
      send: async () => {},
      now: () => epochMs('2026-11-20T12:00:00Z'),
    }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    const { polledThrough } = await dispatchPolls(ports, settings)
    expect(polledThrough).toBe('2026-11-20T10:12:00Z')
  })

  test('fails where ticks cannot be sent', async () => {
    const send = () => Promise.reject(new Error('queue is gone'))
    const ports = { shards: storeOf([aShard()]), send, now: () => 0 }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    await expect(dispatchPolls(ports, settings)).rejects.toThrow('queue is gone')
  })

  test('does not hurry for who keeps failing: they wait for their turn', async () => {
    const failing = { [anId(1)]: aBehind({ tries: 1, retryAt: '2026-11-20T12:00:00Z' }) }
    const behind = { clockings: failing, absences: { [anId(2)]: aBehind() } }
    expect(await dispatched([aShard({ behind })], 3_600)).toEqual([])
  })

  test('leaves out a shard whose record cannot be read, names it, and holds up no other', async () => {
    const sent: DelayedTick[] = []
    const ports = {
      shards: storeOf([aShard()], ['0002']),
      send: async (ticks: DelayedTick[]) => {
        sent.push(...ticks)
      },
      now: () => epochMs('2026-11-20T12:00:00Z'),
    }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    expect(await dispatchPolls(ports, settings)).toEqual({
      ticks: 1,
      polledThrough: '2026-11-20T11:59:00Z',
      unreadable: ['0002'],
      accepted: [],
    })
    expect(sent).toEqual([{ shardId: '0001', delaySeconds: 0 }])
  })

  test.each([
    ['nothing', false, []],
    ['every shard', true, ['0001', '0003']],
    ['some shards', ['0003', '0002'], ['0003']],
  ])('notes an operator’s word on the losses of %s', async (_what, acceptLoss, expected) => {
    const shards = storeOf([aShard(), aShard({ shardId: '0003' })], ['0002'])
    const ports = { shards, send: async () => {}, now: () => epochMs('2026-11-20T12:00:00Z') }
    const settings = { clockingsEverySeconds: 60, dispatchEverySeconds: 60 }
    await dispatchPolls(ports, settings, acceptLoss)
    expect(shards.accepted).toEqual(expected.map((id) => [id, '2026-11-20T12:00:00Z']))
  })
})
