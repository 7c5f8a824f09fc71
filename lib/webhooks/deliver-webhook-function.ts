import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { epochMs } from '../attendance/moments.ts'
import { awsClientConfig } from '../platform/aws.ts'
import { systemClock } from '../platform/clock.ts'
import { createTelemetry, lambda, type Telemetry } from '../platform/lambda.ts'
import { webhookDimension } from '../platform/metric-names.ts'
import { documentClient } from '../store/document-client.ts'
import { createEndpointStore } from '../store/webhooks/endpoint-store.ts'
import { createHoldStore } from '../store/webhooks/hold-store.ts'
import { createWebhookDeliveryStore } from '../store/webhooks/webhook-delivery-store.ts'
import type { DeliverWebhookEnvironment } from './environment.ts'
import { handleEndpointBatch, type WebhookPorts } from './receiving/handle-batch.ts'
import type { TurnReport } from './sending/endpoint-turn.ts'
import { endpointQueues } from './wakes.ts'
import type { Webhook } from './webhook-settings.ts'
import { type IsAllowed, isLoopbackAddress, isPublic } from './wire/addresses.ts'
import { createPoster } from './wire/post.ts'
import { signingKeysFrom } from './wire/signing-keys.ts'

/** How long before its time-out the function begins no request that might last so long, in milliseconds. */
const reserve = 10_000

/** A message of the queue of an endpoint that the settings do not have. */
class UnknownEndpointError extends Error {
  override readonly name = 'UnknownEndpointError'
}

/** How an endpoint is reported to operators: by its name, never where it is or what it was sent. */
const reporting =
  ({ logger, meter }: Telemetry, machineNow: () => number) =>
  (
    webhook: string,
    { delivered, failed, givenUp, reasons, unreadable, failingSince, stopped }: TurnReport,
  ): void => {
    const add = (name: Parameters<typeof meter.addBy>[0], value: number) =>
      meter.addBy(name, webhookDimension, webhook, value)
    if (delivered > 0) add('WebhooksDelivered', delivered)
    if (failed > 0) add('WebhooksFailed', failed)
    if (givenUp > 0) add('WebhooksGivenUp', givenUp)
    const age = failingSince === null ? 0 : (machineNow() - epochMs(failingSince)) / 1_000
    add('WebhookFailingAge', Math.max(0, age))
    add('WebhookStopped', stopped === null ? 0 : 1)
    if (failed > 0 || givenUp > 0)
      logger.warn('An endpoint did not take events', {
        webhook,
        reasons: reasons.join(', '),
        failed,
        givenUp,
        failingSince,
      })
    if (unreadable > 0) {
      meter.add('StateUnreadable', unreadable)
      logger.error('What waits for an endpoint cannot be read', { webhook, count: unreadable })
    }
    if (stopped !== null) logger.error('An endpoint is stopped', { webhook, ...stopped })
  }

/** The endpoint whose queue it is, by the end of that queue's ARN. */
const endpointOf = (
  queueArn: string,
  { QUEUE_URL_PREFIX, WEBHOOKS }: DeliverWebhookEnvironment,
): Webhook => {
  const queue = queueArn.split(':').at(-1) ?? ''
  const prefix = QUEUE_URL_PREFIX.split('/').at(-1) ?? ''
  const found = WEBHOOKS.find(({ name }) => queue === `${prefix}${name}`)
  if (found === undefined) throw new UnknownEndpointError('The settings have no such endpoint')
  return found
}

/**
 * The Lambda function `deliver-webhook`: keeps events for the endpoints of outside systems, and posts
 * what is due there. A record that fails goes back to its queue alone.
 */
export const deliverWebhookFunction = (environment: DeliverWebhookEnvironment) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { logger, meter } = telemetry
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const table = environment.DELIVERIES_TABLE
  const { now } = systemClock
  const isLoopbackAllowed = environment.LOOPBACK === 'allowed'
  const isAllowed: IsAllowed = (address) =>
    isPublic(address) || (isLoopbackAllowed && isLoopbackAddress(address))
  const ports: Omit<WebhookPorts, 'post'> = {
    deliveries: createWebhookDeliveryStore(documents, table, now, (webhook, count) => {
      meter.add('StateUnreadable', count)
      logger.error('What waits for an endpoint cannot be read', { webhook, count })
    }),
    endpoints: createEndpointStore(documents, table),
    holds: createHoldStore(documents, table, now),
    keysOf: signingKeysFrom(environment.WEBHOOKS_SECRET, (webhook) =>
      logger.error('One of two signing keys of an endpoint is not usable', { webhook }),
    ),
    ...endpointQueues(new SQSClient(awsClientConfig), environment.QUEUE_URL_PREFIX, now),
    machineNow: now,
    zone: environment.TIME_ZONE,
    random: Math.random,
    onTurn: reporting(telemetry, now),
    onProblem: (what, error) =>
      logger.warn('Comes back to the queue', {
        what,
        problem: error instanceof Error ? error.name : 'unknown',
      }),
  }
  const settings = { source: environment.SOURCE }

  return lambda<SQSEvent, SQSBatchResponse>(telemetry, async ({ Records }, context: Context) => {
    const turn = {
      owner: randomUUID(),
      deadline: now() + Math.max(0, context.getRemainingTimeInMillis() - reserve),
    }
    const failed = new Set<string>()
    const { post, rest } = createPoster({ isAllowed })
    try {
      // One event source is one queue; a test may send several at once.
      for (const [queueArn, records] of Map.groupBy(Records, (each) => each.eventSourceARN)) {
        const batch = records.map(({ messageId, body }) => ({ id: messageId, body }))
        const webhook = endpointOf(queueArn, environment)
        const all = { ...ports, post }
        for (const id of await handleEndpointBatch(batch, webhook, turn, all, settings))
          failed.add(id)
      }
    } finally {
      rest()
    }
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  })
}
