import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { goOnWithReplay } from '../../lib/replays/replay-events.ts'
import { beginSending } from '../../lib/replays/slice.ts'
import { aRequest, recorded, test } from './support.ts'

const second = 1_000

test.for([
  { perSecond: 1, slice: 60 },
  { perSecond: 2, slice: 60 },
  { perSecond: 5, slice: 60 },
  { perSecond: 20, slice: 60 },
  { perSecond: 20, slice: 1 },
])(
  'no more than $perSecond events are sent in a second, in slices of $slice seconds',
  async ({ perSecond, slice }, { replaying }) => {
    const { ports, clock, logged } = replaying
    const events = Array.from({ length: 60 }, (_, n) =>
      recorded(n, '09:00:00', { employee: n + 1 }),
    )
    await logged(1, ...events)
    const sent: number[] = []
    const counting = {
      ...ports,
      sendAgain: async (_to: unknown, batch: readonly unknown[]) => {
        sent.push(...batch.map(() => clock.now))
        return []
      },
    }
    const request = aRequest({ perSecond })
    let progress = await beginSending(randomUUID(), request, ports)
    while (progress.state !== 'done')
      progress = await goOnWithReplay(progress, request, clock.now + slice * second, counting)
    expect(sent).toHaveLength(60)
    const inASecond = sent.map(
      (from) => sent.filter((at) => at >= from && at < from + second).length,
    )
    expect(Math.max(...inASecond)).toBeLessThanOrEqual(perSecond)
  },
)
