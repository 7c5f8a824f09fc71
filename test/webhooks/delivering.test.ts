import { describe, expect } from 'vitest'
import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { absence, aClockIn, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import { aKey, type WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))
const idsAt = (world: WebhookWorld, name: string) =>
  world.receiver(name).received.map(({ id }) => id)

describe('an event', () => {
  test('reaches its endpoint signed, once', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const event = came(1, world)
    world.publish(event)
    world.publish(event)
    await world.run(world.now() + hour)
    const { received } = world.receiver('payroll')
    expect(received).toMatchObject([{ id: event.id, isGenuine: true, body: event }])
    const [kept] = await world.ports.deliveries.recent('payroll', 10)
    expect(kept).toMatchObject({ state: 'delivered', event: null, tries: [{ status: 204 }] })
  })

  test('that an endpoint does not want does not go there', async ({ start }) => {
    const world = await start(
      { name: 'outs', events: ['clocked-out'] },
      { name: 'nurses', where: { jobTitles: ['Porter'] } },
    )
    world.publish(anEvent('clocked-in', { clocking }))
    await world.run(world.now() + hour)
    expect([...idsAt(world, 'outs'), ...idsAt(world, 'nurses')]).toEqual([])
    expect(await world.ports.deliveries.recent('nurses', 10)).toEqual([])
  })

  test('shows of an absence what the endpoint may see, and of a thin payload ids alone', async ({
    start,
  }) => {
    const world = await start(
      { name: 'opaque' },
      { name: 'kinds', show: 'category' },
      { name: 'thin', payload: 'thin', show: 'full' },
    )
    const ill = { ...absence, $type: 'Sickness', reason: { id: 1, description: 'Migraine' } }
    world.publish(anEvent('absence-started', { absence: ill }))
    await world.run(world.now() + hour)
    const of = (name: string) => world.receiver(name).received[0]?.body['data']
    expect(of('opaque')).toMatchObject({ absence: { id: absence.id, start: absence.start } })
    expect(JSON.stringify(of('opaque'))).not.toMatch(/Sickness|Migraine/)
    expect(of('kinds')).toMatchObject({ absence: { $type: 'Sickness' } })
    expect(JSON.stringify(of('kinds'))).not.toContain('Migraine')
    expect(of('thin')).toEqual({
      employee: { id: absence.employeeId },
      absence: { id: absence.id },
    })
  })

  test('is signed with both keys while there are two', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const own = world.keys.get('payroll') ?? []
    world.keys.set('payroll', [aKey(), ...own])
    world.publish(came(1, world))
    await world.run(world.now() + hour)
    const [got] = world.receiver('payroll').received
    expect(got?.isGenuine).toBe(true)
    expect(String(got?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  test('waits where there is no key, and goes once there is one', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const own = world.keys.get('payroll') ?? []
    world.keys.set('payroll', [])
    world.publish(came(1, world))
    await world.run(world.now() + minute)
    const [kept] = await world.ports.deliveries.recent('payroll', 10)
    expect(kept?.tries[0]?.reason).toBe('no signing key in the secret')
    world.keys.set('payroll', own)
    await world.run(world.now() + hour)
    expect(world.receiver('payroll').received).toHaveLength(1)
  })
})

describe('the events of one employee', () => {
  const inOrder = (world: WebhookWorld, sequence: number) =>
    anEvent('clocked-in', { clocking }, { id: anId(sequence, 9), sequence, time: utc(world.now()) })

  test('wait for the earlier one where the endpoint wants them in order', async ({ start }) => {
    const world = await start({ name: 'ordered', ordered: true }, { name: 'prompt' })
    for (const name of ['ordered', 'prompt']) {
      const { behaveAs } = world.receiver(name)
      behaveAs((response, request) =>
        response.writeHead(request.headers['webhook-id'] === anId(1, 9) ? 500 : 200).end(),
      )
    }
    world.publish(inOrder(world, 1))
    await world.run(world.now() + minute)
    world.publish(inOrder(world, 2))
    world.publish(aClockIn(3, utc(world.now())))
    await world.run(world.now() + minute)
    expect(idsAt(world, 'prompt')).toEqual([anId(2, 9), anId(3, 9)])
    expect(idsAt(world, 'ordered')).toEqual([anId(3, 9)])
    world.receiver('ordered').behaveAs(status(200))
    await world.run(world.now() + hour)
    expect(idsAt(world, 'ordered')).toEqual([anId(3, 9), anId(1, 9), anId(2, 9)])
  })

  test('go on once the earlier one is given up', async ({ start }) => {
    const world = await start({ name: 'ordered', ordered: true })
    world
      .receiver('ordered')
      .behaveAs((response, request) =>
        response.writeHead(request.headers['webhook-id'] === anId(1, 9) ? 500 : 200).end(),
      )
    world.publish(inOrder(world, 1))
    world.publish(inOrder(world, 2))
    await world.run(world.now() + 4 * day)
    expect(idsAt(world, 'ordered')).toEqual([anId(2, 9)])
    expect(world.dead('ordered').map(({ body }) => JSON.parse(body).id)).toEqual([anId(1, 9)])
  })
})

test('an operator sees by a test event whether an endpoint is reached', async ({ start }) => {
  const world = await start({ name: 'payroll', events: ['clocked-out'], payload: 'thin' })
  world.send('payroll', { webhook: 'test' })
  await world.run(world.now() + minute)
  expect(world.receiver('payroll').received).toMatchObject([
    { isGenuine: true, body: { type: 'attendance.test', data: {} } },
  ])
})
