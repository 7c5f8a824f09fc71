import { expect } from 'vitest'
import { utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, aRule } from './support/events.ts'
import { aClockOut, deadLetters, failAt, hours } from './support/failing.ts'
import { later, namesTold, nine } from './support/morning.ts'

test('what a channel fails at for hours while it takes others is put aside, and what came after it is told', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocked-in', 'clocked-out'] })])
  const tries = failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, later(1)))
  world.publish(aClockOut(1, hours(1)))
  await world.run(hours(1.5))
  expect(world.slack.lines().join('\n')).not.toMatch(/Person1/)
  expect(deadLetters(world)).toEqual([])
  for (let n = 3; n <= 10; n++) world.publish(aClockIn(n, hours(1.5 + n / 4)))
  await world.run(hours(5))
  expect(deadLetters(world)).toMatchObject([
    { aside: 'slack:office', reason: 'HTTP 500', waiting: [{ rule: 'arrivals' }] },
  ])
  expect(deadLetters(world)[0].waiting).toHaveLength(1)
  const told = world.slack.lines().filter((line) => line.includes('Person1 '))
  expect(told).toEqual([expect.stringContaining('Person1 Test clocked out')])
  expect(tries.vain).toBeLessThan(40)
  // Nothing is left that fails, and nobody is told twice.
  expect(namesTold(world)).toEqual([...new Set(namesTold(world))])
  // It is told once it is moved back.
  world.slack.decide(null)
  const [letter] = world.dead.filter(({ body }) => body.includes('aside'))
  world.publishAt(letter?.body ?? '', utc(world.now()))
  await world.run()
  expect(world.slack.lines().join('\n')).toMatch(/Person1 Test clocked in/)
})

test('of two things about one person in a message only that at which the channel fails is put aside', async ({
  start,
}) => {
  const world = await start([aRule({ group: 300, on: ['clocked-in', 'clocked-out'] })])
  failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, later(60)))
  for (let n = 2; n <= 6; n++) world.publish(aClockIn(n, hours((n - 2) / 1.2)))
  await world.run(hours(5))
  expect(deadLetters(world).flatMap(({ waiting }) => waiting)).toHaveLength(1)
  const told = world.slack.lines().filter((line) => line.includes('Person1 '))
  expect(told).toEqual([expect.stringContaining('Person1 Test clocked out')])
})

test('where nobody else is told anything there, later news of a person show that the channel is well', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocked-out'] })])
  failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, hours(3)))
  await world.run()
  expect(world.slack.lines()).toEqual([expect.stringContaining('Person1 Test clocked out')])
  expect(deadLetters(world)).toHaveLength(1)
})
