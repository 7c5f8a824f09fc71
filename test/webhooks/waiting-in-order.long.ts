import { expect } from 'vitest'
import { day, hour, minute } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { inOrder } from './support/in-order.ts'
import { type StartWorld, test } from './support/webhook-test.ts'
import type { Process } from './support/webhook-world.ts'

const [first, second] = [anId(1, 9), anId(2, 9)]

/** An endpoint that never takes the second event, which waits behind the first: that is redriven, and refused as well. */
const refusingTwo = async (start: StartWorld) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs, refused } = world.receiver('ordered')
  const refuse = (...ids: string[]) =>
    behaveAs((response, { headers }) =>
      response.writeHead(ids.includes(String(headers['webhook-id'])) ? 500 : 204).end(),
    )
  refuse(first, second)
  world.publish(inOrder(world, 1))
  await world.run(world.now() + 4 * day)
  const began = world.now()
  world.publish(inOrder(world, 2))
  await world.run(began + minute)
  world.redrive('ordered')
  await world.run(began + hour)
  const dead = () => world.dead('ordered').map(({ body }) => JSON.parse(body).id)
  return { world, began, refuse, refused, dead }
}

test('what waits behind an earlier one is tried for three days, however much follows it', async ({
  start,
}) => {
  const { world, began, refuse, refused, dead } = await refusingTwo(start)
  // The first is tried six times by then.
  for (let n = 3; n <= 14; n++) {
    world.publish(inOrder(world, n))
    await world.run(world.now() + hour)
  }
  refuse(second)
  await world.run(began + 70 * hour)
  expect(dead()).toEqual([])
  await world.run(began + 100 * hour)
  expect(dead()).toContain(second)
  expect(refused.filter(({ id }) => id === second).length).toBeGreaterThanOrEqual(9)
}, 120_000)

test('what waits behind an earlier one is left alone until that is tried, whatever follows it', async ({
  start,
}) => {
  const { world } = await refusingTwo(start)
  const written: string[] = []
  const watching: Process = {
    hasDied: () => false,
    change: (ports) => {
      const settle: typeof ports.deliveries.settle = (webhook, delivery, wasDueAt) => {
        written.push(delivery.id)
        return ports.deliveries.settle(webhook, delivery, wasDueAt)
      }
      return { ...ports, deliveries: { ...ports.deliveries, settle } }
    },
  }
  // The first was tried half an hour ago, and is in an hour and a half.
  const own = [3, 4, 5].map((n) => inOrder(world, n))
  for (const event of own) {
    world.publish(event)
    await world.run(world.now() + 10 * minute, watching)
  }
  expect(written).toEqual(own.map(({ id }) => id))
}, 120_000)
