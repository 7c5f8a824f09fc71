import { describe, expect } from 'vitest'
import { additionsOf, wantingsOf } from '../../lib/alerts/receiving/collect.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { absence, aClockIn, anEvent, aRule } from './support/events.ts'
import { at, namesTold, nine } from './support/morning.ts'

const on = ['clocked-in', 'return-overdue'] as const
const rule = aRule({ on: [...on], show: 'category', group: 0 })

const sickLeaveOverdue = anEvent('return-overdue', {
  absence: { ...absence, $type: 'Sickness', end: null },
  estimatedReturn: nine,
  expected: { date: '2026-11-20', time: '09:00' },
})

test('what a rule may tell nothing of any more waits no longer, and holds up nothing', async ({
  start,
}) => {
  const world = await start([{ ...rule, show: 'opaque' }])
  for (const { destination, waiting } of additionsOf(
    wantingsOf(sickLeaveOverdue, [rule], 'UTC'),
    Date.parse(nine),
  ))
    await world.ports.deliveries.add(destination, [waiting])
  expect((await world.ports.deliveries.waiting('slack:office')).waiting).toHaveLength(1)
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test'])
  expect(JSON.stringify(world.slack.posts)).not.toMatch(/expected|sick/i)
  expect((await world.ports.deliveries.waiting('slack:office')).waiting).toEqual([])
  expect(world.now() - Date.parse(nine)).toBeLessThan(3 * 3_600_000)
})

test('a version with other rules that runs beside this one is left what it may tell', async ({
  start,
}) => {
  const world = await start([{ ...rule, group: 600 }])
  world.publish(sickLeaveOverdue)
  await world.run('2026-11-20T09:05:00Z')
  world.deploy([{ ...rule, show: 'opaque' }])
  await world.run('2026-11-20T09:30:00Z')
  expect(world.slack.posts).toEqual([])
  world.deploy([rule])
  await world.run()
  expect(JSON.stringify(world.slack.posts)).toMatch(/expected/)
})

describe.each([
  ['a channel', 'slack:office'],
  ['an audience', 'email:managers'],
])('what gathers for %s that is taken out of the settings', (_what, destination) => {
  const [kind = '', name = ''] = destination.split(':')
  const rules = [aRule({ slack: [], [kind]: [name], group: 600 })]
  const saidBy = ({ slack, mails }: AlertWorld) => slack.posts.length + mails.length

  test('is not sent, and waits no longer', async ({ start }) => {
    const world = await start(rules)
    world.publish(aClockIn(1, nine))
    await world.run(at(5))
    world.deploy([aRule({ slack: ['yard'] })], ['slack:yard'])
    await world.run()
    expect(saidBy(world)).toBe(0)
    expect((await world.ports.deliveries.waiting(destination)).waiting).toEqual([])
    expect(world.said).toMatchObject({ failed: [], problems: [] })
    expect(world.now() - Date.parse(nine)).toBeLessThan(3 * 3_600_000)
  })

  test('is left to a version that still has it', async ({ start }) => {
    const world = await start(rules)
    world.publish(aClockIn(1, nine))
    await world.run(at(5))
    world.deploy([aRule({ slack: ['yard'] })], ['slack:yard'])
    await world.run(at(40))
    expect(saidBy(world)).toBe(0)
    world.deploy(rules, [destination])
    await world.run()
    expect(saidBy(world)).toBe(1)
  })
})
