import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  BillingMode,
  CreateTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import dynalite from 'dynalite'
import { startFauxqs } from 'fauxqs'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { attendanceTable } from '../../lib/store/tables.ts'

const local = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
}

/** The embedded DynamoDB, SNS and SQS, reached through the real clients. */
export const startEngines = async () => {
  const database = dynalite({ createTableMs: 0 })
  database.listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo
  const messaging = await startFauxqs({ port: 0, logger: false })
  const dynamo = new DynamoDBClient({ ...local, endpoint: `http://127.0.0.1:${port}` })
  const sns = new SNSClient({ ...local, endpoint: messaging.address })
  const sqs = new SQSClient({ ...local, endpoint: messaging.address })
  let made = 0

  return {
    dynamo,
    sns,
    sqs,

    /** What points the clients of the functions here: they read it when they are made. */
    environment: {
      AWS_REGION: local.region,
      AWS_ACCESS_KEY_ID: local.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: local.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      AWS_ENDPOINT_URL_SNS: messaging.address,
      AWS_ENDPOINT_URL_SQS: messaging.address,
    },

    /** A table, a topic, and a queue that is subscribed to it, all of their own. */
    createResources: async () => {
      const name = `test-${++made}`
      const key = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const
      const { partitionKey, sortKey } = attendanceTable
      await dynamo.send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: BillingMode.PAY_PER_REQUEST,
          AttributeDefinitions: [key(partitionKey), key(sortKey)],
          KeySchema: [
            { AttributeName: partitionKey, KeyType: 'HASH' },
            { AttributeName: sortKey, KeyType: 'RANGE' },
          ],
        }),
      )
      await waitUntilTableExists(
        { client: dynamo, maxWaitTime: 5, minDelay: 0.02 },
        { TableName: name },
      )
      const { topicArn } = messaging.createTopic(name, { region: local.region })
      const { queueUrl } = messaging.createQueue(name, { region: local.region })
      messaging.subscribe({
        topic: name,
        queue: name,
        region: local.region,
        attributes: { RawMessageDelivery: 'true' },
      })
      // The host that fauxqs gives its queues is one that nothing resolves.
      const { pathname } = new URL(queueUrl)
      return { tableName: name, topicArn, queueUrl: `${messaging.address}${pathname}` }
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

    close: async () => {
      for (const client of [dynamo, sns, sqs]) client.destroy()
      await messaging.stop()
      database.closeAllConnections()
      await new Promise((resolve) => database.close(resolve))
    },
  }
}
export type Engines = Awaited<ReturnType<typeof startEngines>>
