import { describe, expect, test } from 'vitest'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId } from '../../harness/builders.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { aBehind } from '../../harness/shards.ts'
import { aShard, dispatched, portsWith } from './dispatcher.ts'

describe('dispatch', () => {
  test('sends one tick for each shard every minute, one after another', async () => {
    const shards = [aShard(), aShard({ shardId: '0002', polledThrough: '2026-11-20T11:59:59Z' })]
    expect(await dispatched(shards, 60)).toEqual(['0001+0', '0002+10'])
  })

  test('polls a shard again only when its turn is over', async () => {
    const needs = { clockings: 300, absences: 300, latency: 100, throttledAt: null }
    const ports = portsWith([aShard({ needs, polledThrough: '2026-11-20T11:00:00Z' })])
    const settings = dispatching({ clockingsEverySeconds: 300 })
    expect(await dispatchPolls(ports, settings)).toMatchObject({ ticks: 1 })
    expect(await dispatchPolls(ports, settings)).toMatchObject({ ticks: 0 })
  })

  test('sends six ticks ten seconds apart where polls come every ten seconds', async () => {
    expect(await dispatched([aShard()], 10)).toEqual(
      [0, 10, 20, 30, 40, 50].map((s) => `0001+${s}`),
    )
  })

  test.each([
    ['11:55:00', ['0001+0']],
    ['11:55:04', ['0001+4']],
    ['11:55:59', ['0001+59']],
    ['11:56:00', []],
  ])(
    'has a shard that is polled every five minutes, and was at %s, polled when those are over: at noon %j',
    async (time, ticks) => {
      const shard = aShard({ polledThrough: `2026-11-20T${time}Z` })
      expect(await dispatched([shard], 300)).toEqual(ticks)
    },
  )

  test.each<[string, Partial<Shard>]>([
    ['left some over', { behind: { clockings: { [anId(1)]: aBehind() }, absences: {} } }],
    ['has never read absences', { absencesReadAt: null }],
  ])('sends a tick for a shard that %s, due or not', async (_what, overrides) => {
    expect(await dispatched([aShard(overrides)], 3_600)).toEqual(['0001+0'])
  })

  test('does not wait for whole seconds where it runs faster than that', async () => {
    expect(await dispatched([aShard()], 0.2, { dispatchEverySeconds: 0.2 })).toEqual(['0001+0'])
  })

  test('waits in seconds of the machines where its clock runs faster', async () => {
    const shard = aShard({ polledThrough: '2026-11-20T11:55:30Z' })
    expect(await dispatched([shard], 300, { speed: 3 })).toEqual(['0001+10'])
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
