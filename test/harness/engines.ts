import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { startDynamoDb } from '../../local/aws/dynamodb.ts'
import { startMessaging } from '../../local/aws/messaging.ts'
import { createQueue } from '../../local/aws/queue.ts'
import { createTable } from '../../local/aws/tables.ts'
import { createEventTopic, subscribeQueue } from '../../local/aws/topic.ts'
import { inProcess } from './in-process.ts'

const local = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  // A connection may have idled away while a test computed.
  maxAttempts: 2,
}

/**
 * The embedded DynamoDB, SNS and SQS, reached through the real clients. Those of the functions, which
 * make their own, reach DynamoDB over HTTP as well.
 */
export const startEngines = async () => {
  const database = await startDynamoDb(null)
  const messaging = await startMessaging(null)
  const dynamo = new DynamoDBClient({
    ...local,
    endpoint: database.endpoint,
    ...inProcess(database.server),
  })
  const sns = new SNSClient({ ...local, endpoint: messaging.endpoint })
  const sqs = new SQSClient({ ...local, endpoint: messaging.endpoint })
  const queues = { sqs, endpoint: messaging.endpoint }
  let made = 0

  /** As on AWS, a table is there a moment after it was created. */
  const createUsableTable = async (name: string): Promise<void> => {
    await createTable(dynamo, name)
    const describe = new DescribeTableCommand({ TableName: name })
    while ((await dynamo.send(describe)).Table?.TableStatus !== 'ACTIVE');
  }

  return {
    dynamo,
    sns,
    sqs,

    /** What points the clients of the functions here: they read it when they are made. */
    environment: {
      AWS_REGION: local.region,
      AWS_ACCESS_KEY_ID: local.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: local.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ENDPOINT_URL_SNS: messaging.endpoint,
      AWS_ENDPOINT_URL_SQS: messaging.endpoint,
    },

    queues,
    /** A table with the keys that all tables have. */
    createTable: createUsableTable,

    /** A table, a topic, and a queue that is subscribed to it, all of their own. */
    createResources: async () => {
      const name = `test-${++made}`
      await createUsableTable(name)
      const topicArn = await createEventTopic(sns, name)
      const queue = await createQueue(queues, name, {})
      await subscribeQueue(sns, topicArn, queue.arn)
      return { tableName: name, topicArn, queueUrl: queue.url }
    },

    documents: documentClient(dynamo),

    /** Takes every message out of a queue: the events as published, and their attributes. */
    drain: async (queueUrl: string) => {
      const drained: { event: AttendanceEvent; attributes: Record<string, string | undefined> }[] =
        []
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: 10,
            MessageAttributeNames: ['All'],
          }),
        )
        if (Messages.length === 0) return drained
        for (const { Body = '', MessageAttributes = {} } of Messages)
          drained.push({
            event: JSON.parse(Body),
            attributes: Object.fromEntries(
              Object.entries(MessageAttributes).map(([name, { StringValue }]) => [
                name,
                StringValue,
              ]),
            ),
          })
        await sqs.send(
          new DeleteMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: Messages.map(({ ReceiptHandle }, index) => ({
              Id: String(index),
              ReceiptHandle,
            })),
          }),
        )
      }
    },

    /** Takes every message out of a queue, as it is. */
    drainBodies: async (queueUrl: string): Promise<string[]> => {
      const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 })
      const bodies: string[] = []
      for (;;) {
        const { Messages = [] } = await sqs.send(receive)
        if (Messages.length === 0) return bodies
        bodies.push(...Messages.map(({ Body = '' }) => Body))
      }
    },

    close: async () => {
      for (const client of [dynamo, sns, sqs]) client.destroy()
      await Promise.all([messaging.close(), database.close()])
    },
  }
}
export type Engines = Awaited<ReturnType<typeof startEngines>>
