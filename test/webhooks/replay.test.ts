import { describe, expect } from 'vitest'
import { day, hour, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

describe('an event that is replayed', () => {
  test('is posted again, signed, under its id, and says so', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const event = aClockIn(1, utc(world.now()))
    world.publish(event)
    await world.run(world.now() + hour)
    world.send('payroll', { webhook: 'replay', event })
    await world.run(world.now() + hour)
    const { received } = world.receiver('payroll')
    expect(received.map(({ id, isGenuine }) => ({ id, isGenuine }))).toEqual([
      { id: event.id, isGenuine: true },
      { id: event.id, isGenuine: true },
    ])
    expect(received.map(({ headers }) => headers['attendance-replayed'])).toEqual([
      undefined,
      'true',
    ])
    expect(received[1]?.body).toEqual(event)
  })

  test('says so, too, where it was given up and is moved back', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, behaveAs } = world.receiver('payroll')
    behaveAs(status(500))
    world.send('payroll', { webhook: 'replay', event: aClockIn(1, utc(world.now())) })
    await world.run(world.now() + 4 * day)
    expect(world.dead('payroll')).toHaveLength(1)
    behaveAs(status(204))
    world.redrive('payroll')
    await world.run(world.now() + hour)
    expect(received.map(({ headers }) => headers['attendance-replayed'])).toEqual(['true'])
  })

  test('is posted to an endpoint that came after it', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const event = aClockIn(1, utc(world.now()))
    world.send('payroll', { webhook: 'replay', event })
    await world.run(world.now() + hour)
    expect(world.receiver('payroll').received.map(({ id }) => id)).toEqual([event.id])
  })

  test('is not sent on top of one that still waits', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    world.receiver('payroll').behaveAs(status(500))
    const event = aClockIn(1, utc(world.now()))
    world.publish(event)
    await world.run(world.now() + 1_000)
    world.send('payroll', { webhook: 'replay', event })
    world.receiver('payroll').behaveAs(status(204))
    await world.run(world.now() + hour)
    expect(world.receiver('payroll').received.map(({ id }) => id)).toEqual([event.id])
  })

  test('goes nowhere where the endpoint does not want it', async ({ start }) => {
    const world = await start({ name: 'outs', events: ['clocked-out'] })
    world.send('outs', { webhook: 'replay', event: aClockIn(1, utc(world.now())) })
    await world.run(world.now() + hour)
    expect(world.receiver('outs').received).toEqual([])
    expect(world.problems).toEqual([])
  })

  test('must be one: anything else comes back to the queue', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    world.send('payroll', { webhook: 'replay', event: { type: 'none' } })
    await world.run(world.now() + 1_000)
    expect(world.problems).toHaveLength(1)
  })
})
