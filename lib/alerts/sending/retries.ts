import { ChangeMessageVisibilityBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { retryAfterSeconds } from '../queues.ts'

/** A message that failed: how to change when it is seen again, and how often it has been. */
export type FailedMessage = { receiptHandle: string; receives: number }

/** SQS changes no more at once. */
const maxBatch = 10

/** How long after its n-th try a message comes back, in seconds. */
export const secondsUntilRetry = (receives: number): number =>
  retryAfterSeconds[Math.max(0, receives - 1)] ?? retryAfterSeconds.at(-1) ?? 0

/**
 * Has messages that failed come back soon the first time, and ever later after that, instead of
 * when the queue's own time-out is over.
 */
export const retriesThrough =
  (sqs: Pick<SQSClient, 'send'>, queueUrl: string) =>
  async (failed: readonly FailedMessage[]): Promise<void> => {
    for (let start = 0; start < failed.length; start += maxBatch)
      await sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queueUrl,
          Entries: failed.slice(start, start + maxBatch).map((message, index) => ({
            Id: String(index),
            ReceiptHandle: message.receiptHandle,
            VisibilityTimeout: secondsUntilRetry(message.receives),
          })),
        }),
      )
  }
