import { expect } from 'vitest'
import { epochMs, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule, promptly } from './support/events.ts'
import { later, namesTold, nine } from './support/morning.ts'

/** Slack asks to be left alone for some seconds whenever it is told anything, until a moment; or hangs instead, of so many times once. */
const throttle = (
  world: AlertWorld,
  { seconds, until, hangs = 0 }: { seconds: number; until: number; hangs?: number },
) => {
  const askedAt: number[] = []
  const toldAt: number[] = []
  const { slack } = world.ports.outlets
  world.ports.outlets.slack = {
    ...slack,
    send: async (_channel, _mailing, _known, within = 0) => {
      askedAt.push(world.now())
      if (world.now() >= until) {
        toldAt.push(world.now())
        return { kind: 'sent' }
      }
      if (hangs === 0 || askedAt.length % hangs > 0)
        return { kind: 'throttled', retryAfter: seconds * second }
      await world.ports.sleep(within)
      return { kind: 'failed', reason: 'no answer' }
    },
  }
  return { askedAt, toldAt }
}
const after = (milliseconds: number) => epochMs(nine) + milliseconds
const letters = (world: AlertWorld) => world.dead.filter(({ body }) => body.startsWith('{"wake"'))

test.for([
  { seconds: 1 },
  { seconds: 30 },
  { seconds: 30, hangs: 2 },
  { seconds: 30, hangs: 3 },
  { seconds: 600 },
  { seconds: 3_600 },
])(
  'a channel that asks to be left alone for hours leaves a letter, is asked seldom, and is told all once it is well: %j',
  async (asks, { start }) => {
    const world = await start([aRule({ group: 0 })])
    const until = after(8 * hour + minute)
    const { askedAt, toldAt } = throttle(world, { ...asks, until })
    world.publish(aClockIn(1, nine))
    await world.run(utc(after(3 * hour)))
    expect(letters(world)).toHaveLength(1)
    const asked = askedAt.length
    await world.run(utc(until - minute))
    expect(askedAt.length - asked).toBeLessThanOrEqual(5 * 4 + 1)
    await world.run(utc(until + 2 * hour))
    expect(toldAt).toHaveLength(1)
    const asWished = Math.max(asks.seconds * second, 15 * minute)
    expect(toldAt[0]).toBeLessThanOrEqual(until + asWished + minute)
    expect(letters(world)).toHaveLength(1)
  },
)

test('a channel that asks to be left alone a few times is told when it says, and leaves no letter', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  const { toldAt } = throttle(world, { seconds: 30, until: after(2 * minute) })
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, later(20)))
  await world.run(utc(after(hour)))
  expect(Math.max(...toldAt)).toBeLessThan(after(3 * minute))
  expect(world.dead).toEqual([])
})

test('a channel that takes one message, and then asks to be left alone, each time, has failed at nothing', async ({
  start,
}) => {
  const people = Array.from({ length: 20 }, (_, n) => n + 1)
  const world = await start(
    promptly(...people.map((n) => ({ name: `of-${n}`, where: { employees: [anId(n)] } }))),
  )
  const { slack } = world.ports.outlets
  let asked = 0
  world.ports.outlets.slack = {
    ...slack,
    send: async () =>
      asked++ % 2 === 0 ? { kind: 'sent' } : { kind: 'throttled', retryAfter: 30 * second },
  }
  for (const n of people) world.publish(aClockIn(n, nine))
  await world.run(utc(after(hour)))
  expect(world.said.sent).toHaveLength(people.length)
  expect(asked).toBe(2 * people.length - 1)
  expect(world.said.problems).toEqual([])
  expect(world.dead).toEqual([])
})

test('one that asked for that for half an hour, and fails at somebody then, is told of all others at once', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always({ status: 429, headers: { 'retry-after': '30' } })
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n)))
  await world.run(utc(after(31 * minute)))
  world.slack.always(null)
  world.slack.decide((raw) => (raw.includes('Person1 ') ? { status: 500 } : null))
  await world.run(utc(after(46 * minute)))
  expect(namesTold(world)).toEqual(['Person2 Test', 'Person3 Test'])
})
