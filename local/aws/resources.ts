import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SNSClient } from '@aws-sdk/client-sns'
import { SQSClient } from '@aws-sdk/client-sqs'
import { pollQueue } from '../../lib/polling/queues.ts'
import type { Resources } from '../../lib/settings/polling-variables.ts'
import { eventsTable } from '../../lib/store/tables.ts'
import type { Credentials } from '../../lib/workforce/access-token.ts'
import { createGuardedQueue, createQueue, type Queues } from './queue.ts'
import type { Endpoints } from './start.ts'
import { keepTable } from './tables.ts'
import { createEventTopic, subscribeQueue } from './topic.ts'

/** What the functions work on, and the queue that feeds the terminal. */
export type LocalResources = Resources & { eventsTable: string; terminalQueueUrl: string }

const tableName = 'attendance'
const eventLog = 'events'
const credentialsSecret = 'workforce-api'

/**
 * Of what the terminal took and did not remove before it was killed, the next run hears so many
 * seconds later. A reader that is slower hears some things twice.
 */
const terminalQueue = { VisibilityTimeout: '5' }

/** The topic, and the queue that the terminal reads. */
const createTopic = async (queues: Queues) => {
  const sns = new SNSClient()
  const topicArn = await createEventTopic(sns, 'attendance-events')
  const { url, arn } = await createQueue(queues, 'terminal', terminalQueue)
  await subscribeQueue(sns, topicArn, arn)
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
  const [{ url: queueUrl }, topic] = await Promise.all([
    createGuardedQueue(queues, 'attendance-polls', pollQueue),
    createTopic(queues),
    keepTable(new DynamoDBClient(), tableName),
    keepTable(new DynamoDBClient(), eventLog, eventsTable),
    new SecretsManagerClient().send(
      new CreateSecretCommand({
        Name: credentialsSecret,
        SecretString: JSON.stringify(credentials),
      }),
    ),
  ])
  return { tableName, eventsTable: eventLog, credentialsSecret, queueUrl, ...topic }
}
