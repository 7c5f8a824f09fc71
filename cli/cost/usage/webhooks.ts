import { assumptions, gigabytes } from '../assumptions.ts'
import type { Workload } from '../workload.ts'
import type { MonthlyUse } from './usage.ts'

/** What endpoints of other systems use. */
export const webhooksUsage = ({ deliveries, deliveriesInOrder }: Workload): MonthlyUse => ({
  'Lambda, arm64, GB-second':
    deliveries * assumptions.secondsPerDelivery * assumptions.functionGigabytes.deliverWebhook,
  'Lambda, request': deliveries,
  // What is due at an endpoint is looked up consistently, before and after; in order, what has come meanwhile, too.
  'DynamoDB, read request unit': deliveries * 3 + deliveriesInOrder,
  // It is kept for its endpoint, marked as due, settled without its contents, and marked no more;
  // the endpoint is leased.
  'DynamoDB, write request unit': deliveries * (assumptions.eventKilobytes + 3 + 2),
  'DynamoDB, GB-month stored': gigabytes(deliveries * assumptions.deliveryKilobytes),
  'SQS, request': deliveries * 3,
})
