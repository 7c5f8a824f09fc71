import { describe, expect } from 'vitest'
import { epochMs, hour, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, promptly, type RuleOverrides } from './support/events.ts'
import { later, nine } from './support/morning.ts'

const destinations: { kind: 'slack' | 'email'; rule: RuleOverrides }[] = [
  { kind: 'slack', rule: {} },
  { kind: 'email', rule: { slack: [], email: ['managers'] } },
]

/** A destination that never takes what names the first of all people. */
const failAtFirst = (world: AlertWorld, kind: 'slack' | 'email') => {
  const outlet = world.ports.outlets[kind]
  const tries = { vain: 0, told: new Set<string>() }
  world.ports.outlets[kind] = {
    ...outlet,
    send: async (_name, mailing) => {
      const names: string[] = JSON.stringify(mailing).match(/Person\d+/g) ?? []
      if (names.includes('Person1')) {
        tries.vain += 1
        return { kind: 'failed', reason: 'HTTP 500' }
      }
      for (const name of names) tries.told.add(name)
      return { kind: 'sent' }
    },
  }
  return tries
}

describe.for(destinations)('what a destination by $kind fails at for good', ({ kind, rule }) => {
  test.for([7, 10, 13, 45])(
    'is put aside where others are told of every %i minutes, after few tries and without other letters',
    async (minutes, { start }) => {
      const world = await start(promptly(rule))
      const tries = failAtFirst(world, kind)
      const others = Math.floor(360 / minutes)
      for (let n = 0; n <= others; n++) world.publish(aClockIn(n + 1, later(n * minutes * 60)))
      await world.run(utc(epochMs(nine) + 7 * hour))
      expect(tries.told.size).toBe(others)
      expect(tries.vain).toBeLessThan(40)
      const letters = world.dead.map(({ body }) => body)
      expect(letters.filter((body) => body.includes('"aside"'))).toHaveLength(1)
      expect(letters.length).toBeLessThanOrEqual(5)
    },
  )
})

describe('a wake that finds another sender at work', () => {
  const wake = (how: object) => JSON.stringify({ wake: 'slack:office', at: nine, ...how })
  /** Lets the world run for so many seconds while another sender has one turn after another. */
  const runBusy = async (world: AlertWorld, seconds: number) => {
    const { takeLease } = world.ports.deliveries
    for (let at = 0; at < seconds; at += 600) {
      const lease = { owner: 'another', now: world.now(), until: world.now() + 601_000 }
      await takeLease('slack:office', lease)
      await world.run(later(Math.min(seconds, at + 600)))
    }
  }

  test('comes to an end where it failed for long before', async ({ start }) => {
    const world = await start(promptly({}), nine)
    world.publishAt(wake({ failed: 6 }), nine)
    await runBusy(world, 3_600)
    expect(world.dead.map(({ body }) => JSON.parse(body).failed)).toEqual([6])
  })

  test('has failed as often where it came early, by a clock that is behind', async ({ start }) => {
    const world = await start(promptly({}), nine)
    const early = JSON.stringify({ wake: 'slack:office', at: later(60), failed: 6 })
    world.publishAt(early, nine)
    await runBusy(world, 3_600)
    expect(world.dead.map(({ body }) => JSON.parse(body).failed)).toEqual([6])
  })

  test('waits for that as long as it takes where nothing has failed', async ({ start }) => {
    const world = await start(promptly({}), nine)
    world.publishAt(wake({}), nine)
    await runBusy(world, 3_600)
    expect(world.dead).toEqual([])
  })

  test('stays patient', async ({ start }) => {
    const world = await start(promptly({}), nine)
    let looks = 0
    const { takeLease } = world.ports.deliveries
    world.ports.deliveries.takeLease = (...args) => {
      if (args[1].owner !== 'another') looks += 1
      return takeLease(...args)
    }
    world.publishAt(wake({ isPatient: true }), nine)
    await runBusy(world, 7_100)
    expect(looks).toBeLessThanOrEqual(8)
    expect(world.dead).toEqual([])
  })
})
