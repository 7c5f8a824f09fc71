import { expect } from 'vitest'
import { hour, minute } from '../../lib/attendance/moments.ts'
import { sortable } from '../../lib/store/webhooks/delivery-record.ts'
import { deliveryOf } from '../../lib/webhooks/receiving/delivery-of.ts'
import { waitingUntil } from '../../lib/webhooks/sending/after-attempt.ts'
import { inOrder } from './support/in-order.ts'
import { test } from './support/webhook-test.ts'

test('what is looked at before it is due has waited from then on alone', async ({ start }) => {
  const world = await start({ name: 'ordered', ordered: true })
  const [webhook] = world.webhooks
  if (webhook === undefined) throw new Error('There is no endpoint')
  const now = world.now()
  const delivery = deliveryOf(inOrder(world, 1), webhook, 'UTC', now)
  if (delivery === null) throw new Error('The endpoint does not want it')
  const waiting = waitingUntil(delivery, sortable(now + hour), now)
  expect(waiting.waited).toBe(hour)
  expect(waitingUntil(waiting, sortable(now + hour), now + minute).waited).toBe(hour)
  expect(waitingUntil(waiting, sortable(now + 3 * hour), now + minute).waited).toBe(3 * hour)
  expect(waitingUntil(waiting, sortable(now + 3 * hour), now + 2 * hour).waited).toBe(2 * hour)
})
