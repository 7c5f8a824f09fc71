import { describe, expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { absence, aClockIn, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import { aKey, type WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))
const idsAt = (world: WebhookWorld, name: string) =>
  world.receiver(name).received.map(({ id }) => id)
const down = status(500)

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

describe('an endpoint that fails', () => {
  test('is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then given up', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { refused, received, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    const event = came(1, world)
    world.publish(event)
    const began = world.now()
    await world.run(began + 4 * day)
    const waits = refused.map(({ at }, n) => (at - (refused[n - 1]?.at ?? began)) / second)
    const planned = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(waits.map((wait, n) => Math.abs(wait - (planned[n] ?? 0)) <= 15)).toEqual(
      planned.map(() => true),
    )
    expect(new Set(refused.map(({ id }) => id))).toEqual(new Set([event.id]))
    expect(world.dead('payroll').map(({ body }) => JSON.parse(body).id)).toEqual([event.id])
    behaveAs(status(204))
    world.redrive('payroll')
    await world.run(world.now() + hour)
    expect(received.map(({ id }) => id)).toEqual([event.id])
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

  test('for five days is stopped, keeps its events, and resumes', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    const now = world.now()
    const lease = { owner: 'me', now, until: now + minute }
    const record = await world.ports.endpoints.takeLease('payroll', lease)
    if (record === null) throw new Error('Nobody else has the turn')
    const failingSince = utc(now - 5 * day + 2 * hour)
    await world.ports.endpoints.release('payroll', 'me', { ...record, failingSince })
    const sent: string[] = []
    for (let n = 1; n <= 4; n++) {
      const event = came(n, world)
      sent.push(event.id)
      world.publish(event)
      await world.run(world.now() + hour)
      expect(world.reports.get('payroll')?.stopped === null).toBe(n <= 2)
    }
    expect(world.reports.get('payroll')?.stopped?.reason).toBe('failing for five days')
    const tried = refused.length
    behaveAs(status(204))
    await world.run(world.now() + 6 * hour)
    expect([received.length, refused.length]).toEqual([0, tried])
    world.send('payroll', { webhook: 'resume' })
    await world.run(world.now() + 6 * hour)
    expect(new Set(idsAt(world, 'payroll'))).toEqual(new Set(sent))
    expect(world.dead('payroll')).toEqual([])
  })

  test('with 410 is stopped at once, and keeps the event', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(status(410))
    world.publish(came(1, world))
    world.publish(came(2, world))
    await world.run(world.now() + day)
    expect(world.reports.get('payroll')?.stopped?.reason).toBe('HTTP 410')
    expect(refused.length).toBeLessThanOrEqual(2)
    behaveAs(status(204))
    world.send('payroll', { webhook: 'resume' })
    await world.run(world.now() + minute)
    expect(received).toHaveLength(2)
  })

  test('and asks to wait is left alone for as long, and for no longer than an hour', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(status(429, { 'retry-after': '900' }))
    const began = world.now()
    world.publish(came(1, world))
    await world.run(began + minute)
    behaveAs(status(204))
    world.publish(came(2, world))
    await world.run(began + 890 * second)
    expect([received.length, refused.length]).toEqual([0, 1])
    await world.run(began + 920 * second)
    expect(received).toHaveLength(2)
    behaveAs(status(503, { 'retry-after': '86400' }))
    world.publish(came(3, world))
    await world.run(world.now() + second)
    behaveAs(status(204))
    await world.run(world.now() + hour + minute)
    expect(received).toHaveLength(3)
  })

  test('is asked little while it takes nothing, however much waits', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    for (let n = 1; n <= 100; n++) world.publish(came(n, world))
    await world.run(world.now() + 4 * minute)
    expect(refused.length).toBeLessThan(100)
    behaveAs(status(204))
    await world.run(world.now() + hour)
    expect(new Set(received.map(({ id }) => id)).size).toBe(100)
  }, 30_000)
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
