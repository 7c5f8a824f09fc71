import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { Running } from '../lambda/schedule.ts'

export type SubscriberOptions = {
  queueUrl: string
  /**
   * Takes a message exactly as it was published; it is removed from the queue once that is done,
   * and comes again where it fails.
   */
  take: (message: string) => void | Promise<void>
  onError: (error: unknown) => void
}

/** The most that one call gives, and how long it waits for the first, in seconds. */
const batchSize = 10
const waitSeconds = 1
/** How long to wait before asking again a queue that cannot be asked, in milliseconds. */
const pause = 500

const receive = async (sqs: SQSClient, queueUrl: string, wait: number): Promise<Message[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: batchSize,
      WaitTimeSeconds: wait,
    }),
  )
  return Messages
}

const remove = (sqs: SQSClient, queueUrl: string, messages: Message[]): Promise<unknown> =>
  sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    }),
  )

/**
 * A subscriber of the topic as anybody might write one: receives from its queue, takes,
 * deletes. Stopping takes what is left in the queue.
 */
export const startSubscriber = (
  sqs: SQSClient,
  { queueUrl, take, onError }: SubscriberOptions,
): Running => {
  let isStopping = false
  const handleSome = async (wait: number): Promise<number> => {
    const messages = await receive(sqs, queueUrl, wait)
    await Promise.all(messages.map(async ({ Body }) => take(Body ?? '')))
    if (messages.length > 0) await remove(sqs, queueUrl, messages)
    return messages.length
  }
  const work = async (): Promise<void> => {
    while (!isStopping) {
      try {
        await handleSome(waitSeconds)
      } catch (error) {
        onError(error)
        await delay(pause)
      }
    }
    while ((await handleSome(0)) > 0);
  }
  const working = work().catch(onError)
  return {
    stop: async () => {
      isStopping = true
      await working
    },
  }
}
