import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { asMessage } from '../../lib/attendance/events/outbox.ts'
import { hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { handleEndpointBatch } from '../../lib/webhooks/receiving/handle-batch.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

test('an event of which the table could not note when it is due next is tried then, and its endpoint fails on', async ({
  start,
  engines,
}) => {
  const world = await start({ name: 'payroll' })
  const { refused, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  world.publish(aClockIn(1, utc(world.now())))
  await world.run(world.now() + minute)
  expect(refused).toHaveLength(2)
  let failures = 1
  const { middlewareStack } = engines.documents
  const name = 'no room for what is due'
  middlewareStack.add(
    (next) => (args) => {
      const { Item } = args.input as { Item?: { pk?: unknown } }
      const isMark = String(Item?.pk).startsWith('DUE#')
      if (isMark && failures-- > 0) throw new Error('ProvisionedThroughputExceededException')
      return next(args)
    },
    { name, step: 'initialize' },
  )
  onTestFinished(() => {
    middlewareStack.remove(name)
  })
  // The third try is the last of which something is noted halfway, the fourth is half an hour later.
  const third = world.now() + 4 * minute + 10 * second
  await world.run(third)
  expect([refused.length, failures]).toEqual([3, 0])
  await world.run(third + 20 * minute)
  expect(world.reports.get('payroll')?.failingSince).toMatch(/^2026-11-20T09:00:0/)
  await world.run(third + 45 * minute)
  expect(refused).toHaveLength(4)
})

test('nothing is posted beside its own retry where the table fails: a turn ends once all its posts have', async ({
  start,
}) => {
  const world = await start({ name: 'payroll' })
  const { ports } = world
  let begun = 0
  let underWay = 0
  const failing: typeof ports = {
    ...ports,
    deliveries: {
      ...ports.deliveries,
      settle: () => Promise.reject(new Error('ProvisionedThroughputExceededException')),
    },
    post: async (...args) => {
      // The first is answered long before the others.
      const isFirst = ++begun === 1
      underWay++
      try {
        const answer = await ports.post(...args)
        if (!isFirst) await setTimeout(100)
        return answer
      } finally {
        underWay--
      }
    },
  }
  const records = Array.from({ length: 12 }, (_, n) => ({
    id: String(n),
    body: asMessage(aClockIn(n + 1, utc(world.now()))),
  }))
  const turn = { owner: 'one', deadline: world.now() + hour }
  const [webhook] = world.webhooks
  if (webhook === undefined) throw new Error('There is no endpoint')
  const failed = await handleEndpointBatch(records, webhook, turn, failing, { source: '/test' })
  expect([failed.size, underWay]).toEqual([12, 0])
  // Eight at once; after the failure no other is begun.
  expect(begun).toBe(8)
  await setTimeout(300)
  expect(begun).toBe(8)
})
