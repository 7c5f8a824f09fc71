import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { anEvent, aRule, clocking } from './support/events.ts'
import { at, nine, seen, textsOf } from './support/morning.ts'

const long = { ...clocking, start: '2026-11-19T16:00:00Z' }
const overdue = anEvent(
  'clocking-overdue',
  { clocking: long },
  { ...seen(1), time: '2026-11-20T06:00:00Z', recordedtime: at(1) },
)
// The clock-out was forgotten; a manager enters it the next morning.
const entered = (end: string) =>
  anEvent(
    'clocked-out',
    { clocking: { ...long, end } },
    { ...seen(3), time: end, recordedtime: at(3) },
  )

test('in one message, nobody reads that all is clear before what was overdue', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocking-overdue'], group: 600 })])
  world.publish(overdue)
  world.publish(entered('2026-11-20T01:00:00Z'))
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf('perhaps the clock-out')).toBeGreaterThan(-1)
  expect(all.indexOf('perhaps the clock-out')).toBeLessThan(all.lastIndexOf('All clear'))
})

test('nobody reads that all is clear first where the clock-out that was entered is longer ago than staleAfterHours', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocking-overdue'], group: 600 })])
  world.publish(overdue)
  world.publish(entered('2026-11-19T18:00:00Z'))
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf('perhaps the clock-out')).toBeGreaterThan(-1)
  expect(all.indexOf('perhaps the clock-out')).toBeLessThan(all.lastIndexOf('All clear'))
})

test('a clock-in that was moved to later and then told in order', async ({ start }) => {
  // Clocked in at 09:30 by mistake in the future, as seen at 9:02; corrected to 09:00 at 09:04.
  const world = await start([aRule({ group: 600 })])
  world.publish(
    anEvent(
      'clocked-in',
      { clocking: { ...clocking, start: at(30) } },
      { ...seen(2), time: at(30), recordedtime: at(2) },
    ),
  )
  world.publish(
    anEvent(
      'clocking-amended',
      {
        clocking: { ...clocking, start: nine },
        changes: [{ field: 'start', before: at(30), after: nine }],
      },
      seen(4),
    ),
  )
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf('clocked in at 09:30')).toBeLessThan(all.indexOf('was corrected: '))
})

test.for<[string, string]>([
  ['shortly before', '2026-11-20T01:00:00Z'],
  ['longer ago than staleAfterHours', '2026-11-19T18:00:00Z'],
])(
  'where a rule names both, and they come in another order, what was overdue comes before its end, which was %s',
  async ([, end], { start }) => {
    const both = aRule({ on: ['clocking-overdue', 'clocked-out'], group: 600 })
    const world = await start([both])
    world.publish(overdue)
    world.publish(entered(end))
    await world.run()
    const all = textsOf(world).join('\n')
    expect(all.indexOf('perhaps the clock-out')).toBeGreaterThan(-1)
    expect(all.indexOf('perhaps the clock-out')).toBeLessThan(all.lastIndexOf('clocked out'))
  },
)

test('nobody reads that all is clear first where the end is late news by its own rule, and what was overdue is not', async ({
  start,
}) => {
  const rules = [
    aRule({ on: ['clocking-overdue'], group: 600, staleAfterHours: 24 }),
    aRule({ name: 'ends', on: ['clocked-out'], group: 600, staleAfterHours: 1 }),
  ]
  const world = await start(rules, '2026-11-20T13:00:00Z')
  world.publish(overdue)
  world.publish(entered('2026-11-20T08:00:00Z'))
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf('perhaps the clock-out')).toBeGreaterThan(-1)
  expect(all.indexOf('perhaps the clock-out')).toBeLessThan(all.lastIndexOf('All clear'))
})
