import { expect } from 'vitest'
import { minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { test } from './support/webhook-test.ts'

test.for([false, true])(
  'an endpoint that refuses many for what they are is sent the others as they come, ordered: %s',
  async (ordered, { start }) => {
    const world = await start({ name: 'payroll', ordered })
    const { received, behaveAs } = world.receiver('payroll')
    const liked = aClockIn(61, utc(world.now()))
    behaveAs((response, { headers }) =>
      response.writeHead(headers['webhook-id'] === liked.id ? 204 : 422).end(),
    )
    for (let n = 1; n <= 60; n++) world.publish(aClockIn(n, utc(world.now())))
    await world.run(world.now() + 10 * second)
    world.publish({ ...liked, sequence: '9'.repeat(20) })
    await world.run(world.now() + minute)
    expect(received.map(({ id }) => id)).toEqual([liked.id])
  },
)
