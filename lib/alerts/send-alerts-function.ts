import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { second } from '../attendance/moments.ts'
import { awsClientConfig } from '../platform/aws.ts'
import { type Clock, machineMilliseconds, systemClock } from '../platform/clock.ts'
import { createTelemetry, lambda } from '../platform/lambda.ts'
import { createFollowerStore } from '../store/deliveries/followers.ts'
import { createNotificationStore } from '../store/deliveries/notifications.ts'
import { documentClient } from '../store/document-client.ts'
import { connectDeliveries } from './connect.ts'
import type { SendAlertsEnvironment } from './environment.ts'
import { turnSeconds } from './queues.ts'
import { deadLettersThrough } from './receiving/aside.ts'
import { type AlertPorts, handleBatch } from './receiving/handle-batch.ts'
import { wakesThrough } from './receiving/wakes.ts'
import { destinationKey, destinationsOf } from './rules/destinations.ts'
import { retriesThrough } from './sending/retries.ts'
import { englishAlerts } from './wording/en-alerts.ts'

/** How long before its time-out the function begins no further message, in milliseconds. */
const reserve = 15_000
/** Slack is ready again within a second; for a mail's minute the queue waits. */
const patience = 5_000

const receivesOf = ({ attributes }: SQSRecord): number =>
  Number(attributes?.ApproximateReceiveCount ?? 1)

/** Every channel and audience that there is, whether or not a rule goes there. */
const destinationsIn = (environment: SendAlertsEnvironment): Set<string> =>
  new Set(
    destinationsOf({
      slack: environment.CHANNELS,
      email: [
        ...Object.keys(environment.AUDIENCE_TOPICS),
        ...Object.keys(environment.AUDIENCE_ADDRESSES),
      ],
    }).map(destinationKey),
  )

/**
 * The Lambda function `send-alerts`: keeps events waiting for the destinations that rules send
 * them to, and sends what is due. A record that fails goes back to the queue alone.
 * @param clock the clock of everything that is said; leases and pauses go by the machine's
 */
export const sendAlertsFunction = (environment: SendAlertsEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { logger, meter } = telemetry
  const sqs = new SQSClient(awsClientConfig)
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const ports: AlertPorts = {
    ...connectDeliveries(environment, englishAlerts, telemetry),
    now: clock.now,
    wake: wakesThrough(sqs, environment.QUEUE_URL, systemClock.now),
    notifications: createNotificationStore(
      documents,
      environment.DELIVERIES_TABLE,
      systemClock.now,
    ),
    followers: createFollowerStore(documents, environment.DELIVERIES_TABLE, systemClock.now),
    deadLetter: deadLettersThrough(sqs, environment.DEAD_LETTERS_URL),
    machineMilliseconds: (milliseconds) => machineMilliseconds(clock, milliseconds),
    onUnknown: (type) => {
      meter.add('AlertsUnknown', 1)
      logger.warn('Events of an unknown type are not sent', { type })
    },
    onProblem: (what, error) =>
      logger.warn('Comes back to the queue', {
        what,
        problem: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
      }),
  }
  const settings = {
    rules: environment.ALERTS,
    destinations: destinationsIn(environment),
    wording: englishAlerts,
    zone: environment.TIME_ZONE,
    graceMilliseconds: environment.BATCHING_SECONDS * second,
  }
  const retry = retriesThrough(sqs, environment.QUEUE_URL)
  /** Where that cannot be done, they come back when the queue's own time-out is over. */
  const retrySoon = async (failed: readonly SQSRecord[]): Promise<void> => {
    const messages = failed.map((record) => ({
      receiptHandle: record.receiptHandle,
      receives: receivesOf(record),
    }))
    await retry(messages).catch((error) => ports.onProblem('later than could be', error))
  }

  return lambda<SQSEvent, SQSBatchResponse>(telemetry, async ({ Records }, context: Context) => {
    const turn = {
      owner: randomUUID(),
      leaseMilliseconds: turnSeconds.sendAlerts * second,
      deadline: systemClock.now() + Math.max(0, context.getRemainingTimeInMillis() - reserve),
      patience,
    }
    const records = Records.map((record) => ({
      id: record.messageId,
      body: record.body,
      receives: receivesOf(record),
    }))
    const failed = await handleBatch(records, turn, ports, settings)
    await retrySoon(Records.filter(({ messageId }) => failed.has(messageId)))
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) }
  })
}
