import { describe, expect } from 'vitest'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'
import { deadLetters, hours } from './support/failing.ts'
import { later } from './support/morning.ts'

/** Person 20 is told of; then the channel is down, with these waiting. */
const downWith = async (world: AlertWorld, waiting: readonly number[], until: number) => {
  world.publish(aClockIn(20, later(10)))
  await world.run(hours(1))
  world.slack.always({ status: 500 })
  for (const n of waiting) world.publish(aClockIn(n, hours(1.1)))
  await world.run(hours(until))
  world.slack.always(null)
}

/** It is up, but for so many failures more at Person 30. */
const failsAt30 = (world: AlertWorld, times: number) => {
  let left = times
  world.slack.decide((raw) => (raw.includes('Person30 ') && left-- > 0 ? { status: 503 } : null))
}

const told = (world: AlertWorld) =>
  world.slack
    .lines()
    .flatMap((line) => line.match(/Person\d+/) ?? [])
    .sort()

describe('a channel that was down for hours, and fails once more at what waited, is told that', () => {
  test.for([2.2, 3, 5])(
    'where something new is taken before (%d hours)',
    async (down, { start }) => {
      const world = await start([aRule({ group: 0 })])
      await downWith(world, [30], 1 + down)
      failsAt30(world, 1)
      world.publish(aClockIn(31, hours(1.001 + down)))
      await world.run(hours(1.5 + down))
      expect(told(world)).toEqual(['Person20', 'Person30', 'Person31'])
      expect(deadLetters(world)).toEqual([])
    },
  )

  test.for([
    { waiting: [30, 31], what: 'before' },
    { waiting: [31, 30], what: 'after' },
    { waiting: [31, 30, 32], what: 'between' },
  ])('where it waits $what others', async ({ waiting }, { start }) => {
    const world = await start([aRule({ group: 0 })])
    await downWith(world, waiting, 4)
    failsAt30(world, 2)
    await world.run(hours(5))
    expect(told(world)).toEqual(['Person20', ...waiting.map((n) => `Person${n}`).sort()])
    expect(deadLetters(world)).toEqual([])
  })

  test('and one that goes on failing at it, where somebody comes in every two hours, is so in the end no longer', async ({
    start,
  }) => {
    const world = await start([aRule({ group: 0 })])
    await downWith(world, [30], 4)
    failsAt30(world, Number.POSITIVE_INFINITY)
    for (const n of [31, 32, 33]) world.publish(aClockIn(n, hours(2.1 * (n - 29))))
    await world.run(hours(9))
    expect(told(world)).toEqual(['Person20', 'Person31', 'Person32', 'Person33'])
    expect(deadLetters(world)).toHaveLength(1)
  })
})
