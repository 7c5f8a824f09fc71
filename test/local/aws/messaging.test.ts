import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SNSClient } from '@aws-sdk/client-sns'
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import type { Engine } from '../../../local/aws/dynamodb.ts'
import { startMessaging } from '../../../local/aws/messaging.ts'
import { createQueue } from '../../../local/aws/queue.ts'
import { createEventTopic, subscribeQueue } from '../../../local/aws/topic.ts'

let folder: string
let engine: Engine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-'))
  engine = await startMessaging(folder)
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const clients = () => {
  const options = {
    endpoint: engine.endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }
  return { sns: new SNSClient(options), sqs: new SQSClient(options) }
}

/** A topic with a queue that gets events of one type. */
const wire = async (type: string) => {
  const { sns, sqs } = clients()
  const topicArn = await createEventTopic(sns, 'events')
  const queue = await createQueue({ sqs, endpoint: engine.endpoint }, 'reader', {
    VisibilityTimeout: '1',
  })
  await subscribeQueue(sns, topicArn, queue.arn, { type: [type] })
  const publish = publishToTopic(sns, topicArn)
  const receive = async () => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queue.url, WaitTimeSeconds: 2 }),
    )
    return Messages.map(({ Body }) => Body)
  }
  return { publish, receive }
}

const restart = async (): Promise<void> => {
  await engine.close()
  engine = await startMessaging(folder, Number(new URL(engine.endpoint).port))
}

const event = (type: string) => ({ id: type, message: `{"is":"${type}"}`, attributes: { type } })

describe('SNS and SQS in a folder', () => {
  test('keep what was received and not removed, and where it goes, over a restart', async () => {
    const before = await wire('a')
    await before.publish([event('a'), event('b')])
    expect(await before.receive()).toEqual(['{"is":"a"}'])
    await restart()

    expect(await before.receive()).toEqual(['{"is":"a"}'])
  })

  test('take up what is wanted now, where an earlier run wanted something else', async () => {
    await wire('a')
    await restart()
    const after = await wire('b')
    await after.publish([event('a'), event('b')])

    expect(await after.receive()).toEqual(['{"is":"b"}'])
  })

  test('gives queues the address at which it listens, those of an earlier run too', async () => {
    const urlOf = async () => {
      const { sqs } = clients()
      return (await sqs.send(new CreateQueueCommand({ QueueName: 'mine' }))).QueueUrl
    }
    expect(await urlOf()).toBe(`${engine.endpoint}/000000000000/mine`)
    await engine.close()
    engine = await startMessaging(folder)
    expect(await urlOf()).toBe(`${engine.endpoint}/000000000000/mine`)
    const { sqs } = clients()
    await sqs.send(new SendMessageCommand({ QueueUrl: await urlOf(), MessageBody: 'x' }))
  })
})
