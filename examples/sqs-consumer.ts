import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
// Where the package is installed: 'attendance-events-consumer/ordering' and '…/read'.
import { createOrdering } from '../consumer/src/ordering.ts'
import { readDelivery } from '../consumer/src/read.ts'

/**
 * Acts on every event of a queue once, and on those of one employee in order:
 *
 *   node examples/sqs-consumer.ts <queue URL>
 *
 * What comes too early goes back for a moment. What was not for this queue never comes, so it waits for
 * no more than some tries.
 */

const tooEarlySeconds = 2
const maxTries = 3

const sqs = new SQSClient()
/** In memory here: with a store of its own it would know after a restart what it acted on before. */
const ordering = createOrdering()

class TooEarly extends Error {}

const act = (text: string): void => void process.stdout.write(`${text}\n`)

const take = async ({ Body = '', Attributes }: Message): Promise<void> => {
  const delivery = readDelivery(JSON.parse(Body))
  if (delivery === null) throw new Error('The message is no event')
  // A snapshot says how things stand, to whoever keeps that: there is nothing to act on.
  if (delivery.kind === 'test' || delivery.event.snapshot) return
  const tries = Number(Attributes?.ApproximateReceiveCount)
  await ordering.handle(delivery.event, (_, { kind }) => {
    if (kind === 'ahead' && tries < maxTries) throw new TooEarly()
    // Of a type that came after this was written: nothing to do, but its number is known.
    if (delivery.kind !== 'full') return
    const { type, sequence, data } = delivery.event
    act(`${Number(sequence)} ${type} ${data.employee.givenName}`)
  })
}

const [QueueUrl] = process.argv.slice(2)

for (;;) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  )
  for (const message of Messages) {
    const { ReceiptHandle } = message
    try {
      await take(message)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    } catch (error) {
      // Left in the queue it comes again; what is no event ends in the queue's dead letters. Its error
      // is not told: that of JSON repeats what could not be read.
      if (error instanceof TooEarly)
        await sqs.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl,
            ReceiptHandle,
            VisibilityTimeout: tooEarlySeconds,
          }),
        )
    }
  }
}
