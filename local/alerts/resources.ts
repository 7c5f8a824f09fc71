import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'
import { SQSClient } from '@aws-sdk/client-sqs'
import { alertQueue } from '../../lib/alerts/queues.ts'
import { filterPolicyOf } from '../../lib/alerts/rules/filter-policy.ts'
import type { AlertResources } from '../../lib/settings/alert-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { deliveriesTable } from '../../lib/store/tables.ts'
import { createGuardedQueue, createQueue, type Queues } from '../aws/queue.ts'
import type { LocalResources } from '../aws/resources.ts'
import { keepTable } from '../aws/tables.ts'
import { createEventTopic, subscribeQueue } from '../aws/topic.ts'

/** What the alerts work on, and the queue in which mails arrive, by the topic of their audience. */
export type LocalAlertResources = AlertResources & { mailQueueUrl: string }

const names = { table: 'deliveries', secret: 'slack-webhooks', queue: 'attendance-alerts' }

const subscribeAlerts = async (queues: Queues, topicArn: string, settings: Settings) => {
  const { url, arn, deadLettersUrl } = await createGuardedQueue(queues, names.queue, alertQueue)
  const policy = filterPolicyOf(settings.alerts)
  if (policy !== null) await subscribeQueue(new SNSClient(), topicArn, arn, policy)
  return { alertQueueUrl: url, alertDeadLettersUrl: deadLettersUrl }
}

/** A topic for each audience; a queue takes the place of its mailboxes. */
const createAudiences = async (queues: Queues, { audiences }: Settings) => {
  const sns = new SNSClient()
  const { url, arn } = await createQueue(queues, 'mails', {})
  const audienceTopics: Record<string, string> = {}
  for (const audience of Object.keys(audiences)) {
    const TopicArn = await createEventTopic(sns, `mail-${audience}`)
    await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arn }))
    audienceTopics[audience] = TopicArn
  }
  return { audienceTopics, mailQueueUrl: url }
}

/**
 * Creates what the deployed stack would have for the alerts.
 * @param addresses the webhook URLs, by channel
 */
export const createAlertResources = async (
  { tableName, topicArn }: LocalResources,
  messaging: string,
  settings: Settings,
  addresses: Record<string, string>,
): Promise<LocalAlertResources> => {
  const queues = { sqs: new SQSClient(), endpoint: messaging }
  const [alertQueues, audiences] = await Promise.all([
    subscribeAlerts(queues, topicArn, settings),
    createAudiences(queues, settings),
    keepTable(new DynamoDBClient(), names.table, deliveriesTable),
    new SecretsManagerClient().send(
      new CreateSecretCommand({ Name: names.secret, SecretString: JSON.stringify(addresses) }),
    ),
  ])
  return {
    tableName,
    deliveriesTable: names.table,
    slackSecret: names.secret,
    ...alertQueues,
    ...audiences,
  }
}
