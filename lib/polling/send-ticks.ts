import { SendMessageBatchCommand, type SendMessageBatchCommandOutput } from '@aws-sdk/client-sqs'
import type { PollTick } from './dispatch-polls.ts'

/** What sending ticks needs of an SQS client. */
export type BatchSender = {
  send: (command: SendMessageBatchCommand) => Promise<Pick<SendMessageBatchCommandOutput, 'Failed'>>
}

/** The limit of one `SendMessageBatch`. */
const maxEntries = 10

/** Ticks that SQS did not take. */
export class TicksNotSentError extends Error {
  override readonly name = 'TicksNotSentError'
}

const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxEntries) }, (_, n) =>
    all.slice(n * maxEntries, (n + 1) * maxEntries),
  )

/**
 * Sends ticks to a queue, each with its delay.
 * @throws {TicksNotSentError} from the returned function, after all batches were tried
 */
export const sendTicks =
  (sqs: BatchSender, queueUrl: string) =>
  async (ticks: PollTick[]): Promise<void> => {
    let failed = 0
    for (const batch of batchesOf(ticks)) {
      const { Failed = [] } = await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: batch.map(({ shardId, delaySeconds }, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ shardId }),
            DelaySeconds: delaySeconds,
          })),
        }),
      )
      failed += Failed.length
    }
    if (failed > 0) throw new TicksNotSentError(`${failed} of ${ticks.length} ticks were not sent`)
  }
