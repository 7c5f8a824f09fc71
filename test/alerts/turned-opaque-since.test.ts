import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { absence, anEvent, aRule } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

type Rule = NonNullable<Parameters<typeof aRule>[0]>

const ill = { ...absence, $type: 'Sickness' as const, end: null }
const end = { $type: 'LocalDate' as const, date: '2026-11-20' }
const overdue = anEvent(
  'return-overdue',
  { absence: ill, estimatedReturn: at(1), expected: { date: '2026-11-20', time: null } },
  seen(1),
)
const ended = {
  absence: { ...ill, end },
  changes: [{ field: 'end', before: null, after: end }],
}
const amended = anEvent('absence-amended', ended, seen(3))
const withdrawn = anEvent('absence-withdrawn', { absence: { ...ill, end } }, seen(12))
const over = anEvent('absence-ended', { absence: { ...ill, end } }, seen(4))
const returns: Rule = { on: ['return-overdue'], show: 'category' }

// Of a holiday the channel would have heard nothing at all: no rule of theirs told that it began.
test('what followed on an overdue return is followed by nothing where the channel has become opaque', async ({
  start,
}) => {
  const world = await start([aRule({ ...returns, group: 0 })])
  world.publish(overdue)
  world.publish(amended)
  await world.run(at(10))
  const before = world.slack.posts.length
  world.deploy([aRule({ name: 'starts', on: ['absence-started'], group: 0 })])
  world.publish(withdrawn)
  await world.run()
  expect(textsOf(world).slice(before)).toEqual([])
})

test('a correction of an overdue return that waits is not told where the channel has become opaque', async ({
  start,
}) => {
  const world = await start([aRule({ ...returns, group: 600 })])
  world.publish(overdue)
  world.publish(amended)
  await world.run(at(5))
  world.deploy([aRule({ name: 'starts', on: ['absence-started'], group: 0 })])
  await world.run()
  expect(textsOf(world)).toEqual([])
})

test('an all-clear that waits is not told as a plain end at hours for which no rule wants one', async ({
  start,
}) => {
  const world = await start([aRule({ ...returns, group: 600 })])
  world.publish(overdue)
  world.publish(over)
  await world.run(at(6))
  world.deploy([
    aRule({
      name: 'evening',
      on: ['absence-ended'],
      where: { hours: { from: '20:00', to: '23:00' } },
      group: 0,
    }),
  ])
  await world.run()
  expect(textsOf(world)).toEqual([])
})

test('a return overdue that was put aside is not told when it is moved back to what has become opaque', async ({
  start,
}) => {
  const world = await start([aRule({ ...returns, group: 0 })])
  world.slack.answer(
    { status: 400, body: 'invalid_blocks' },
    { status: 400, body: 'invalid_blocks' },
  )
  world.publish(overdue)
  world.publish(amended)
  await world.run(at(10))
  expect(world.dead.length).toBeGreaterThan(0)
  world.deploy([aRule({ name: 'starts', on: ['absence-started'], group: 0 })])
  for (const { body } of world.dead) world.publishAt(body, at(11))
  await world.run()
  expect(textsOf(world)).toEqual([])
})

test('a correction is not told once more after what was put aside and is not told any more', async ({
  start,
}) => {
  const rule: Rule = { on: ['absence-started', 'absence-amended'], group: 0 }
  const world = await start([aRule({ ...rule, show: 'category' })])
  world.slack.answer({ status: 400, body: 'invalid_blocks' })
  const changes = [{ field: '$type', before: 'Holiday', after: 'Sickness' }]
  world.publish(anEvent('absence-amended', { absence: ill, changes }, seen(2)))
  await world.run(at(10))
  world.publish(anEvent('absence-amended', ended, seen(12)))
  await world.run(at(15))
  world.deploy([aRule(rule)])
  world.publishAt(world.dead[0]?.body ?? '', at(20))
  await world.run()
  expect(textsOf(world)).toEqual([expect.stringContaining('was changed: end today (none before)')])
})
