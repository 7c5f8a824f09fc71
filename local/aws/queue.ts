import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { alertQueue } from '../../lib/alerts/queues.ts'
import type { pollQueue } from '../../lib/polling/queues.ts'
import type { webhookQueue } from '../../lib/webhooks/queues.ts'

/** A client of the embedded SQS, and where that listens. */
export type Queues = { sqs: SQSClient; endpoint: string }

/**
 * Creates a queue, or gives one from an earlier run the attributes it has now. SDK clients send to
 * the host in a queue's URL, and some engines give a name that not every machine resolves: the
 * engine's address takes that place.
 */
export const createQueue = async (
  { sqs, endpoint }: Queues,
  name: string,
  attributes: Record<string, string>,
): Promise<{ url: string; arn: string }> => {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }))
  const url = new URL(new URL(QueueUrl).pathname, endpoint).href
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }))
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
  )
  return { url, arn: Attributes?.['QueueArn'] ?? '' }
}

/** A queue as it is defined for the deployed stack, with its dead-letter queue. */
export const createGuardedQueue = async (
  queues: Queues,
  name: string,
  guarded: typeof pollQueue | typeof alertQueue | typeof webhookQueue,
): Promise<{ url: string; arn: string; deadLettersUrl: string }> => {
  const deadLetters = await createQueue(queues, `${name}-dead-letters`, {
    MessageRetentionPeriod: String(guarded.deadLetterRetentionSeconds),
  })
  const { maxReceiveCount, retentionSeconds, visibilityTimeoutSeconds } = guarded
  const queue = await createQueue(queues, name, {
    VisibilityTimeout: String(visibilityTimeoutSeconds),
    MessageRetentionPeriod: String(retentionSeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount }),
  })
  return { ...queue, deadLettersUrl: deadLetters.url }
}
