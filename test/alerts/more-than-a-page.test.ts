import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { amina, anEvent, aRule, clocking } from './support/events.ts'
import { at, later, nine, textsOf } from './support/morning.ts'

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

/** Somebody takes a break, of whom DynamoDB has room for ten on a page of a query. */
const somebodyPauses = (n: number) => {
  const employee = { ...amina, id: anId(n), familyName: `Berg ${n}`, jobTitle: 'x'.repeat(100_000) }
  const pause = { id: anId(n, 2), start: nine, end: null }
  const theirs = { ...clocking, id: anId(n, 1), employeeId: employee.id, breaks: [pause] }
  return anEvent(
    'break-started',
    { employee, clocking: theirs, break: pause },
    { recordedtime: later(1), time: nine, id: anId(n, 9) },
  )
}

test.for([0, 16])(
  'nor that of a break, whose correction is taken along by that of its clocking: beside %d others',
  async (others, { start }) => {
    const breaks = aRule({ name: 'breaks', on: ['break-started'], group: 3_600 })
    const world = await start([breaks, atOnce])
    const pause = { id: anId(1, 2), start: '2026-11-20T08:50:00Z', end: null }
    const shift = { ...clocking, start: '2026-11-20T08:00:00Z', breaks: [pause] }
    const first = { recordedtime: nine, time: pause.start }
    const began = { clocking: shift, break: pause }
    world.publish(anEvent('break-started', began, { ...first, id: anId(1, 91), sequence: 1 }))
    const field = `breaks.${pause.id}.start`
    const changes = [{ field, before: '2026-11-20T08:45:00Z', after: pause.start }]
    const moved = { clocking: shift, changes }
    world.publish(anEvent('clocking-amended', moved, { ...first, id: anId(1, 92), sequence: 2 }))
    await world.run(later(0))
    for (let n = 2; n < 2 + others; n++) world.publish(somebodyPauses(n))
    // It has no breaks any more.
    const gone = { clocking: { ...shift, breaks: [] } }
    const last = { recordedtime: later(2), time: shift.start, id: anId(1, 93), sequence: 3 }
    world.publish(anEvent('clocking-removed', gone, last))
    await world.run()
    const all = textsOf(world).join('\n')
    expect(all).toContain("O'Neill went on a break")
    expect(all).toContain('start of a break')
    expect(all.indexOf("O'Neill went on a break")).toBeLessThan(all.indexOf('start of a break'))
  },
)

test('nor that somebody is in after all, before they have read of the removal', async ({
  start,
}) => {
  const breaks = aRule({ name: 'breaks', on: ['break-started', 'clocking-removed'], group: 3_600 })
  const world = await start([breaks, aRule({ name: 'ins', on: ['clocked-in'], group: 0 })])
  const gone = { recordedtime: nine, time: nine, id: anId(1, 91), sequence: 1 }
  world.publish(anEvent('clocking-removed', { clocking: own }, gone))
  for (let n = 2; n <= 16; n++) world.publish(somebodyPauses(n))
  await world.run(later(1))
  const back = { recordedtime: later(2), time: nine, id: anId(1, 92), sequence: 2 }
  world.publish(anEvent('clocked-in', { clocking: own }, back))
  await world.run(at(1))
  const all = textsOf(world).join('\n')
  expect(all).toContain('was removed')
  expect(all.indexOf('was removed')).toBeLessThan(all.indexOf('clocked in'))
  expect(all).not.toContain('Berg')
})
