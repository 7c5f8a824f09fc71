import { expect } from 'vitest'
import { hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { test } from './support/webhook-test.ts'

test.for([false, true])(
  'an endpoint that answers 500 to the events of many people gets those of others soon (in order: %s)',
  async (ordered, { start }) => {
    const world = await start({ name: 'payroll', ordered })
    const unknown = new Set<string>()
    const takenAt = new Map<string, number>()
    world.receiver('payroll').behaveAs((response, request) => {
      const id = String(request.headers['webhook-id'])
      if (!unknown.has(id)) takenAt.set(id, world.now())
      response.writeHead(unknown.has(id) ? 500 : 204).end()
    })
    for (let n = 1; n <= 40; n++) {
      const event = aClockIn(n, utc(world.now()))
      unknown.add(event.id)
      world.publish(event)
    }
    await world.run(world.now() + 10 * second)
    const late: number[] = []
    for (let n = 101; n <= 105; n++) {
      const event = aClockIn(n, utc(world.now()))
      const publishedAt = world.now()
      world.publish(event)
      await world.run(publishedAt + 6 * minute)
      late.push((takenAt.get(event.id) ?? publishedAt + hour) - publishedAt)
    }
    expect(Math.max(...late)).toBeLessThan(6 * minute)
  },
)
