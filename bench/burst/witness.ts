import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { toldBy } from '../measuring/told.ts'

/** An event that SNS took: which change it tells, and when that was, in epoch milliseconds. */
export type Witnessed = { key: string; at: number }

/** SQS gives no more at once. */
const most = 10
/** How long to wait where there was nothing, in milliseconds. */
const pause = 500

/**
 * Takes everything that comes from the topic, each once, with the moment at which SNS handed it on.
 * @returns what came until now, and how to end
 */
export const startWitness = (sqs: SQSClient, queueUrl: string) => {
  const witnessed = new Map<string, Witnessed>()
  let isStopping = false

  const takeSome = async (): Promise<number> => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: most,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    )
    for (const { MessageId = '', Body = '', Attributes } of Messages) {
      const at = Number(Attributes?.SentTimestamp)
      witnessed.set(MessageId, { key: toldBy({ message: Body, at }).key, at })
    }
    if (Messages.length === 0) return 0
    const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }))
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
    return Messages.length
  }

  const work = async (): Promise<void> => {
    while (!isStopping) if ((await takeSome()) === 0) await delay(pause)
  }
  const working = work()
  return {
    witnessed: (): Witnessed[] => [...witnessed.values()],
    stop: async (): Promise<void> => {
      isStopping = true
      await working
    },
  }
}
