import { expect } from 'vitest'
import { day, hour, utc } from '../../lib/attendance/moments.ts'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { inOrder } from './support/in-order.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

test('whoever is always refused has each event given up some days after it came, and loses none', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { received, behaveAs } = world.receiver('ordered')
  behaveAs(status(404))
  const began = world.now()
  const days = 20
  for (let n = 0; n < days; n++) {
    for (const each of [1, 2, 3, 4]) world.publish(inOrder(world, 4 * n + each))
    // Somebody else's keep the endpoint from being stopped.
    behaveAs((response, { headers }) =>
      response.writeHead(String(headers['webhook-id']).startsWith('00000008') ? 204 : 404).end(),
    )
    const other = { ...amina, id: anId(2) }
    const data = { employee: other, clocking: { ...clocking, employeeId: other.id } }
    world.publish(
      anEvent('clocked-in', data, { id: anId(n, 8), sequence: n, time: utc(world.now()) }),
    )
    await world.run(began + (n + 1) * day)
  }
  // What came more than five days ago is a dead letter.
  expect(world.dead('ordered').length).toBeGreaterThanOrEqual(4 * (days - 5))
  behaveAs(status(204))
  await world.run(world.now() + 2 * day)
  world.redrive('ordered')
  await world.run(world.now() + hour)
  const got = new Set(received.map(({ id }) => id).filter((id) => id.startsWith('00000009')))
  expect(got.size).toBe(4 * days)
})
