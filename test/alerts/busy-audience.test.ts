import { describe, expect } from 'vitest'
import { epochMs, hour, minute } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule, promptly } from './support/events.ts'
import { later, nine } from './support/morning.ts'

/** An audience that takes some mails and not others; what becomes known of whom, and when. */
const mailing = (
  world: AlertWorld,
  isTaken: (names: string[], at: number) => boolean,
  kind: 'failed' | 'refused' = 'failed',
) => {
  const toldAt = new Map<string, number>()
  world.ports.outlets.email = {
    ...world.ports.outlets.email,
    send: async (_audience, mail) => {
      const names = [...new Set(JSON.stringify(mail).match(/Person\d+/g))]
      if (!isTaken(names, world.now() - epochMs(nine))) return { kind, reason: 'its reason' }
      for (const name of names) toldAt.set(name, world.now())
      return { kind: 'sent' }
    },
  }
  return toldAt
}

/** So many people, one each so many seconds: an audience that takes a mail a minute always has something new to read. */
const comeIn = (world: AlertWorld, people: number, every: number) => {
  for (let n = 1; n <= people; n++) world.publish(aClockIn(n, later(n * every)))
}
const latest = (toldAt: ReadonlyMap<string, number>, people: number, every: number, but = 0) =>
  Math.max(
    ...Array.from({ length: people }, (_, n) => n + 1)
      .filter((n) => n !== but)
      .map(
        (n) => (toldAt.get(`Person${n}`) ?? Number.POSITIVE_INFINITY) - epochMs(later(n * every)),
      ),
  )
const mails = { slack: [], email: ['managers'] }

describe('an audience that always has something new to read', () => {
  test.for([
    { down: 45, every: 30 },
    { down: 180, every: 20 },
    { down: 180, every: 50 },
    { down: 600, every: 20 },
  ])(
    'is told of what it failed at for $down seconds right after, though somebody comes in every $every seconds',
    async ({ down, every }, { start }) => {
      const world = await start(promptly(mails))
      const toldAt = mailing(
        world,
        (_names, at) => at < 10 * minute || at > 10 * minute + down * 1_000,
      )
      const people = 3_600 / every
      comeIn(world, people, every)
      await world.run()
      expect(latest(toldAt, people, every)).toBeLessThan(down * 1_000 + 6 * minute)
    },
  )

  test('is told of all others within minutes where it fails at one, and that is put aside after two hours', async ({
    start,
  }) => {
    const world = await start([aRule(mails)])
    const toldAt = mailing(world, (names) => !names.includes('Person20'))
    const people = 300
    comeIn(world, people, 30)
    await world.run()
    expect(latest(toldAt, people, 30, 20)).toBeLessThan(6 * minute)
    expect(world.dead).toEqual([
      expect.objectContaining({ body: expect.stringContaining('"aside"') }),
    ])
    expect(world.dead[0]?.at).toBeLessThan(epochMs(nine) + 2.3 * hour)
  })

  test('is told of all others within minutes where it refuses one, and that is put aside at once', async ({
    start,
  }) => {
    const world = await start([aRule(mails)])
    const toldAt = mailing(world, (names) => !names.includes('Person20'), 'refused')
    const people = 120
    comeIn(world, people, 30)
    await world.run()
    expect(latest(toldAt, people, 30, 20)).toBeLessThan(6 * minute)
    expect(world.dead).toEqual([
      expect.objectContaining({ body: expect.stringContaining('"aside"') }),
    ])
    expect(world.dead[0]?.at).toBeLessThan(epochMs(nine) + 16 * minute)
  })
})
