import { readEnvironment } from '../lib/platform/environment.ts'
import { deliverWebhookFunction } from '../lib/webhooks/deliver-webhook-function.ts'
import { DeliverWebhookEnvironment } from '../lib/webhooks/environment.ts'

export const handler = deliverWebhookFunction(
  readEnvironment(DeliverWebhookEnvironment, process.env),
)
