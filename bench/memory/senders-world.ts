import { createServer } from 'node:http'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { dispatchEverySeconds } from '../../lib/polling/timing.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { replayEnvironmentOf } from '../../lib/settings/replay-variables.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { webhookEnvironmentOf } from '../../lib/settings/webhook-variables.ts'
import { webhookQueue, webhookQueueName } from '../../lib/webhooks/queues.ts'
import { createAlertResources } from '../../local/alerts/resources.ts'
import { startSlackDesk } from '../../local/alerts/slack-desk.ts'
import { createGuardedQueue, createQueue } from '../../local/aws/queue.ts'
import { closeServer, listenOnLoopback } from '../../local/loopback.ts'
import { newSigningKey, webhooksOfRun } from '../../local/webhooks/endpoints.ts'
import { usualShardSize } from '../pollers/ours.ts'
import { startWorld } from './world.ts'

/** How long the endpoint takes to answer, in milliseconds. */
const endpointLatency = 50

/** An endpoint of an outside system that takes everything. @returns where it is, and how much it has taken */
const startEndpoint = async () => {
  let taken = 0
  const server = createServer((request, response) => {
    taken++
    request.resume().once('end', () => setTimeout(() => response.end('ok'), endpointLatency))
  })
  return {
    url: await listenOnLoopback(server),
    taken: () => taken,
    close: () => closeServer(server),
  }
}

/** What takes what is sent: a channel, an audience, an endpoint and a queue of others; and the variables of who sends. */
export const startSendersWorld = async () => {
  const { settings: usual, resources, messaging, end } = await startWorld(0, usualShardSize)
  const queues = { sqs: new SQSClient(awsClientConfig), endpoint: messaging }
  const endpoint = await startEndpoint()
  let messages = 0
  const desk = await startSlackDesk(() => {
    messages++
  })
  const endpointQueue = await createGuardedQueue(queues, webhookQueueName('rota'), webhookQueue)
  const othersQueue = await createQueue(queues, 'others', {})
  const settings = Settings.parse({
    ...usual,
    slack: { channels: ['office'] },
    audiences: { payroll: ['payroll@example.org'] },
    alerts: [
      { name: 'arrivals', on: ['clocked-in'], slack: ['office'], email: ['payroll'], group: 0 },
    ],
    aws: { replayQueues: [othersQueue.arn] },
  })
  const alertResources = await createAlertResources(resources, messaging, settings, {
    office: desk.urlOf('office'),
  })
  const [webhook] = webhooksOfRun(settings, { rota: endpoint.url })
  if (webhook === undefined) throw new Error('There is no endpoint')
  const webhooksSecret = 'webhook-keys'
  const SecretString = JSON.stringify({ rota: newSigningKey() })
  await new SecretsManagerClient(awsClientConfig).send(
    new CreateSecretCommand({ Name: webhooksSecret, SecretString }),
  )
  const { deliveriesTable } = alertResources
  const queueUrlPrefix = endpointQueue.url.slice(0, -webhook.name.length)
  return {
    settings,
    resources,
    deliveriesTable,
    webhook,
    endpointQueueArn: endpointQueue.arn,
    othersQueueArn: othersQueue.arn,
    variables: {
      dispatchPolls: environmentsOf(settings, resources, dispatchEverySeconds).dispatchPolls,
      sendAlerts: alertEnvironmentsOf(settings, alertResources, 0).sendAlerts,
      deliverWebhook: webhookEnvironmentOf(
        { ...settings, webhooks: [webhook] },
        { deliveriesTable, webhooksSecret, queueUrlPrefix },
        'allowed',
      ),
      replayEvents: replayEnvironmentOf(settings, { ...resources, queueUrlPrefix }),
    },
    /** How many messages the channel has taken, and how many events the endpoint. */
    taken: { messages: () => messages, posts: endpoint.taken },
    end: async () => {
      await Promise.all([desk.close(), endpoint.close()])
      end()
    },
  }
}
export type SendersWorld = Awaited<ReturnType<typeof startSendersWorld>>
