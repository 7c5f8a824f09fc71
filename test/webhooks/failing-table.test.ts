import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asMessage } from '../../lib/attendance/events/outbox.ts'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { handleEndpointBatch } from '../../lib/webhooks/receiving/handle-batch.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { test } from './support/webhook-test.ts'

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
