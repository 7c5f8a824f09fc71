import type { PublishBatchCommand, PublishBatchCommandOutput } from '@aws-sdk/client-sns'
import type { Effect } from '../system/process.ts'

/** A message as a subscriber gets it. */
export type Message = { body: string; attributes: Record<string, string> }

/** The limits of one `PublishBatch`. */
const maxEntries = 10
const maxBytes = 256 * 1_024

type Options = {
  /** Whether the topic takes an entry. */
  isTaken: (body: string) => boolean
  deliver: (message: Message) => void
}

/** An SNS client for one topic, in memory: batches may be taken in part. */
export const memoryTopic = (effect: Effect, { isTaken, deliver }: Options) => ({
  send: ({ input }: PublishBatchCommand): Promise<PublishBatchCommandOutput> =>
    effect('topic', 'publish', () => {
      const entries = input.PublishBatchRequestEntries ?? []
      if (entries.length === 0) throw new Error('EmptyBatchRequest')
      if (entries.length > maxEntries) throw new Error('TooManyEntriesInBatchRequest')
      const bytes = entries.reduce((sum, { Message = '' }) => sum + Buffer.byteLength(Message), 0)
      if (bytes > maxBytes) throw new Error('BatchRequestTooLong')
      const output: PublishBatchCommandOutput = { Successful: [], Failed: [], $metadata: {} }
      for (const { Id, Message = '', MessageAttributes = {} } of entries) {
        if (!isTaken(Message)) {
          output.Failed?.push({ Id, Code: 'InternalError', SenderFault: false })
          continue
        }
        const attributes = Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [
          name,
          StringValue,
        ])
        deliver({ body: Message, attributes: Object.fromEntries(attributes) })
        output.Successful?.push({ Id, MessageId: Id })
      }
      return output
    }),
})
