import {
  GetQueueUrlCommand,
  type SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { Message } from '../../ports/topic.ts'
import type { Faults } from '../faults.ts'
import type { Process } from '../process.ts'

/** Where queues are. */
export const queueUrlPrefix = 'https://queues.example.org/'

type Options = {
  faults: Faults
  /** Takes a message for the queue of an endpoint, or of somebody else where there is none of that name. */
  put: (name: string, message: Message) => void
}

const messageIn = ({ MessageBody = '', MessageAttributes = {} }: SendMessageBatchRequestEntry) => ({
  body: MessageBody,
  attributes: Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [name, StringValue]),
  ),
})

/** A client of SQS in memory, that takes batches, sometimes in part. */
export const replayQueues = (process: Process, { faults, put }: Options): SQSClient => {
  const sendBatch = ({ input }: SendMessageBatchCommand) =>
    process.effect('queue', 'send again', () => {
      const name = (input.QueueUrl ?? '').slice(queueUrlPrefix.length)
      const Failed = []
      for (const entry of input.Entries ?? []) {
        if (faults.strikes('partial-batch', 0.02)) {
          process.disturb()
          Failed.push({ Id: entry.Id, Code: 'InternalError', SenderFault: false })
        } else put(name, messageIn(entry))
      }
      return { Successful: [], Failed, $metadata: {} }
    })
  const send = async (command: GetQueueUrlCommand | SendMessageBatchCommand): Promise<unknown> =>
    command instanceof GetQueueUrlCommand
      ? { QueueUrl: `${queueUrlPrefix}${command.input.QueueName}` }
      : sendBatch(command)
  return { send } as unknown as SQSClient
}
