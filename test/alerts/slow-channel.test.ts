import { expect } from 'vitest'
import { second } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'
import { later, nine } from './support/morning.ts'

/** Slack takes each post, and says so after some seconds. */
const answersAfter = (world: AlertWorld, seconds: number) => {
  const posted: string[] = []
  const { slack } = world.ports.outlets
  world.ports.outlets.slack = {
    ...slack,
    send: async (_channel, mailing, _known, within = 0) => {
      posted.push(...(JSON.stringify(mailing).match(/Person\d+/) ?? []))
      const took = Math.min(within, seconds * second)
      await world.ports.sleep(took)
      return took < within ? { kind: 'sent' } : { kind: 'failed', reason: 'no answer' }
    },
  }
  return posted
}

test.for([
  [12, 1],
  [40, 2],
] as const)(
  'a channel that answers after %d seconds is sent each message at most %d times',
  async ([seconds, times], { start }) => {
    const world = await start([aRule({ group: 0 })])
    const posted = answersAfter(world, seconds)
    for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n * 600)))
    await world.run()
    expect(posted).toHaveLength(3 * times)
    expect(world.dead).toEqual([])
  },
)

test('of a channel that never answers no message takes longer than the function runs', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  const waits: number[] = []
  const { slack } = world.ports.outlets
  world.ports.outlets.slack = {
    ...slack,
    send: async (_channel, _mailing, _known, within = 0) => {
      // The turn begins no message after 45 seconds, of a function that may run for a minute.
      waits.push(within)
      await world.ports.sleep(within)
      return { kind: 'failed', reason: 'no answer' }
    },
  }
  world.publish(aClockIn(1, nine))
  await world.run(later(1_700))
  expect(waits.length).toBeLessThanOrEqual(11)
  expect(Math.max(...waits)).toBeLessThanOrEqual(55 * second)
})
