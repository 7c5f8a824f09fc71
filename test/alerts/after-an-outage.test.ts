import { describe, expect } from 'vitest'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, promptly, type RuleOverrides } from './support/events.ts'
import { later } from './support/morning.ts'

const people = 60
const downFor = 20 * 60

/** A destination that takes nothing for twenty minutes, and nothing that speaks of some people at any time. */
const outage = (world: AlertWorld, kind: 'slack' | 'email', disliked: readonly number[]) => {
  const messages: { at: number; names: string[] }[] = []
  const end = epochMs(later(downFor))
  world.ports.outlets[kind] = {
    ...world.ports.outlets[kind],
    send: async (_name, mailing) => {
      const names = [...new Set(JSON.stringify(mailing).match(/Person\d+/g) ?? [])]
      const isDown = world.now() < end
      if (isDown || disliked.some((n) => names.includes(`Person${n}`)))
        return { kind: 'failed', reason: 'HTTP 500' }
      messages.push({ at: world.now() - end, names })
      return { kind: 'sent' }
    },
  }
  return messages
}

const namesBut = (disliked: readonly number[]) =>
  Array.from({ length: people }, (_, n) => n + 1)
    .filter((n) => !disliked.includes(n))
    .map((n) => `Person${n}`)
    .sort()

/** Sixty people who come in during an outage, one every twenty seconds, and one right after it. */
const comeIn = async (world: AlertWorld) => {
  for (let n = 1; n <= people; n++) world.publish(aClockIn(n, later(n * 20)))
  await world.run(later(downFor + 3_600))
}

const destinations: { kind: 'slack' | 'email'; rule: RuleOverrides }[] = [
  { kind: 'slack', rule: {} },
  { kind: 'email', rule: { slack: [], email: ['managers'] } },
]

describe.for(destinations)(
  'a destination by $kind that took nothing for twenty minutes',
  ({ kind, rule }) => {
    test('is told all of it in a few messages once it is well, not one after the other', async ({
      start,
    }) => {
      const world = await start(promptly(rule))
      const messages = outage(world, kind, [])
      await comeIn(world)
      expect(messages.flatMap(({ names }) => names).sort()).toEqual(namesBut([]))
      expect(messages.length).toBeLessThanOrEqual(2)
      expect(messages.at(-1)?.at).toBeLessThan(2 * minute)
    })

    test('is told of all whom it takes within minutes, whom it dislikes besides', async ({
      start,
    }) => {
      const disliked = [3, 17, 18, 31, 40, 52]
      const world = await start(promptly(rule))
      const messages = outage(world, kind, disliked)
      await comeIn(world)
      expect(messages.flatMap(({ names }) => names).sort()).toEqual(namesBut(disliked))
      expect(messages.at(-1)?.at).toBeLessThan(20 * minute)
      expect(messages.length).toBeLessThan(people / 2)
    })
  },
)

test.for([
  ['has never failed', 0],
  ['failed once, and has taken everything since', 1],
] as const)(
  'a channel that %s is told a message whole again that it fails at once',
  async ([, failures], { start }) => {
    const world = await start(promptly({}))
    const posts: number[] = []
    let failing: number = failures
    world.slack.decide((raw) => {
      posts.push(new Set(raw.match(/Person\d+/g)).size)
      failing -= 1
      return failing >= 0 ? { status: 500 } : null
    })
    for (const wait of [0, 60]) {
      world.publish(aClockIn(90, later(0)))
      await world.run(later(600 + wait))
    }
    expect(posts).toEqual(Array.from({ length: failures + 1 }, () => 1))
    failing = 1
    for (let n = 1; n <= 10; n++) world.publish(aClockIn(n, later(700)))
    await world.run()
    expect(posts.slice(failures + 1)).toEqual([10, 10])
  },
)

test('a channel that takes some, and then nothing, is not asked for many parts in each turn', async ({
  start,
}) => {
  const world = await start(promptly({}))
  let isDown = false
  let posts = 0
  world.slack.decide((raw) => {
    posts += 1
    return isDown || raw.includes('Person3 ') ? { status: 500 } : null
  })
  for (let n = 1; n <= 10; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(300))
  isDown = true
  for (let n = 11; n <= 60; n++) world.publish(aClockIn(n, later(301)))
  await world.run(later(360))
  const sinceDown = posts
  await world.run(later(1_200))
  expect(posts - sinceDown).toBeLessThan(40)
})

test('a channel that failed at somebody once, and takes all now, is told a message whole again that it fails at once', async ({
  start,
}) => {
  const world = await start(promptly({}))
  const posts: number[] = []
  let isBad = (raw: string) => raw.includes('Person3 ')
  world.slack.decide((raw) => {
    posts.push(new Set(raw.match(/Person\d+/g)).size)
    return isBad(raw) ? { status: 500 } : null
  })
  for (let n = 1; n <= 10; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(600))
  world.publish(aClockIn(50, later(600)))
  await world.run(later(610))
  isBad = () => false
  await world.run(later(3_600))
  const before = posts.length
  isBad = () => posts.length === before + 1
  for (let n = 11; n <= 20; n++) world.publish(aClockIn(n, later(3_700)))
  await world.run(later(4_000))
  expect(posts.slice(before)).toEqual([10, 10])
})

test('a wake that could not be handled, and has nothing to say, has no later message told in parts', async ({
  start,
}) => {
  const world = await start(promptly({}))
  const { takeLease } = world.ports.deliveries
  world.ports.deliveries.takeLease = () => Promise.reject(new Error('DynamoDB throttles'))
  world.publishAt(JSON.stringify({ wake: 'slack:office', at: later(0) }), later(0))
  await world.run(later(400))
  world.ports.deliveries.takeLease = takeLease
  await world.run(later(900))
  const posts: number[] = []
  world.slack.decide((raw) => {
    posts.push(new Set(raw.match(/Person\d+/g)).size)
    return posts.length === 1 ? { status: 500 } : null
  })
  for (let n = 1; n <= 10; n++) world.publish(aClockIn(n, later(900)))
  await world.run(later(1_000))
  expect(posts).toEqual([10, 10])
})
