import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { utc } from '../../lib/attendance/moments.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { type AlertWorld, startAlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'
import { everyone, later, morning, namesTold, nine } from './support/morning.ts'

let engines: Engines
let world: AlertWorld
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.close())
afterEach(() => world.close())

test('loses nobody and tells nobody twice where Slack fails half of the time', async () => {
  world = await startAlertWorld(engines, [aRule()], nine)
  for (const event of morning) world.publish(event)
  const fail = { status: 503 }
  const ok = { status: 200, body: 'ok' }
  const throttled = { status: 429, headers: { 'retry-after': '30' } }
  world.slack.answer(fail, ok, fail, throttled, ok, fail, fail, ok)
  await world.run()
  expect(world.said.failed).toHaveLength(4)
  expect(namesTold(world)).toEqual(everyone)
  expect(world.dead).toEqual([])
})

test('a destination that fails for good ends in the dead-letter queue and holds no other back', async () => {
  world = await startAlertWorld(engines, [aRule({ email: ['managers'] })], nine)
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(world.dead.map(({ body }) => JSON.parse(body).wake)).toEqual(['slack:office'])
  expect(world.mails.map(({ subject }) => subject)).toEqual([
    'Person1 Test clocked in at 09:00 - Harbour',
  ])
})

test('what waited for a destination goes out with the next thing that it is told', async () => {
  world = await startAlertWorld(engines, [aRule()], nine)
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  await world.run()
  world.slack.always(null)
  world.publish(aClockIn(2, utc(world.now())))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test'])
})

test('an unreadable message fails alone; an event of an unknown type is passed over', async () => {
  world = await startAlertWorld(engines, [aRule()], nine)
  world.publishAt('{"specversion":"1.0","type":"attendance.teleported","data":{}}', nine)
  world.publishAt('not json', nine)
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(world.dead.map(({ body }) => body)).toEqual(['not json'])
  expect(namesTold(world)).toEqual(['Person1 Test'])
})

test('a webhook that is gone is tried once, named, and tried again when its URL has changed', async () => {
  world = await startAlertWorld(engines, [aRule({ group: 0 })], nine)
  world.slack.always({ status: 404, body: 'no_service' })
  for (const event of [1, 2, 3].map((n) => aClockIn(n, later(n * 60)))) world.publish(event)
  await world.run()
  expect(world.said.gone).toEqual([
    'office: no_service',
    'office: no_service',
    'office: no_service',
  ])
  expect(world.dead).toEqual([])
  world.slack.always(null)
  world.publish(aClockIn(4, utc(world.now())))
  await world.run()
  expect(world.slack.posts).toEqual([])
  world.addresses.set('office', world.slack.url('new'))
  world.publish(aClockIn(5, utc(world.now())))
  await world.run()
  expect(namesTold(world)).toEqual([1, 2, 3, 4, 5].map((n) => `Person${n} Test`))
})
