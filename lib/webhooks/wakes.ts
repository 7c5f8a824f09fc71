import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { inMessage } from '../attendance/events/outbox.ts'
import { second, utc } from '../attendance/moments.ts'
import { replayMessage } from '../routing/event-message.ts'
import type { DeliveryRecord } from '../store/webhooks/delivery-record.ts'
import type { WebhookMessage } from './receiving/queue-message.ts'

/** SQS holds a message back for no longer, in seconds. A wake that comes early is sent on. */
const maxDelaySeconds = 900

/** The queues of the endpoints, each with its dead letters, by the names of the endpoints. */
export const endpointQueues = (
  sqs: Pick<SQSClient, 'send'>,
  queueUrlPrefix: string,
  machineNow: () => number,
) => {
  const send = async (webhook: string, message: WebhookMessage, seconds: number) => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${queueUrlPrefix}${webhook}`,
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.min(Math.max(0, Math.ceil(seconds)), maxDelaySeconds),
      }),
    )
  }
  return {
    /** Has an endpoint looked at, no earlier than a moment by the machine's clock. */
    wake: (webhook: string, at: number) =>
      send(webhook, { webhook: 'wake', at: utc(at) }, (at - machineNow()) / second),
    /** Puts a message on an endpoint's queue, to come after so many seconds. */
    putBack: (webhook: string, message: WebhookMessage, seconds: number) =>
      send(webhook, message, seconds),
    /** Keeps an event that was given up for a person to look at, who may move it back. */
    deadLetter: async (webhook: string, { event, replayed }: DeliveryRecord): Promise<void> => {
      if (event === null) return
      const QueueUrl = `${queueUrlPrefix}${webhook}-dead-letters`
      const letter = inMessage(event)
      const MessageBody = replayed === true ? replayMessage(letter) : letter
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    },
  }
}
