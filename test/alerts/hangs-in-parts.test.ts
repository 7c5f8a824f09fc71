import { expect } from 'vitest'
import { sendDue } from '../../lib/alerts/sending/send-due.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { epochMs, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'
import { later, nine } from './support/morning.ts'

/** The channel gives no answer, however long it is waited for, to what names one of some people, and takes all else. */
const hangAt = (world: AlertWorld, isBad: (name: string) => boolean) => {
  const toldAt = new Map<string, number>()
  const askedAt: number[] = []
  const { slack } = world.ports.outlets
  world.ports.outlets.slack = {
    ...slack,
    send: async (_channel, mailing, _known, within) => {
      askedAt.push(world.now())
      const names = [...new Set(JSON.stringify(mailing).match(/Person\d+/g) ?? [])]
      if (names.some(isBad)) {
        await world.ports.sleep(within ?? minute)
        return { kind: 'failed', reason: 'no answer' }
      }
      for (const name of names) toldAt.set(name, world.now())
      return { kind: 'sent' }
    },
  }
  return { toldAt, askedAt }
}

test.for([
  [8, [1]],
  [8, [1, 8]],
  [40, [5, 20, 33]],
] as const)(
  'of %i people in one message the others are told within minutes though a channel hangs at %j',
  async ([people, bad], { start }) => {
    const world = await start([aRule()])
    const { toldAt, askedAt } = hangAt(world, (name) => bad.some((n) => name === `Person${n}`))
    for (let n = 1; n <= people; n++) world.publish(aClockIn(n, later(n)))
    await world.run(utc(epochMs(nine) + 3 * hour))
    const others = [...toldAt.values()].filter((at) => at <= epochMs(nine) + 15 * minute)
    expect(others).toHaveLength(people - bad.length)
    expect(askedAt.length).toBeLessThan(100)
  },
)

test('so they are after an outage of twenty minutes', async ({ start }) => {
  const world = await start([aRule()])
  let isDown = true
  const { slack } = world.ports.outlets
  const bad = ['Person5', 'Person20', 'Person33']
  const { toldAt } = hangAt(world, (name) => bad.includes(name))
  const { send } = world.ports.outlets.slack
  world.ports.outlets.slack = {
    ...slack,
    send: async (...args) => (isDown ? { kind: 'failed', reason: 'HTTP 500' } : send(...args)),
  }
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(n * 30)))
  await world.run(later(1_200))
  expect(toldAt.size).toBe(0)
  isDown = false
  await world.run(later(1_200 + 15 * 60))
  expect(toldAt.size).toBe(37)
})

test('so they are where each turn is asked for by another wake', async ({ start }) => {
  const rules = [aRule()]
  const world = await start(rules)
  const { toldAt } = hangAt(world, (name) => name === 'Person1')
  for (let n = 1; n <= 8; n++) world.publish(aClockIn(n, later(n)))
  const withoutWakes = () => ({ ...world.ports, wake: async () => {} })
  await world.run(later(90), { hasDied: () => false, change: withoutWakes })
  const settings = {
    rules,
    destinations: new Set(['slack:office']),
    wording: english,
    zone: 'Europe/London',
    graceMilliseconds: 0,
  }
  for (let n = 0; n < 8; n++) {
    const turn = {
      destination: { kind: 'slack', name: 'office' } as const,
      owner: `wake ${n}`,
      leaseMilliseconds: 70 * second,
      deadline: world.now() + 45 * second,
      patience: 5 * second,
      failedTurns: 0,
    }
    await sendDue(turn, world.ports, settings)
  }
  expect([...toldAt.keys()].sort()).toEqual([2, 3, 4, 5, 6, 7, 8].map((n) => `Person${n}`))
})

test.for([2, 8])(
  'a channel that hangs at everything is asked for a message about %i ever more seldom, and then four times an hour',
  async (people, { start }) => {
    const world = await start([aRule()])
    const { askedAt } = hangAt(world, () => true)
    for (let n = 1; n <= people; n++) world.publish(aClockIn(n, later(n)))
    await world.run(utc(epochMs(nine) + 40 * minute))
    expect(askedAt.length).toBeLessThanOrEqual(40)
    const letters = world.dead.map(({ body }) => body)
    expect(letters).toContainEqual(expect.stringContaining('"wake"'))
    const before = askedAt.length
    await world.run(utc(epochMs(nine) + 6 * hour))
    expect(askedAt.length - before).toBeLessThanOrEqual(6 * 4 * 4)
    expect(askedAt.at(-1)).toBeGreaterThan(epochMs(nine) + 5.7 * hour)
    expect(world.dead).toHaveLength(letters.length)
  },
)
