import { expect } from 'vitest'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, amina, anEvent, aRule, clocking } from './support/events.ts'
import { later } from './support/morning.ts'

/** A rule for each of some people, all for one channel, without gathering. */
const rulesFor = (people: number) =>
  Array.from({ length: people }, (_, n) =>
    aRule({ name: `of-${n + 1}`, group: 0, where: { employees: [anId(n + 1)] } }),
  )

/** Another clocking of somebody. */
const laterOf = (n: number, id: number, time: string) => {
  const employee = { ...amina, id: anId(n), givenName: `Person${n}` }
  const another = { ...clocking, id: anId(id, 1), employeeId: employee.id }
  return anEvent(
    'clocked-in',
    { employee, clocking: another },
    { id: anId(id, 9), sequence: id, time },
  )
}

/** Slack fails at whatever speaks of the first, for as long as it does. */
const failAtFirst = (world: AlertWorld, what = '') => {
  const told: string[] = []
  const state = { fails: true }
  const { slack } = world.ports.outlets
  world.ports.outlets.slack = {
    ...slack,
    send: async (_name, mailing) => {
      const said = JSON.stringify(mailing)
      const names: string[] = said.match(/Person\d+/g) ?? []
      if (state.fails && names.includes('Person1') && said.includes(what))
        return { kind: 'failed', reason: 'HTTP 500' }
      told.push(...new Set(names))
      return { kind: 'sent' }
    },
  }
  return { told, state }
}

test('one message that a channel always fails at holds up none of others, and comes once it is taken', async ({
  start,
}) => {
  const world = await start(rulesFor(3))
  const { told, state } = failAtFirst(world)
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n)))
  await world.run(later(3_600))
  expect(told).toEqual(['Person2', 'Person3'])
  // What is said of the first later does not overtake.
  world.publish(laterOf(1, 21, utc(world.now())))
  await world.run(later(2 * 3_600))
  expect(told).toEqual(['Person2', 'Person3'])
  state.fails = false
  world.publish(laterOf(3, 23, utc(world.now())))
  await world.run()
  // What failed comes alone, and what came after it next.
  expect(told.toSorted()).toEqual(['Person1', 'Person1', 'Person2', 'Person3', 'Person3'])
})

test('what a later message says of the same person waits for the one that fails', async ({
  start,
}) => {
  const world = await start([
    aRule({ name: 'in', group: 0, on: ['clocked-in'] }),
    aRule({ name: 'out', group: 0, on: ['clocked-out'] }),
  ])
  const { told } = failAtFirst(world, 'clocked in')
  world.publish(aClockIn(1, later(0)))
  const employee = { ...amina, id: anId(1), givenName: 'Person1' }
  const over = { ...clocking, id: anId(1, 1), employeeId: employee.id, end: later(60) }
  const out = { id: anId(31, 9), sequence: 31, time: later(60) }
  world.publish(anEvent('clocked-out', { employee, clocking: over }, out))
  await world.run(later(3_600))
  expect(told).toEqual([])
})

test('a channel that fails at everything is tried with two messages a turn, not with all', async ({
  start,
}) => {
  const world = await start(rulesFor(6))
  world.slack.always({ status: 500 })
  for (const n of [1, 2, 3, 4, 5, 6]) world.publish(aClockIn(n, later(0)))
  await world.run(later(20))
  expect(world.said.failed.length).toBeGreaterThan(0)
  expect(world.said.failed.length).toBeLessThanOrEqual(4)
})

test('two at whom a channel fails, one in each half of a message, keep it from the others for half a minute at most', async ({
  start,
}) => {
  const world = await start([aRule()])
  const told = new Map<string, number>()
  world.slack.decide((raw) => {
    if (/Person[18] /.test(raw)) return { status: 500 }
    for (const [name] of raw.matchAll(/Person\d+/g)) told.set(name, world.now())
    return null
  })
  for (let n = 1; n <= 8; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(3_600))
  expect([...told.keys()].sort()).toEqual([2, 3, 4, 5, 6, 7].map((n) => `Person${n}`))
  // The rule gathers for a minute.
  expect(Math.max(...told.values())).toBeLessThanOrEqual(epochMs(later(60 + 30)))
})
