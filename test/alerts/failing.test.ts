import { expect } from 'vitest'
import { utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, aRule } from './support/events.ts'
import { everyone, later, morning, namesTold, nine } from './support/morning.ts'

test('loses nobody and tells nobody twice where Slack fails half of the time', async ({
  start,
}) => {
  const world = await start([aRule()])
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

test('a destination that fails for good ends in the dead-letter queue and holds no other back', async ({
  start,
}) => {
  const world = await start([aRule({ email: ['managers'] })])
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(world.dead.map(({ body }) => JSON.parse(body).wake)).toEqual(['slack:office'])
  expect(world.mails.map(({ subject }) => subject)).toEqual([
    'Person1 Test clocked in at 09:00 - Harbour',
  ])
})

test('what waited for a destination goes out with the next thing that it is told', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  await world.run()
  world.slack.always(null)
  world.publish(aClockIn(2, utc(world.now())))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test'])
})

test('an unreadable message fails alone; an event of an unknown type is passed over', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.publishAt('{"specversion":"1.0","type":"attendance.teleported","data":{}}', nine)
  world.publishAt('not json', nine)
  world.publish(aClockIn(1, nine))
  await world.run()
  expect(world.dead.map(({ body }) => body)).toEqual(['not json'])
  expect(namesTold(world)).toEqual(['Person1 Test'])
})

test('a webhook that is gone is tried once, named, and tried again when its URL has changed', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
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
