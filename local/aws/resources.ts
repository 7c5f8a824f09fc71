import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Resources } from '../../lib/polling/environment.ts'
import { pollQueue } from '../../lib/polling/queues.ts'
import { attendanceTable } from '../../lib/store/tables.ts'
import type { Credentials } from '../../lib/workforce/access-token.ts'
import type { Endpoints } from './start.ts'

/** What the functions work on, and the queue that feeds the terminal. */
export type LocalResources = Resources & { terminalQueueUrl: string }

type Queues = { sqs: SQSClient; endpoint: string }

const tableName = 'attendance'
const credentialsSecret = 'workforce-api'

/** Creates the table as it is defined; leaves one from an earlier run as it is. */
const createTable = async (): Promise<void> => {
  const { partitionKey, sortKey } = attendanceTable
  try {
    await new DynamoDBClient().send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: partitionKey, AttributeType: 'S' },
          { AttributeName: sortKey, AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
      }),
    )
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

/**
 * Creates a queue. SDK clients send to the host in a queue's URL, and the one that fauxqs
 * gives is a name that not every machine resolves: its address takes that place.
 */
const createQueue = async (
  { sqs, endpoint }: Queues,
  name: string,
  attributes: Record<string, string>,
): Promise<{ url: string; arn: string }> => {
  const { QueueUrl = '' } = await sqs.send(
    new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
  )
  const url = new URL(new URL(QueueUrl).pathname, endpoint).href
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
  )
  return { url, arn: Attributes?.['QueueArn'] ?? '' }
}

const createPollQueue = async (queues: Queues): Promise<string> => {
  const { arn: deadLetterTargetArn } = await createQueue(queues, 'attendance-polls-dead-letters', {
    MessageRetentionPeriod: String(pollQueue.deadLetterRetentionSeconds),
  })
  const { maxReceiveCount, retentionSeconds, visibilityTimeoutSeconds } = pollQueue
  const { url } = await createQueue(queues, 'attendance-polls', {
    VisibilityTimeout: String(visibilityTimeoutSeconds),
    MessageRetentionPeriod: String(retentionSeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }),
  })
  return url
}

/** The topic, and a queue that gets its messages as they were published. */
const createTopic = async (queues: Queues) => {
  const sns = new SNSClient()
  const { TopicArn: topicArn = '' } = await sns.send(
    new CreateTopicCommand({ Name: 'attendance-events' }),
  )
  const { url, arn } = await createQueue(queues, 'terminal', {})
  await sns.send(
    new SubscribeCommand({
      TopicArn: topicArn,
      Protocol: 'sqs',
      Endpoint: arn,
      Attributes: { RawMessageDelivery: 'true' },
    }),
  )
  return { topicArn, terminalQueueUrl: url }
}

/**
 * Creates what the deployed stack would have, in the AWS that the environment points at.
 * @param endpoints of that AWS
 */
export const createResources = async (
  { messaging }: Pick<Endpoints, 'messaging'>,
  credentials: Credentials,
): Promise<LocalResources> => {
  const queues = { sqs: new SQSClient(), endpoint: messaging }
  const [queueUrl, topic] = await Promise.all([
    createPollQueue(queues),
    createTopic(queues),
    createTable(),
    new SecretsManagerClient().send(
      new CreateSecretCommand({
        Name: credentialsSecret,
        SecretString: JSON.stringify(credentials),
      }),
    ),
  ])
  return { tableName, credentialsSecret, queueUrl, ...topic }
}
