import { describe, expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { status } from './support/receiver.ts'
import { test as webhookTest } from './support/webhook-test.ts'

/** An endpoint that takes so many events a second and answers others as it is told, and what it has got by some minutes. */
const test = webhookTest.extend(
  'limited',
  ({ start }) =>
    async (perSecond: number, refusal: [status: number, headers: Record<string, string>]) => {
      const world = await start({ name: 'payroll' })
      const { received, refused, behaveAs } = world.receiver('payroll')
      const burst = Math.max(1, perSecond)
      let [free, at] = [burst, world.now()]
      behaveAs((response) => {
        free = Math.min(burst, free + ((world.now() - at) / second) * perSecond)
        at = world.now()
        if (free < 1) return void response.writeHead(...refusal).end()
        free -= 1
        response.writeHead(204).end()
      })
      return { world, received, refused }
    },
)

describe('an endpoint that is asked for too much', () => {
  test.for([
    [0.5, 50, 3, 429, { 'retry-after': '1' }],
    [5, 200, 6, 429, { 'retry-after': '1' }],
    [5, 200, 6, 503, { 'retry-after': '1' }],
    [5, 200, 6, 429, {}],
  ] as const)(
    'at %d a second has %d events of one moment within %d minutes, with %d and %j',
    async ([perSecond, events, minutes, code, headers], { limited }) => {
      const { world, received, refused } = await limited(perSecond, [code, headers])
      const began = world.now()
      for (let n = 1; n <= events; n++) world.publish(aClockIn(n, utc(began)))
      await world.run(began + minutes * minute)
      expect(refused.length).toBeGreaterThan(0)
      expect(received).toHaveLength(events)
      expect(world.dead('payroll')).toEqual([])
    },
  )

  test('for three days is no reason to give an event up', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, behaveAs } = world.receiver('payroll')
    behaveAs(status(429, { 'retry-after': '3600' }))
    const began = world.now()
    world.publish(aClockIn(1, utc(began)))
    await world.run(began + 3 * day)
    expect(world.dead('payroll')).toEqual([])
    expect(world.reports.get('payroll')?.failingSince).toBe(utc(began))
    behaveAs(status(204))
    await world.run(world.now() + hour + minute)
    expect(received).toHaveLength(1)
  })

  test('for one event alone gives that up in the end, and the others go on', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const { received, behaveAs } = world.receiver('payroll')
    const began = world.now()
    const odd = aClockIn(1, utc(began))
    const takes = status(204)
    const asksForPatience = status(429, { 'retry-after': '3600' })
    behaveAs((response, request) => {
      const isOdd = request.headers['webhook-id'] === odd.id
      return (isOdd ? asksForPatience : takes)(response, request)
    })
    world.publish(odd)
    for (let days = 0; days < 8; days++) {
      world.publish(aClockIn(10 + days, utc(world.now())))
      await world.run(began + (days + 1) * day)
    }
    expect(received).toHaveLength(8)
    expect(world.dead('payroll')).toHaveLength(1)
  })
})
