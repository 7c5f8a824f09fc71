import { SNSClient } from '@aws-sdk/client-sns'
import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishToFifoTopic } from '../../lib/publishing/fifo-topic.ts'
import type { Publish } from '../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../lib/publishing/publish-and-hand-on.ts'
import { publisherFor } from '../../lib/publishing/publisher.ts'
import { anEntry, anId } from '../harness/builders.ts'
import { aPublication } from '../harness/publication.ts'

const local = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
}
let server: FauxqsServer
let made = 0

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false })
})
afterAll(() => server.stop())

/** Of one employee. */
const entries = [1, 2, 3].map((n) =>
  anEntry(n, { attributes: { type: 'attendance.clocked-in', employeeId: anId(1) } }),
)
const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => anEntry(n).id))

/** A standard and a FIFO topic, each with a queue of everything that it passes on. */
const twoTopics = () => {
  const name = `events-${++made}`
  const { region } = local
  const attributes = { RawMessageDelivery: 'true' }
  const { topicArn } = server.createTopic(name, { region })
  const { queueUrl } = server.createQueue(name, { region })
  server.subscribe({ topic: name, queue: name, region, attributes })
  const fifo = `${name}.fifo`
  const ofFifo = server.createTopic(fifo, { region, attributes: { FifoTopic: 'true' } })
  const fifoQueue = server.createQueue(fifo, { region, attributes: { FifoQueue: 'true' } })
  server.subscribe({ topic: fifo, queue: fifo, region, attributes })
  return { topicArn, queueUrl, fifoTopicArn: ofFifo.topicArn, fifoQueueUrl: fifoQueue.queueUrl }
}

/** Everything in a queue; a FIFO queue gives the next of a group once one is deleted. */
const received = async (QueueUrl: string): Promise<Message[]> => {
  const sqs = new SQSClient({ ...local, endpoint: server.address })
  const all: Message[] = []
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['All'] }),
    )
    if (Messages.length === 0) return all
    for (const { ReceiptHandle } of Messages)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    all.push(...Messages)
  }
}

const sns = () => new SNSClient({ ...local, endpoint: server.address })

test('publishes to both topics, with employee and event id as group and deduplication id', async () => {
  const { topicArn, fifoTopicArn, queueUrl, fifoQueueUrl } = twoTopics()
  const publication = await publisherFor(sns(), { topicArn, fifoTopicArn })(entries)
  expect(publication).toEqual({ acknowledged: idsOf(1, 2, 3), failures: new Map() })
  expect((await received(queueUrl)).length).toBe(3)
  const inOrder = await received(fifoQueueUrl)
  expect(inOrder.map(({ Body }) => Body)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
  expect(inOrder[1]?.Attributes).toMatchObject({
    MessageGroupId: anId(1),
    MessageDeduplicationId: anEntry(2).id,
  })
})

test('publishes a repeat to the FIFO topic once', async () => {
  const { fifoTopicArn, fifoQueueUrl } = twoTopics()
  const publish = publishToFifoTopic(sns(), fifoTopicArn)
  await publish(entries)
  await publish(entries)
  expect((await received(fifoQueueUrl)).length).toBe(3)
})

test('publishes to one topic where there is no FIFO topic', async () => {
  const { topicArn, queueUrl } = twoTopics()
  const publication = await publisherFor(sns(), { topicArn, fifoTopicArn: undefined })(entries)
  expect(publication).toEqual({ acknowledged: idsOf(1, 2, 3), failures: new Map() })
  expect((await received(queueUrl)).length).toBe(3)
})

test('counts no event as acknowledged that the FIFO topic did not take', async () => {
  const { topicArn, fifoTopicArn } = twoTopics()
  const missing = `${fifoTopicArn.slice(0, -'.fifo'.length)}-missing.fifo`
  const { acknowledged, failures } = await publisherFor(sns(), {
    topicArn,
    fifoTopicArn: missing,
  })(entries)
  expect(acknowledged).toEqual(new Set())
  expect(failures).toEqual(new Map([[anEntry(1).id, 'NotFoundException']]))
})

const taking =
  (taken: ReadonlySet<string>, seen: string[]): Publish =>
  async (offered) => {
    seen.push(...offered.map(({ id }) => id))
    return aPublication(offered, (id) => taken.has(id))
  }

test('passes to the FIFO topic only what came before the first event that failed', async () => {
  const offered: string[] = []
  const publish = publishAndHandOn(taking(idsOf(1, 3), []), taking(idsOf(1, 2, 3), offered))
  expect(await publish(entries)).toEqual({
    acknowledged: idsOf(1),
    failures: new Map([[anEntry(2).id, 'InternalError']]),
  })
  expect(offered).toEqual([anEntry(1).id])
})

test('what failed of one employee holds up nobody else, on either topic', async () => {
  const offered: string[] = []
  const ofOther = [4, 5].map((n) =>
    anEntry(n, { attributes: { type: 'attendance.clocked-in', employeeId: anId(2) } }),
  )
  const [first, ...rest] = entries
  const mixed = [...(first ? [first] : []), ...ofOther, ...rest]
  const publish = publishAndHandOn(taking(idsOf(1, 3, 4, 5), []), taking(idsOf(1, 4, 5), offered))
  expect((await publish(mixed)).acknowledged).toEqual(idsOf(1, 4, 5))
  expect(offered).toEqual([1, 4, 5].map((n) => anEntry(n).id))
})

test('of an employee nothing goes to the FIFO topic after what it did not take', async () => {
  const { fifoTopicArn, fifoQueueUrl } = twoTopics()
  const tooLong = { ...anEntry(2), message: 'x'.repeat(300_000) }
  const of = (employee: number, n: number) => ({
    ...(n === 2 ? tooLong : anEntry(n)),
    attributes: { type: 'attendance.clocked-in', employeeId: anId(employee) },
  })
  const publish = publishToFifoTopic(sns(), fifoTopicArn)
  const publication = await publish([of(1, 1), of(1, 2), of(2, 4), of(1, 3), of(2, 5)])
  expect(publication.acknowledged).toEqual(idsOf(1, 4, 5))
  expect([...publication.failures.keys()]).toEqual([tooLong.id])
  expect((await received(fifoQueueUrl)).length).toBe(3)
})
