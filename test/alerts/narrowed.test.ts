import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { absence, anEvent, aRule } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

type Rule = NonNullable<Parameters<typeof aRule>[0]>

const sick = { ...absence, $type: 'Sickness' as const }
const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
const ill = anEvent('absence-started', { absence: sick }, seen(1))
const longer = anEvent(
  'absence-amended',
  { absence: { ...sick, end }, changes: [{ field: 'end', before: absence.end, after: end }] },
  seen(9),
)
const all: Rule = { name: 'all', on: ['absence-started'], group: 0 }
const holidays: Rule = {
  name: 'holidays',
  on: ['absence-started'],
  where: { absenceTypes: ['Holiday'] },
  show: 'category',
  group: 0,
}

test('a channel that may know only of holidays what they are hears of a sickness no more than that somebody is away', async ({
  start,
}) => {
  const world = await start([aRule({ ...all, show: 'category' })])
  world.publish(ill)
  await world.run(at(5))
  world.deploy([aRule(all), aRule(holidays)])
  world.publish(longer)
  await world.run(at(20))
  expect(textsOf(world)[1]).toMatch(/absence was changed/)
})

test('what waits: the amendment of a sickness, where only of holidays the kind may be told', async ({
  start,
}) => {
  const world = await start([
    aRule({ ...all, on: ['absence-started', 'absence-amended'], show: 'category', group: 600 }),
  ])
  world.publish(longer)
  await world.run(at(10))
  world.deploy([aRule({ ...all, on: ['absence-started', 'absence-amended'] }), aRule(holidays)])
  await world.run(at(40))
  expect(textsOf(world)[0]).toMatch(/absence was changed/)
})

test('a holiday that turns out a sickness, and is longer, is not called one, without any deployment too', async ({
  start,
}) => {
  const world = await start([aRule(all), aRule(holidays)])
  const off = { ...absence, $type: 'Holiday' as const }
  world.publish(anEvent('absence-started', { absence: off }, seen(1)))
  world.publish(
    anEvent(
      'absence-amended',
      { absence: sick, changes: [{ field: '$type', before: 'Holiday', after: 'Sickness' }] },
      seen(3),
    ),
  )
  await world.run(at(8))
  world.publish(longer)
  await world.run(at(20))
  expect(textsOf(world).at(-1)).not.toMatch(/sick/)
})
