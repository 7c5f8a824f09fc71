import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { startEventSource } from '../../../local/lambda/event-source.ts'

let aws: EmbeddedAws
let sqs: SQSClient
let queues = 0

beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  useEmbeddedAws(aws.endpoints, process.env)
  sqs = new SQSClient()
})

afterAll(() => aws.close())

const queueWith = async (bodies: string[]): Promise<string> => {
  queues += 1
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: `q${queues}` }))
  const queueUrl = new URL(new URL(QueueUrl).pathname, aws.endpoints.messaging).href
  for (const body of bodies)
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }))
  return queueUrl
}

const leftIn = async (queueUrl: string): Promise<number> => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
  )
  return (
    Number(Attributes?.['ApproximateNumberOfMessages']) +
    Number(Attributes?.['ApproximateNumberOfMessagesNotVisible'])
  )
}

const noErrors = (error: unknown) => {
  throw error
}

describe('the event source mapping', () => {
  test('invokes with one record at a time and deletes what did not fail', async () => {
    const queueUrl = await queueWith(['a', 'bad', 'c'])
    const bodies: string[] = []
    const { promise: all, resolve } = Promise.withResolvers<void>()
    const source = startEventSource(sqs, {
      queueUrl,
      batchSize: 1,
      concurrency: 2,
      onError: noErrors,
      invoke: async ({ Records }: SQSEvent) => {
        expect(Records.length).toBe(1)
        bodies.push(...Records.map(({ body }) => body))
        if (bodies.length === 3) resolve()
        const failed = Records.filter(({ body }) => body === 'bad')
        return {
          batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
        }
      },
    })
    await all
    await source.stop()

    expect(bodies.toSorted()).toEqual(['a', 'bad', 'c'])
    expect(await leftIn(queueUrl)).toBe(1)
  })

  test('keeps the message of an invocation that throws, and goes on', async () => {
    const queueUrl = await queueWith(['breaks', 'works'])
    const errors: unknown[] = []
    const { promise: worked, resolve } = Promise.withResolvers<void>()
    const source = startEventSource(sqs, {
      queueUrl,
      batchSize: 1,
      concurrency: 1,
      onError: (error) => errors.push(error),
      invoke: async ({ Records: [record] }) => {
        if (record?.body === 'breaks') throw new Error('broken')
        resolve()
        return { batchItemFailures: [] }
      },
    })
    await worked
    await source.stop()

    expect(errors).toEqual([new Error('broken')])
    expect(await leftIn(queueUrl)).toBe(1)
  })

  test('stops at once where the queue is empty', async () => {
    const queueUrl = await queueWith([])
    const invoke = async () => ({ batchItemFailures: [] })
    const options = { queueUrl, batchSize: 1, concurrency: 2, invoke, onError: noErrors }
    const source = startEventSource(sqs, options)
    const before = performance.now()
    await source.stop()
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
