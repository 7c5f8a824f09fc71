import { expect } from 'vitest'
import { lettersOf } from '../../lib/alerts/receiving/aside.ts'
import { readQueueMessage } from '../../lib/alerts/receiving/queue-message.ts'
import { utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, amina, anEvent, aRule, clocking } from './support/events.ts'
import { later, namesTold, nine } from './support/morning.ts'

const bad = { status: 400, body: 'invalid_blocks' }
const deadBodies = (world: AlertWorld) => world.dead.map(({ body }) => JSON.parse(body))

test('a message that Slack refuses goes aside, and the channel is told the rest', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.answer(bad)
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n * 60)))
  await world.run()
  expect(namesTold(world)).toEqual(['Person2 Test', 'Person3 Test'])
  expect(world.said.refused).toEqual(['office: HTTP 400 invalid_blocks'])
  expect(world.said.problems).toEqual([])
  expect(deadBodies(world)).toMatchObject([
    { aside: 'slack:office', reason: 'HTTP 400 invalid_blocks', waiting: [{ rule: 'arrivals' }] },
  ])
})

test('a message that Slack refuses goes aside whatever is in a name, and is told once moved back', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.answer(bad)
  const employee = { ...amina, familyName: 'O\ufffe\uffff' }
  world.publish(anEvent('clocked-in', { clocking, employee }))
  await world.run()
  expect(world.said.problems).toEqual([])
  expect(deadBodies(world)).toMatchObject([{ aside: 'slack:office' }])
  const [letter] = world.dead.splice(0)
  world.publishAt(letter?.body ?? '', utc(world.now()))
  await world.run()
  expect(world.slack.posts).toHaveLength(1)
  expect(world.dead).toEqual([])
})

test('of several messages that are due at once only the refused one goes aside', async ({
  start,
}) => {
  const rules = ['a', 'b', 'c'].map((name, n) =>
    aRule({ name, group: 0, where: { employees: [anId(n + 1)] } }),
  )
  const world = await start(rules)
  world.slack.answer({ status: 200, body: 'ok' }, bad)
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, nine))
  await world.run()
  expect(world.slack.posts).toHaveLength(2)
  expect(deadBodies(world)).toMatchObject([{ waiting: [{ rule: 'b' }] }])
})

test('what went aside is told once an operator moves it back, and only then', async ({ start }) => {
  const world = await start([aRule()])
  world.slack.always(bad)
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, later(1)))
  await world.run()
  world.slack.always(null)
  expect(namesTold(world)).toEqual([])
  world.publish(aClockIn(3, utc(world.now())))
  await world.run()
  expect(namesTold(world)).toEqual(['Person3 Test'])
  expect(world.dead).toHaveLength(2)
  for (const { body } of world.dead.splice(0)) world.publishAt(body, utc(world.now()))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test', 'Person3 Test'])
  expect(world.dead).toEqual([])
})

test('a channel that refuses everything loses nothing, and is asked about each message once', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always(bad)
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n * 60)))
  await world.run()
  expect(world.said.refused).toHaveLength(3)
  expect(deadBodies(world).flatMap(({ waiting }) => waiting)).toHaveLength(3)
})

test('a group too large for one letter goes into several, each of which can be read', () => {
  const waiting = Array.from({ length: 1_000 }, (_, n) => ({
    id: `${nine}#arrivals#${n}`,
    rule: 'arrivals',
    dueAt: nine,
    event: JSON.stringify(aClockIn(n + 1, nine)),
  }))
  const letters = lettersOf('slack:office', 'HTTP 400', waiting)
  expect(letters.flatMap((letter) => letter.waiting)).toEqual(waiting)
  expect(letters.length).toBeGreaterThan(1)
  for (const letter of letters) {
    const body = JSON.stringify(letter)
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024)
    expect(readQueueMessage(body)).toEqual({ kind: 'aside', aside: letter })
  }
})

test('a single failure is made up for within seconds', async ({ start }) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.answer({ status: 500 })
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test'])
  expect(world.now() - Date.parse(nine)).toBeLessThan(30_000)
})
