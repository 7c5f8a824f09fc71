import { describe, expect } from 'vitest'
import { epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, promptly } from './support/events.ts'
import { aClockOut, hours } from './support/failing.ts'
import { later } from './support/morning.ts'

/** When the channel is well. */
const wellAt = epochMs(hours(4)) + 2 * minute

/** A channel that fails at the first of all people, then for hours at everything, and then at nothing. */
const downBetween = (world: AlertWorld, from: string) => {
  const toldAt = new Map<string, number>()
  world.ports.outlets.slack = {
    ...world.ports.outlets.slack,
    send: async (_name, mailing) => {
      const names: string[] = JSON.stringify(mailing).match(/Person\d+/g) ?? []
      const isWell = world.now() >= wellAt
      const isDown = !isWell && world.now() >= epochMs(from)
      if (isDown || (!isWell && names.includes('Person1')))
        return { kind: 'failed', reason: 'HTTP 500' }
      for (const name of names) toldAt.set(name, world.now())
      return { kind: 'sent' }
    },
  }
  return toldAt
}

/** Before the outage the channel is told of two people, the first of whom it fails at from that many seconds past nine on. */
const failsFrom = (world: AlertWorld, seconds: number) => {
  const toldAt = downBetween(world, later(seconds + 100))
  world.publish(aClockIn(1, later(seconds)))
  for (let n = 1; n <= 9; n++) world.publish(aClockIn(n + 10, later(seconds + n * 10)))
  return toldAt
}

/** The tries come at another time of each quarter of an hour. */
describe.for([0, 100, 200, 300, 400, 500, 600, 700, 800])(
  'what a channel failed at from %i seconds past nine on, before it went down for hours',
  (seconds) => {
    /** More of the same person, in the last minutes of the outage. */
    const lastTriedBefore = (world: AlertWorld, minutes: number) =>
      world.publish(aClockOut(1, utc(wellAt - minutes * minute)))

    test.for([1, 4, 8])(
      'comes within a quarter of an hour, tried %i minutes before for the last time',
      async (minutes, { start }) => {
        const world = await start(promptly({ on: ['clocked-in', 'clocked-out'] }))
        const toldAt = failsFrom(world, seconds)
        lastTriedBefore(world, minutes)
        await world.run(utc(wellAt + 40 * minute))
        expect(toldAt.get('Person1')).toBeGreaterThanOrEqual(wellAt)
        expect(toldAt.get('Person1')).toBeLessThan(wellAt + 15.5 * minute)
      },
    )

    test('comes with the next thing that the channel takes', async ({ start }) => {
      const world = await start(promptly({ on: ['clocked-in', 'clocked-out'] }))
      const toldAt = failsFrom(world, seconds)
      lastTriedBefore(world, 1)
      world.publish(aClockIn(3, utc(wellAt + minute)))
      await world.run(utc(wellAt + 2 * minute))
      expect(toldAt.get('Person3')).toBeGreaterThanOrEqual(wellAt)
      expect(toldAt.get('Person1')).toBeGreaterThanOrEqual(wellAt)
    })
  },
)

test.for([0, 100, 200, 300, 400, 500, 600, 700, 800])(
  'what waits alone for a channel that was down for hours from %i seconds past nine on comes within a quarter of an hour',
  async (seconds, { start }) => {
    const world = await start(promptly({}))
    const toldAt = downBetween(world, later(0))
    world.publish(aClockIn(2, later(seconds)))
    await world.run(utc(wellAt + 40 * minute))
    expect(toldAt.get('Person2')).toBeGreaterThanOrEqual(wellAt)
    expect(toldAt.get('Person2')).toBeLessThan(wellAt + 15.5 * minute)
  },
)
