import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { amina, anEvent, aRule, clocking } from './support/events.ts'
import { at, nine, textsOf } from './support/morning.ts'

const hourly = aRule({ name: 'ins', on: ['clocked-in'], group: 3_600 })
const atOnce = aRule({ name: 'fixes', on: ['clocking-removed'], group: 0 })
const seen = { recordedtime: nine, time: nine }

/** Somebody comes, of whom DynamoDB has room for ten on a page of a query. */
const somebodyComes = (n: number) => {
  const jobTitle = 'x'.repeat(100_000)
  const employee = { ...amina, id: anId(n), familyName: `Berg ${n}`, jobTitle }
  const theirs = { ...clocking, id: anId(n, 1), employeeId: employee.id, start: nine }
  return anEvent('clocked-in', { employee, clocking: theirs }, { ...seen, id: anId(n, 9) })
}
const own = { ...clocking, start: nine }

// What was seen at one moment waits in the order of its ids.
test.for([
  ['before', { original: anId(1, 9), correction: anId(99, 9) }],
  ['after', { original: anId(99, 9), correction: anId(1, 9) }],
] as const)(
  'nobody reads that a clock-in was removed before they have read of it, which gathers on a page %s its own',
  async ([, { original, correction }], { start }) => {
    const world = await start([hourly, atOnce])
    world.publish(anEvent('clocked-in', { clocking: own }, { ...seen, id: original, sequence: 1 }))
    for (let n = 2; n <= 16; n++) world.publish(somebodyComes(n))
    const isGone = { ...seen, id: correction, sequence: 2 }
    world.publish(anEvent('clocking-removed', { clocking: own }, isGone))
    await world.run(at(1))
    const all = textsOf(world).join('\n')
    expect(all).toContain("O'Neill clocked in")
    expect(all.indexOf("O'Neill clocked in")).toBeLessThan(all.indexOf("O'Neill's clock-in"))
    expect(all).not.toContain('Berg')
  },
)
