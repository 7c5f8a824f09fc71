import { expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { handleEndpointBatch } from '../../lib/webhooks/receiving/handle-batch.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { Process, WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))

test('an event is tried again though SQS once did not take the wake for it', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, refused, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  let wakes = 0
  const process: Process = {
    change: (ports) => ({
      ...ports,
      wake: (...args) =>
        // The first is for the try after 5 s; the wake that brings that is not deleted.
        ++wakes === 2 ? Promise.reject(new Error('SQS')) : ports.wake(...args),
    }),
    hasDied: () => false,
  }
  world.publish(came(1, world))
  await world.run(world.now() + minute, process)
  expect([wakes, refused.length]).toEqual([2, 2])
  behaveAs(status(204))
  await world.run(world.now() + 4 * day, process)
  expect(received).toHaveLength(1)
})

test('what a later version kept goes out once that is back', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  const { deliveries } = world.ports
  behaveAs(status(500))
  world.publish(came(1, world))
  await world.run(world.now() + second)
  behaveAs(status(204))
  // The version before is rolled back to: for an hour it can read nothing of this, but sends others.
  const until = world.now() + hour
  const process: Process = {
    change: (ports) => ({
      ...ports,
      deliveries: {
        ...deliveries,
        due: async (...args) => {
          const found = await deliveries.due(...args)
          const readable = found.deliveries.filter(({ subject }) => subject !== anId(1))
          return world.now() < until ? { ...found, deliveries: readable } : found
        },
      },
    }),
    hasDied: () => false,
  }
  world.publish(came(2, world))
  await world.run(world.now() + 4 * day, process)
  expect(received).toHaveLength(2)
})

test('an event is tried again though its wake went with a queue that was deleted', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  const refused = came(1, world)
  behaveAs((response, request) =>
    response.writeHead(request.headers['webhook-id'] === refused.id ? 500 : 204).end(),
  )
  world.publish(refused)
  // After its fourth try it is due in two hours.
  await world.run(world.now() + 40 * minute)
  world.publish(came(2, world))
  await world.run(world.now() + minute)
  // Destroyed and deployed again: the table is as it was, the queue is new.
  world.loseMessages('payroll')
  behaveAs(status(204))
  world.publish(came(3, world))
  await world.run(world.now() + 4 * day)
  expect(new Set(received.map(({ id }) => id)).size).toBe(3)
})

test('an event is tried again after a table that failed for an hour', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  world.publish(came(1, world))
  await world.run(world.now() + second)
  behaveAs(status(204))
  const until = world.now() + hour
  const process: Process = {
    change: (ports) => ({
      ...ports,
      endpoints: {
        ...ports.endpoints,
        takeLease: (...args) =>
          world.now() < until
            ? Promise.reject(new Error('DynamoDB'))
            : ports.endpoints.takeLease(...args),
      },
    }),
    hasDied: () => false,
  }
  await world.run(world.now() + 4 * day, process)
  expect(world.dead('payroll')).toEqual([])
  expect(received).toHaveLength(1)
})

test('a test event that was given up is sent again from the dead letters', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  world.send('payroll', { webhook: 'test' })
  await world.run(world.now() + 4 * day)
  expect(world.dead('payroll')).toHaveLength(1)
  behaveAs(status(204))
  world.redrive('payroll')
  await world.run(world.now() + day)
  expect(world.dead('payroll')).toEqual([])
  expect(received).toHaveLength(1)
})

test('an endpoint that takes nothing is asked little, though its events come one by one', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const { refused, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  for (let n = 1; n <= 300; n++) {
    world.publish(came(n, world))
    await world.run(world.now() + second)
  }
  expect(refused.length).toBeLessThan(150)
}, 60_000)

test('events are tried again though the clock of another run was ahead by longer than a turn', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  world.publish(came(1, world))
  await world.run(world.now() + second)
  let posts = 0
  const process: Process = {
    change: (ports) => ({
      ...ports,
      post: async (...args) => {
        const answer = await ports.post(...args)
        if (++posts > 1) return answer
        // A run as long as one may be, and another machine whose clock says that it is over.
        const machineNow = () => world.now() + 131 * second
        const turn = { owner: 'other', deadline: machineNow() + 110 * second }
        const batch = [{ id: 'other', body: JSON.stringify(came(2, world)) }]
        const [webhook] = world.webhooks
        if (webhook === undefined) return answer
        const settings = { source: '/attendance-events/test' }
        await handleEndpointBatch(batch, webhook, turn, { ...ports, machineNow }, settings)
        return answer
      },
    }),
    hasDied: () => false,
  }
  await world.run(world.now() + 5 * second, process)
  behaveAs(status(204))
  await world.run(world.now() + 4 * day)
  expect(new Set(received.map(({ id }) => id)).size).toBe(2)
})
