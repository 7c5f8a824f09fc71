import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { aRule } from './support/events.ts'
import { everyone, morning, namesTold } from './support/morning.ts'

test('tells 300 clock-ins within 5 minutes in at most 5 messages, each person once', async ({
  start,
}) => {
  const world = await start([aRule()])
  for (const event of morning) world.publish(event)
  await world.run()
  expect(world.slack.posts.length).toBeLessThanOrEqual(5)
  expect(namesTold(world)).toEqual(everyone)
  expect(world.slack.posts[0]?.message.text).toMatch(/^\d+ people clocked in\n/)
})

test('no audience gets more than one mail a minute, and every mail tells all that is due', async ({
  start,
}) => {
  const rules = [
    aRule({ name: 'one', slack: [], email: ['managers'], group: 10 }),
    aRule({
      name: 'two',
      slack: [],
      email: ['managers'],
      group: 10,
      on: ['clocked-in', 'clocked-out'],
    }),
  ]
  const world = await start(rules)
  for (const event of morning) world.publish(event)
  await world.run()
  const gaps = world.mails.slice(1).map(({ at }, n) => at - (world.mails[n]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000)
  expect(world.mails.length).toBeLessThanOrEqual(6)
  const told = world.mails.flatMap(({ body }) => body.match(/Person\d+ Test/g) ?? [])
  expect(told.sort()).toEqual([...everyone].sort())
})
