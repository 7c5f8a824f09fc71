import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { absence, anEvent, aRule } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

test('a type that the API added is told whatever its case in the settings', async ({ start }) => {
  const rule = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['parental leave'] },
    show: 'category',
    group: 0,
  })
  const world = await start([rule])
  world.publish(
    anEvent('absence-started', { absence: { ...absence, $type: 'Parental Leave' } }, seen(1)),
  )
  await world.run()
  expect(textsOf(world)).toHaveLength(1)
})

test('control: in the same case it is told', async ({ start }) => {
  const rule = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['Parental Leave'] },
    show: 'category',
    group: 0,
  })
  const world = await start([rule])
  world.publish(
    anEvent('absence-started', { absence: { ...absence, $type: 'Parental Leave' } }, seen(1)),
  )
  await world.run()
  expect(textsOf(world)).toHaveLength(1)
})

test('what waits twice, for its type and then for all, is told though the later rule is opaque', async ({
  start,
}) => {
  const byType = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['Holiday'] },
    show: 'category',
    group: 600,
  })
  const world = await start([byType])
  const event = anEvent('absence-started', { absence: { ...absence, $type: 'Holiday' } }, seen(1))
  world.publish(event)
  await world.run(at(3))
  world.deploy([aRule({ name: 'all', on: ['absence-started'], group: 60 })])
  world.publish(event)
  await world.run()
  expect(textsOf(world)).toEqual(["office: Amina O'Neill is away until Mon 23 Nov"])
})

test('a correction of what was told of any absence is told though a rule by type wanted it, too, and is gone', async ({
  start,
}) => {
  const all = aRule({ name: 'all', on: ['absence-started'], group: 600 })
  const byType = aRule({
    name: 'by-type',
    on: ['absence-amended'],
    where: { absenceTypes: ['Holiday'] },
    show: 'category',
    group: 600,
  })
  const world = await start([all, byType])
  const holiday = { ...absence, $type: 'Holiday' as const }
  const end = { $type: 'LocalDate' as const, date: '2026-11-24' }
  const changes = [{ field: 'end', before: holiday.end, after: end }]
  world.publish(anEvent('absence-started', { absence: holiday }, seen(1)))
  world.publish(anEvent('absence-amended', { absence: { ...holiday, end }, changes }, seen(2)))
  await world.run(at(3))
  world.deploy([all])
  await world.run()
  expect(textsOf(world).join()).toMatch(/absence was changed/)
  expect(textsOf(world).join()).not.toMatch(/holiday/)
})

test('what waits for all is told for all, whichever rule by type wants it again', async ({
  start,
}) => {
  const all = aRule({ name: 'all', on: ['absence-started'], group: 600 })
  const byType = aRule({
    name: 'holidays',
    on: ['absence-started'],
    where: { absenceTypes: ['Holiday'] },
    show: 'category',
    group: 600,
  })
  const world = await start([all])
  const event = anEvent('absence-started', { absence: { ...absence, $type: 'Holiday' } }, seen(1))
  world.publish(event)
  await world.run(at(3))
  world.deploy([byType])
  world.publish(event)
  await world.run(at(5))
  world.deploy([all])
  await world.run()
  expect(textsOf(world)).toEqual(["office: Amina O'Neill is away until Mon 23 Nov"])
})
