import { describe, expect } from 'vitest'
import { hour, second } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, amina, anEvent, clocking, promptly } from './support/events.ts'
import { later } from './support/morning.ts'

/** Slack is down; once it is up again, it fails at whatever speaks of some people. */
const downFor = (world: AlertWorld, disliked: readonly string[]) => {
  const told: string[] = []
  const state = { isDown: true }
  world.ports.outlets.slack = {
    ...world.ports.outlets.slack,
    send: async (_name, mailing) => {
      const names = [...new Set(JSON.stringify(mailing).match(/Person\d+/g) ?? [])]
      if (state.isDown || names.some((name) => disliked.includes(name)))
        return { kind: 'failed', reason: 'HTTP 500' }
      told.push(...names)
      return { kind: 'sent' }
    },
  }
  return { told, state }
}

const out = (n: number, after: number) => {
  const employee = { ...amina, id: anId(n), givenName: `Person${n}` }
  const over = { ...clocking, id: anId(n, 1), employeeId: employee.id, end: later(after) }
  const seen = { id: anId(after + n, 9), sequence: after, time: later(after) }
  return anEvent('clocked-out', { employee, clocking: over }, seen)
}

const seconds = (hours: number): number => (hours * hour) / second

/** Hours of an outage in which each of four people clocks in and out, so that all is known to fail. */
const afterAnOutage = async (world: AlertWorld): Promise<void> => {
  for (const n of [1, 2, 3, 4]) world.publish(aClockIn(n, later(n)))
  await world.run(later(seconds(1)))
  for (const n of [1, 2, 3, 4]) world.publish(out(n, seconds(1)))
  await world.run(later(seconds(4)))
}

describe('a channel that was down for hours, and then fails at some people alone', () => {
  test.for([
    { disliked: ['Person1'], others: ['Person2', 'Person3', 'Person4'] },
    { disliked: ['Person1', 'Person2'], others: ['Person3', 'Person4'] },
    { disliked: ['Person1', 'Person2', 'Person3'], others: ['Person4'] },
  ])(
    'is told of all others but $disliked within minutes',
    async ({ disliked, others }, { start }) => {
      const world = await start(promptly({ on: ['clocked-in', 'clocked-out'] }))
      const { told, state } = downFor(world, disliked)
      await afterAnOutage(world)
      expect(told).toEqual([])
      state.isDown = false
      world.publish(out(4, seconds(4)))
      await world.run(later(seconds(4) + 15 * 60))
      expect([...new Set(told)].sort()).toEqual(others)
    },
  )
})
