import { SendMessageBatchCommand, type SendMessageBatchCommandOutput } from '@aws-sdk/client-sqs'
import { type DelayedTick, writeTick } from './tick.ts'

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

/** Sends one batch. @returns why some of it was not sent, one reason for each tick */
const failuresOf = async (
  sqs: BatchSender,
  queueUrl: string,
  batch: DelayedTick[],
): Promise<string[]> => {
  const Entries = batch.map((tick, index) => ({
    Id: String(index),
    MessageBody: writeTick(tick),
    DelaySeconds: tick.delaySeconds,
  }))
  try {
    const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries })
    const { Failed = [] } = await sqs.send(command)
    return Failed.map(({ Code }) => Code ?? 'unknown')
  } catch (error) {
    return batch.map(() => (error instanceof Error ? error.name : 'unknown'))
  }
}

/**
 * Sends ticks to a queue, each with its delay.
 * @throws {TicksNotSentError} from the returned function, after all batches were tried
 */
export const sendTicks =
  (sqs: BatchSender, queueUrl: string) =>
  async (ticks: DelayedTick[]): Promise<void> => {
    const failures: string[] = []
    for (const batch of batchesOf(ticks)) failures.push(...(await failuresOf(sqs, queueUrl, batch)))
    if (failures.length === 0) return
    const reasons = [...new Set(failures)].join(', ')
    throw new TicksNotSentError(
      `${failures.length} of ${ticks.length} ticks were not sent (${reasons})`,
    )
  }
