import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { additionsOf, wantingsOf } from '../../lib/alerts/collect.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { type AlertWorld, startAlertWorld } from './support/alert-world.ts'
import { absence, aClockIn, anEvent, aRule } from './support/events.ts'
import { namesTold, nine } from './support/morning.ts'

let engines: Engines
let world: AlertWorld
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.close())
afterEach(() => world.close())

const on = ['clocked-in', 'return-overdue'] as const
const rule = aRule({ on: [...on], show: 'category', group: 0 })

test('what a rule may tell nothing of any more waits no longer, and holds up nothing', async () => {
  world = await startAlertWorld(engines, [{ ...rule, show: 'opaque' }], nine)
  const sick = { ...absence, $type: 'Sickness' as const, end: null }
  const overdue = anEvent('return-overdue', {
    absence: sick,
    estimatedReturn: nine,
    expected: { date: '2026-11-20', time: '09:00' },
  })
  for (const { destination, waiting } of additionsOf(
    wantingsOf(overdue, [rule], 'UTC'),
    Date.parse(nine),
  ))
    await world.ports.deliveries.add(destination, [waiting])
  expect((await world.ports.deliveries.waiting('slack:office')).waiting).toHaveLength(1)
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test'])
  expect(JSON.stringify(world.slack.posts)).not.toMatch(/expected|sick/i)
  expect((await world.ports.deliveries.waiting('slack:office')).waiting).toEqual([])
})
