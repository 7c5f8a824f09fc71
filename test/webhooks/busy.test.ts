import { expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { endpointTurnSeconds } from '../../lib/webhooks/queues.ts'
import { deliveryOf } from '../../lib/webhooks/receiving/delivery-of.ts'
import { handleEndpointBatch } from '../../lib/webhooks/receiving/handle-batch.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { Process, WebhookWorld } from './support/webhook-world.ts'

const came = (n: number, world: WebhookWorld) => aClockIn(n, utc(world.now()))

test('an endpoint that is resumed while somebody else has the turn goes on', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(410))
  world.publish(came(1, world))
  await world.run(world.now() + minute)
  behaveAs(status(204))
  // A run that lasts 30 s, as one does that keeps an event meanwhile or died a moment ago.
  const now = world.now()
  await world.ports.endpoints.takeLease('payroll', { owner: 'x', now, until: now + 30 * second })
  world.send('payroll', { webhook: 'resume' })
  await world.run(world.now() + 2 * day)
  expect(world.reports.get('payroll')?.stopped).toBeNull()
  expect(received).toHaveLength(1)
})

test('what finds somebody else at work is looked at after that, without messages to and fro', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const now = world.now()
  const lease = { owner: 'x', now, until: now + 30 * second }
  const record = await world.ports.endpoints.takeLease('payroll', lease)
  if (record === null) throw new Error('The turn is free')
  let putBack = 0
  const process: Process = {
    change: (ports) => ({
      ...ports,
      putBack: (...args) => {
        putBack++
        return ports.putBack(...args)
      },
    }),
    hasDied: () => false,
  }
  for (let n = 1; n <= 10; n++) world.send('payroll', { webhook: 'wake', at: utc(now - n * hour) })
  await world.run(now + second, process)
  world.publish(came(1, world))
  await world.run(now + 20 * second, process)
  expect(putBack).toBe(0)
  expect(await world.ports.endpoints.release('payroll', 'x', record)).toEqual({ isAskedFor: true })
})

test('an event that comes at the end of another turn is sent after it', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received } = world.receiver('payroll')
  let hasCome = false
  const process: Process = {
    change: (ports) => ({
      ...ports,
      endpoints: {
        ...ports.endpoints,
        release: async (...args) => {
          // The turn has looked already when another run keeps this, and finds the turn taken.
          if (!hasCome) {
            hasCome = true
            const batch = [{ id: 'second', body: JSON.stringify(came(2, world)) }]
            const turn = { owner: 'another', deadline: world.now() + minute }
            const [webhook] = world.webhooks
            if (webhook === undefined) throw new Error('There is no endpoint')
            await handleEndpointBatch(batch, webhook, turn, world.ports, { source: '/test' })
          }
          return ports.endpoints.release(...args)
        },
      },
    }),
    hasDied: () => false,
  }
  world.publish(came(1, world))
  await world.run(world.now() + second, process)
  expect(received).toHaveLength(2)
})

test('an endpoint stays resumed though the run that was asked for it dies', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(410))
  world.publish(came(1, world))
  await world.run(world.now() + minute)
  behaveAs(status(204))
  let hasDied = false
  const dying: Process = {
    change: (ports) => ({
      ...ports,
      deliveries: {
        ...ports.deliveries,
        due: () => {
          hasDied = true
          return Promise.reject(new Error('The process is killed'))
        },
      },
      endpoints: { ...ports.endpoints, release: () => Promise.reject(new Error('killed')) },
    }),
    hasDied: () => false,
  }
  world.send('payroll', { webhook: 'resume' })
  await world.run(world.now() + second, dying)
  expect(hasDied).toBe(true)
  const now = world.now() + endpointTurnSeconds * second
  const found = await world.ports.endpoints.takeLease('payroll', {
    owner: 'x',
    now,
    until: now + 1,
  })
  expect(found?.stopped).toBeNull()
  expect(received).toHaveLength(0)
})

test('a wake that comes before whoever planned it has noted it comes again', async ({ start }) => {
  const world = await start({ name: 'payroll' })
  const { received } = world.receiver('payroll')
  const { endpoints, deliveries } = world.ports
  const [webhook] = world.webhooks
  const now = world.now()
  const lease = { owner: 'x', now, until: now + endpointTurnSeconds * second }
  const record = await endpoints.takeLease('payroll', lease)
  if (record === null || webhook === undefined) throw new Error('The turn is free')
  const delivery = deliveryOf(came(1, world), webhook, 'Europe/London', now)
  if (delivery === null) throw new Error('The endpoint wants all events')
  // The turn has no time left: it plans a wake, which comes before the turn is over.
  await deliveries.accept('payroll', delivery)
  const wakeAt = utc(now + second)
  world.send('payroll', { webhook: 'wake', at: wakeAt })
  await world.run(now + 2 * second)
  await endpoints.release('payroll', 'x', { ...record, wakeAt })
  await world.run(now + minute)
  expect(received).toHaveLength(1)
})

test('an event that came while somebody had the turn who died is sent when what they read comes again', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const { received } = world.receiver('payroll')
  const now = world.now()
  const until = now + endpointTurnSeconds * second
  await world.ports.endpoints.takeLease('payroll', { owner: 'x', now, until })
  world.publish(came(1, world))
  await world.run(until)
  expect(received).toHaveLength(0)
  // A wake that others have superseded meanwhile.
  world.send('payroll', { webhook: 'wake', at: utc(now) })
  await world.run(until + minute)
  expect(received).toHaveLength(1)
})
