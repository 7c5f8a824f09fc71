import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SNSClient } from '@aws-sdk/client-sns'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { readEnvironment } from '../../lib/platform/environment.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { webhookEnvironmentOf } from '../../lib/settings/webhook-variables.ts'
import { deliveriesTable } from '../../lib/store/tables.ts'
import { deliverWebhookFunction } from '../../lib/webhooks/deliver-webhook-function.ts'
import { DeliverWebhookEnvironment } from '../../lib/webhooks/environment.ts'
import { webhookQueue, webhookQueueName, webhookTimeoutSeconds } from '../../lib/webhooks/queues.ts'
import type { WebhookMessage } from '../../lib/webhooks/receiving/queue-message.ts'
import { type Webhook, webhookFilterPolicy } from '../../lib/webhooks/webhook-settings.ts'
import { createGuardedQueue } from '../aws/queue.ts'
import type { LocalResources } from '../aws/resources.ts'
import type { Endpoints } from '../aws/start.ts'
import { keepTable } from '../aws/tables.ts'
import { subscribeQueue } from '../aws/topic.ts'
import { startEventSource } from '../lambda/event-source.ts'
import { invoke } from '../lambda/invoke.ts'
import type { Running } from '../lambda/schedule.ts'
import { newSigningKey, webhooksOfRun } from './endpoints.ts'

export type WebhooksOptions = {
  settings: Settings
  resources: LocalResources
  endpoints: Endpoints
  /** Where events are posted, by the name of the endpoint. */
  urls: Record<string, string>
  /** What signs them, by the name of the endpoint; a new key where there is none. */
  signingKeys: Record<string, string>
  note: (text: string) => void
  onError: (error: unknown) => void
}

/** Endpoints that are posted to. */
export type RunningWebhooks = Running & {
  webhooks: Webhook[]
  /** The URL of an endpoint's queue without the endpoint's name. */
  queueUrlPrefix: string
}

const names = { table: 'deliveries', secret: 'webhook-keys', queues: 'attendance-' }

/** A key for each endpoint; a new one is shown, since whoever receives must know it. */
const keysOf = (
  webhooks: readonly Webhook[],
  { signingKeys, note }: WebhooksOptions,
): Record<string, string> =>
  Object.fromEntries(
    webhooks.map(({ name }) => {
      const given = signingKeys[name]
      if (given !== undefined) return [name, given]
      const made = newSigningKey()
      note(`Webhook ${name} is signed with ${made}`)
      return [name, made]
    }),
  )

/** A queue for each endpoint, as the deployed stack has it. @returns its URL, by name */
const createQueues = async (
  webhooks: readonly Webhook[],
  { resources, endpoints }: WebhooksOptions,
): Promise<Map<string, string>> => {
  const queues = { sqs: new SQSClient(), endpoint: endpoints.messaging }
  const urls = new Map<string, string>()
  for (const webhook of webhooks) {
    const name = `${names.queues}${webhookQueueName(webhook.name)}`
    const { url, arn } = await createGuardedQueue(queues, name, webhookQueue)
    await subscribeQueue(new SNSClient(), resources.topicArn, arn, webhookFilterPolicy(webhook))
    urls.set(webhook.name, url)
  }
  return urls
}

/** What still waited when an earlier run in the same folder ended has nobody else to wake it. */
const wakeAll = async (queueUrls: ReadonlyMap<string, string>): Promise<void> => {
  const wake: WebhookMessage = { webhook: 'wake', at: null }
  for (const QueueUrl of queueUrls.values())
    await new SQSClient().send(
      new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(wake) }),
    )
}

/** Posts events to the endpoints that the command line names, as the deployed stack does. */
export const startWebhooks = async (options: WebhooksOptions): Promise<RunningWebhooks> => {
  const webhooks = webhooksOfRun(options.settings, options.urls)
  for (const { name } of options.settings.webhooks)
    if (!Object.hasOwn(options.urls, name))
      options.note(`Webhook ${name} is not posted to: --webhook ${name}=<url> has a run do so`)
  if (webhooks.length === 0) return { webhooks, queueUrlPrefix: '', stop: async () => {} }
  const secret = JSON.stringify(keysOf(webhooks, options))
  await Promise.all([
    keepTable(new DynamoDBClient(), names.table, deliveriesTable),
    new SecretsManagerClient().send(
      new CreateSecretCommand({ Name: names.secret, SecretString: secret }),
    ),
  ])
  const queueUrls = await createQueues(webhooks, options)
  const [[name, url] = ['', '']] = queueUrls
  const queueUrlPrefix = url.slice(0, -name.length)
  const environment = webhookEnvironmentOf(
    { ...options.settings, webhooks },
    { deliveriesTable: names.table, webhooksSecret: names.secret, queueUrlPrefix },
    'allowed',
  )
  const deliverWebhook = {
    name: 'deliver-webhook',
    timeoutSeconds: webhookTimeoutSeconds,
    handler: deliverWebhookFunction(readEnvironment(DeliverWebhookEnvironment, environment)),
  }
  await wakeAll(queueUrls)
  const sources = [...queueUrls.values()].map((queueUrl) =>
    startEventSource(new SQSClient(), {
      queueUrl,
      batchSize: webhookQueue.batchSize,
      concurrency: webhookQueue.maxConcurrency,
      invoke: (event) => invoke(deliverWebhook, event),
      onError: options.onError,
    }),
  )
  return {
    webhooks,
    queueUrlPrefix,
    stop: async () => {
      await Promise.all(sources.map((source) => source.stop()))
    },
  }
}
