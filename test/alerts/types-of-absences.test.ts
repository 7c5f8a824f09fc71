import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Engines, startEngines } from '../harness/engines.ts'
import { type AlertWorld, startAlertWorld } from './support/alert-world.ts'
import { absence, anEvent, aRule } from './support/events.ts'
import { at, nine, seen, textsOf } from './support/morning.ts'

let engines: Engines
let world: AlertWorld
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.close())
afterEach(() => world?.close())

test('a type that the API added is told whatever its case in the settings', async () => {
  const rule = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['parental leave'] },
    show: 'category',
    group: 0,
  })
  world = await startAlertWorld(engines, [rule], nine)
  world.publish(
    anEvent('absence-started', { absence: { ...absence, $type: 'Parental Leave' } }, seen(1)),
  )
  await world.run()
  expect(textsOf(world)).toHaveLength(1)
})

test('control: in the same case it is told', async () => {
  const rule = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['Parental Leave'] },
    show: 'category',
    group: 0,
  })
  world = await startAlertWorld(engines, [rule], nine)
  world.publish(
    anEvent('absence-started', { absence: { ...absence, $type: 'Parental Leave' } }, seen(1)),
  )
  await world.run()
  expect(textsOf(world)).toHaveLength(1)
})

test('what waits twice, for its type and then for all, is told though the later rule is opaque', async () => {
  const byType = aRule({
    on: ['absence-started'],
    where: { absenceTypes: ['Holiday'] },
    show: 'category',
    group: 600,
  })
  world = await startAlertWorld(engines, [byType], nine)
  const event = anEvent('absence-started', { absence: { ...absence, $type: 'Holiday' } }, seen(1))
  world.publish(event)
  await world.run(at(3))
  world.deploy([aRule({ name: 'all', on: ['absence-started'], group: 60 })])
  world.publish(event)
  await world.run()
  expect(textsOf(world)).toEqual(["office: Amina O'Neill is away until Mon 23 Nov"])
})
