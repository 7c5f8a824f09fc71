import { describe, expect } from 'vitest'
import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { absence, anEvent, aRule } from './support/events.ts'

const at = (minute: number) => `2026-11-20T09:0${minute}:00Z`
const seen = (n: number) => ({ time: at(n), id: anId(n, 9), sequence: n })
const ill = { ...absence, $type: 'Sickness' as const }
const started = anEvent('absence-started', { absence: ill }, seen(1))
const overdue = anEvent(
  'return-overdue',
  {
    absence: { ...ill, end: null },
    estimatedReturn: at(1),
    expected: { date: '2026-11-20', time: null },
  },
  seen(1),
)
const over = anEvent(
  'absence-ended',
  { absence: { ...ill, end: { $type: 'LocalDate', date: '2026-11-20' } } },
  seen(2),
)

describe('a channel that may know why somebody is away, and waits to be told when it may no longer', () => {
  const waitsFor = { show: 'category' as const, group: 600 }
  const on = ['absence-started', 'return-overdue'] as const

  test.for<[string, AlertRule]>([
    ['its rule names another type by now', aRule({ on: ['absence-ended'], group: 0 })],
    ['another rule names what waits', aRule({ name: 'b', on: ['absence-started'], group: 0 })],
    [
      'the one that is left names another type',
      aRule({ name: 'b', on: ['absence-ended'], group: 0 }),
    ],
  ])('is not told where %s', async ([, rule], { start }) => {
    const world = await start([aRule({ on: [...on], ...waitsFor })])
    world.publish(started)
    world.publish(overdue)
    await world.run(at(3))
    world.deploy([rule])
    await world.run()
    expect(JSON.stringify(world.slack.posts)).not.toMatch(/sick|expected|overdue/i)
  })

  test.for([[['absence-started']], [['absence-started', 'absence-ended']]] as const)(
    'does not learn from an all-clear that somebody was expected back, with a rule on %j',
    async ([names], { start }) => {
      const world = await start([aRule({ on: ['return-overdue'], ...waitsFor })])
      world.publish(overdue)
      world.publish(over)
      await world.run(at(5))
      world.deploy([aRule({ on: [...names], group: 0 })])
      await world.run()
      expect(JSON.stringify(world.slack.posts)).not.toMatch(/all clear|expected|sick/i)
    },
  )
})
