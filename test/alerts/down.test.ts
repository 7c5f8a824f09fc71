import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, aRule } from './support/events.ts'
import { aClockOut, deadLetters, hours } from './support/failing.ts'
import { later, namesTold, nine } from './support/morning.ts'

const sequenceOf = (n: number): string => String(n + 1).padStart(20, '0')

test('a channel that was down for hours has nothing put aside', async ({ start }) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always({ status: 500 })
  for (let n = 1; n <= 12; n++) world.publish(aClockIn(n, later(n * 1_200)))
  await world.run(hours(4.5))
  world.slack.always(null)
  // It is well again, but for one more failure.
  let fails = 1
  world.slack.decide((raw) => (raw.includes('Person1 ') && fails-- > 0 ? { status: 500 } : null))
  world.publish(aClockIn(13, hours(4.6)))
  await world.run()
  expect(deadLetters(world)).toEqual([])
  expect(namesTold(world)).toHaveLength(13)
})

test('what waited for a channel that was down goes out with the first that it takes', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always({ status: 500 })
  // Each of these has the channel asked once more for the first of them.
  for (let n = 0; n < 8; n++)
    world.publish({ ...aClockIn(1, later(60 * n)), id: anId(100 + n, 9), sequence: sequenceOf(n) })
  await world.run(later(700))
  world.slack.always(null)
  world.publish(aClockIn(2, later(720)))
  await world.run(later(735))
  expect(new Set(namesTold(world))).toEqual(new Set(['Person1 Test', 'Person2 Test']))
})

test('a channel that takes nothing for hours has nothing put aside, however few things there are', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocked-out'] })])
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, hours(3)))
  await world.run(hours(4))
  expect(deadLetters(world)).toEqual([])
})

test('a channel that is down is asked for few parts of a large message in a turn', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.slack.always({ status: 500 })
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(1)))
  await world.run(later(78))
  const first = world.said.failed.length
  expect(first).toBeLessThanOrEqual(9)
  await world.run(hours(0.45))
  // Ten turns for what made one message.
  expect(world.said.failed.length).toBeLessThanOrEqual(40)
})
