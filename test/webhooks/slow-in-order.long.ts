import { expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { WebhookWorld } from './support/webhook-world.ts'

/** Somebody who has been there for years. */
const ofOld = (sequence: number, world: WebhookWorld) =>
  anEvent('clocked-in', { clocking }, { id: anId(sequence, 9), sequence, time: utc(world.now()) })
const sequences = [90_001, 90_002]
const idsInOrder = sequences.map((sequence) => anId(sequence, 9))
const gotOfOld = (world: WebhookWorld) =>
  world
    .receiver('ordered')
    .received.flatMap(({ id, body }) => (body['subject'] === anId(1) ? [id] : []))

test('what came long after a later event of the same employee goes before it', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  const publish = async (...events: AttendanceEvent[]) => {
    for (const event of events) world.publish(event)
    await world.run(world.now() + second)
  }
  behaveAs(status(429, { 'retry-after': '60' }))
  await publish(aClockIn(999, utc(world.now())))
  behaveAs(status(204))
  await publish(ofOld(90_002, world))
  await publish(...Array.from({ length: 120 }, (_, n) => aClockIn(10 + n, utc(world.now()))))
  await publish(ofOld(90_001, world))
  await world.run(world.now() + 2 * minute)
  expect(gotOfOld(world)).toEqual(idsInOrder)
})

/** So many it takes before it asks for patience. */
const atOnce = 5

test('at a slow endpoint that wants order nobody waits behind what became due later', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { received, behaveAs } = world.receiver('ordered')
  let taken = 0
  behaveAs((response) => {
    const takes = taken++ < atOnce
    response.writeHead(takes ? 204 : 429, takes ? {} : { 'retry-after': '1' }).end()
  })
  for (const sequence of sequences.toReversed()) world.publish(ofOld(sequence, world))
  // More come of new people than it takes.
  for (let n = 1; n <= 20; n++) {
    for (let each = 1; each <= 10; each++) world.publish(aClockIn(10 * n + each, utc(world.now())))
    await world.run(world.now() + second)
    taken = 0
  }
  await world.run(world.now() + second)
  expect(gotOfOld(world)).toEqual(idsInOrder)
  behaveAs(status(204))
  await world.run(world.now() + hour + minute)
  expect(new Set(received.map(({ id }) => id)).size).toBe(202)
})
