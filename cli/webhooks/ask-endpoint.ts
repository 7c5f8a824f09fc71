import {
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { Names } from '../../infra/names.ts'
import type { EndpointRecord } from '../../lib/store/webhooks/endpoint-record.ts'
import { webhookQueueName } from '../../lib/webhooks/queues.ts'
import type { WebhookMessage } from '../../lib/webhooks/receiving/queue-message.ts'
import { OperatorError } from '../or-one-line.ts'

const queueUrl = async (sqs: SQSClient, names: Names, webhook: string): Promise<string> => {
  const QueueName = names.named(webhookQueueName(webhook))
  try {
    const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName }))
    return QueueUrl
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error
    throw new OperatorError(
      `${QueueName} is not deployed: deploy the environment with this webhook first`,
    )
  }
}

/**
 * Checks that what is asked of an endpoint will happen.
 * @param stopped why it is stopped; null where it is not
 * @param resume the command that lets it go on
 * @throws {OperatorError} where a test would wait, or there is nothing to resume
 */
export const checkRequest = (
  what: 'test' | 'resume',
  webhook: string,
  stopped: EndpointRecord['stopped'],
  resume: string,
): void => {
  if (what === 'test' && stopped !== null)
    throw new OperatorError(
      `${webhook} is stopped (${stopped.reason}), and would not be sent it: \`${resume}\` lets it go on`,
    )
  if (what === 'resume' && stopped === null)
    throw new OperatorError(
      `${webhook} is not stopped: what waits there is sent when its next try is due`,
    )
}

/**
 * Asks `deliver-webhook` for something at one endpoint: a test event, or to go on where it is
 * stopped. It is done within seconds.
 * @throws {OperatorError} where the endpoint is not deployed
 */
export const askEndpoint = async (
  sqs: SQSClient,
  names: Names,
  webhook: string,
  what: 'test' | 'resume',
): Promise<void> => {
  const message: WebhookMessage = { webhook: what }
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: await queueUrl(sqs, names, webhook),
      MessageBody: JSON.stringify(message),
    }),
  )
}
