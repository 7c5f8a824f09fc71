import { describe, expect } from 'vitest'
import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { aClockIn, amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))
const idsAt = (world: WebhookWorld, name: string) =>
  world.receiver(name).received.map(({ id }) => id)
const down = status(500)

describe('an endpoint that fails', () => {
  test('and takes nothing is asked for one event a minute, however many wait', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { refused, received, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    for (let n = 1; n <= 300; n++) world.publish(came(n, world))
    await world.run(world.now() + 2 * minute)
    const before = refused.length
    await world.run(world.now() + 10 * minute)
    expect(refused.length - before).toBeGreaterThanOrEqual(8)
    expect(refused.length - before).toBeLessThanOrEqual(11)
    behaveAs(status(204))
    await world.run(world.now() + 2 * minute)
    expect(received.length).toBeGreaterThan(250)
  })

  test('gets a test event that is moved back as it was: no id has two contents', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    world.send('payroll', { webhook: 'test' })
    await world.run(world.now() + 4 * day)
    behaveAs(status(204))
    world.redrive('payroll')
    await world.run(world.now() + hour)
    expect(received.map(({ raw }) => raw)).toEqual([refused[0]?.raw])
  })

  test('is tried with a test event before all that waits', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { refused, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    for (let n = 1; n <= 300; n++) world.publish(came(n, world))
    await world.run(world.now() + hour)
    const asked = world.now()
    world.send('payroll', { webhook: 'test' })
    await world.run(asked + 2 * minute)
    expect(refused.some(({ body }) => body['type'] === 'attendance.test')).toBe(true)
  })

  test('has an event given up after ten tries, whatever is in a name', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    const odd = anEvent('clocked-in', {
      clocking,
      employee: { ...amina, familyName: 'O\ufffe\uffff' },
    })
    behaveAs((response, { headers }) =>
      response.writeHead(headers['webhook-id'] === odd.id ? 500 : 204).end(),
    )
    world.publish(odd)
    await world.run(world.now() + 4 * day)
    world.publish(came(2, world))
    await world.run(world.now() + minute)
    expect(received.map(({ id }) => id)).toEqual([anId(2, 9)])
    expect(refused).toHaveLength(10)
    expect(world.problems).toEqual([])
    behaveAs(status(204))
    world.redrive('payroll')
    await world.run(world.now() + minute)
    expect(received.at(-1)?.body).toEqual(odd)
  })

  test('for three days and then is well gets every event, and nothing is a dead letter', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll', ordered: true }, { name: 'doors' })
    const began = world.now()
    world.receiver('payroll').behaveAs(down)
    const sent: string[] = []
    for (let n = 1; world.now() < began + 3 * day; n++) {
      const event = came(n, world)
      sent.push(event.id)
      world.publish(event)
      await world.run(world.now() + 6 * hour)
      // Another endpoint has it as if the first did not exist.
      expect(idsAt(world, 'doors')).toEqual(sent)
    }
    world.receiver('payroll').behaveAs(status(200))
    await world.run(world.now() + 27 * hour)
    expect(new Set(idsAt(world, 'payroll'))).toEqual(new Set(sent))
    expect(world.receiver('payroll').received.every(({ isGenuine }) => isGenuine)).toBe(true)
    expect(world.dead('payroll')).toEqual([])
    expect(world.reports.get('payroll')).toMatchObject({ failingSince: null, stopped: null })
  }, 60_000)
})
