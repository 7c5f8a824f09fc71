import { describe, expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))
const idsAt = (world: WebhookWorld, name: string) =>
  world.receiver(name).received.map(({ id }) => id)
const down = status(500)

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

  test('for many people at once is asked for one of them a minute', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { refused, behaveAs } = world.receiver('payroll')
    behaveAs(down)
    for (let n = 1; n <= 40; n++) world.publish(came(n, world))
    await world.run(world.now() + minute)
    const before = refused.length
    await world.run(world.now() + 20 * minute)
    expect(refused.length - before).toBeGreaterThanOrEqual(18)
    expect(refused.length - before).toBeLessThanOrEqual(22)
  })

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

  test('and asks to wait has what it refused no sooner, and no later than an hour after, and others once it takes them', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    behaveAs(status(429, { 'retry-after': '900' }))
    const began = world.now()
    world.publish(came(1, world))
    await world.run(began + 30 * second)
    behaveAs(status(204))
    world.publish(came(2, world))
    await world.run(began + 59 * second)
    expect([received.length, refused.length]).toEqual([0, 1])
    await world.run(began + 890 * second)
    expect([received.length, refused.length]).toEqual([1, 1])
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
