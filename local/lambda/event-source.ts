import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Running } from './schedule.ts'

/** A queue whose messages a function is invoked with. */
export type EventSource = {
  queueUrl: string
  batchSize: number
  /** Invocations at the same time. */
  concurrency: number
  invoke: (event: SQSEvent) => Promise<SQSBatchResponse>
  /** Told of invocations and of calls to SQS that failed; the mapping goes on. */
  onError: (error: unknown) => void
}

/** The longest that SQS lets a receiver wait, in seconds. */
const longPollSeconds = 20
/** How long to wait before asking again a queue that cannot be asked, in milliseconds. */
const pause = 500

const recordOf = (queueUrl: string, message: Message): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: '1',
    ApproximateFirstReceiveTimestamp: '0',
    SenderId: '',
    SentTimestamp: '0',
    ...message.Attributes,
  },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${queueUrl.split('/').at(-1)}`,
  awsRegion: 'eu-west-1',
})

const remove = async (sqs: SQSClient, queueUrl: string, records: SQSRecord[]): Promise<void> => {
  if (records.length === 0) return
  await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: records.map(({ receiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
      })),
    }),
  )
}

/** One batch: what the function reports as failed stays, to be seen again or to die. */
const handleBatch = async (
  sqs: SQSClient,
  { queueUrl, batchSize, invoke }: EventSource,
  abortSignal: AbortSignal,
): Promise<void> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: batchSize,
      WaitTimeSeconds: longPollSeconds,
      MessageSystemAttributeNames: ['All'],
    }),
    { abortSignal },
  )
  if (Messages.length === 0) return
  const records = Messages.map((message) => recordOf(queueUrl, message))
  const { batchItemFailures } = await invoke({ Records: records })
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  await remove(
    sqs,
    queueUrl,
    records.filter(({ messageId }) => !failed.has(messageId)),
  )
}

/** Lambda's event source mapping for SQS: receives, invokes, deletes what succeeded. */
export const startEventSource = (sqs: SQSClient, source: EventSource): Running => {
  const stopping = new AbortController()
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await handleBatch(sqs, source, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        source.onError(error)
        await delay(pause)
      }
    }
  }
  const workers = Array.from({ length: source.concurrency }, work)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(workers)
    },
  }
}
