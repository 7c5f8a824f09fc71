import { type RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Settings } from '../../../lib/settings/settings.ts'
import { webhookEnvironmentOf } from '../../../lib/settings/webhook-variables.ts'
import {
  webhookQueue,
  webhookQueueName,
  webhookTimeoutSeconds,
} from '../../../lib/webhooks/queues.ts'
import { acknowledge } from '../../acknowledge.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { DeployedFunction } from '../functions/deployed-function.ts'
import type { LogKeeping } from '../functions/kept-logs.ts'
import { checkVariables } from '../functions/variables-size.ts'
import { toUseTables } from '../key-usage.ts'
import { OperatorSecret } from '../operator-secret.ts'
import { Endpoint } from './endpoint.ts'

export type WebhooksProps = {
  settings: Settings
  deliveries: Table
  topic: ITopic
  key: IKey
  logs: LogKeeping
  removalPolicy: RemovalPolicy
}

/** What posts events to endpoints of outside systems, signed. */
export class Webhooks extends Construct {
  readonly deliverWebhook: DeployedFunction
  readonly #endpoints: readonly Endpoint[]

  constructor(scope: Construct, id: string, alerting: Alerting, props: WebhooksProps) {
    super(scope, id)
    const { settings, topic, key } = props
    const secret = new OperatorSecret(this, 'SigningKeys', {
      logicalId: 'WebhooksSecret',
      secretName: alerting.names.webhooksSecret,
      description:
        'Signing keys by webhook: {"payroll": "whsec_…"}, or ["whsec_new…", "whsec_old…"]',
      whyNoRotation:
        'A receiver must know a new signing key before the old one ends, and Secrets Manager ' +
        'cannot tell it. docs/webhooks.md says how people rotate them, without a gap.',
      key,
      removalPolicy: props.removalPolicy,
    })
    this.#endpoints = settings.webhooks.map(
      (webhook) =>
        new Endpoint(this, webhook.name, alerting, {
          environment: settings.name,
          webhook,
          topic,
          key,
        }),
    )
    this.deliverWebhook = this.#function(alerting, props, secret.arn)
    this.#permit(props, secret.arn)
    for (const endpoint of this.#endpoints) this.#deliverFrom(endpoint)
  }

  /** The queue of each endpoint. */
  get queues(): IQueue[] {
    return this.#endpoints.map(({ queue }) => queue.queue)
  }

  #function(
    alerting: Alerting,
    { settings, deliveries, logs }: WebhooksProps,
    webhooksSecret: string,
  ): DeployedFunction {
    const { account, region, urlSuffix } = Stack.of(this)
    const prefix = alerting.names.named(webhookQueueName(''))
    const variables = webhookEnvironmentOf(settings, {
      deliveriesTable: deliveries.tableName,
      webhooksSecret,
      queueUrlPrefix: `https://sqs.${region}.${urlSuffix}/${account}/${prefix}`,
    })
    checkVariables('deliver-webhook', 'webhooks', variables)
    return new DeployedFunction(this, 'DeliverWebhook', alerting, {
      logs,
      name: 'deliver-webhook',
      description: 'Posts events to endpoints of outside systems, signed, until they take them',
      memoryMegabytes: 256,
      timeoutSeconds: webhookTimeoutSeconds,
      variables,
      withoutIt: 'outside systems do not learn what happens.',
    })
  }

  #permit({ deliveries, key }: WebhooksProps, secret: string): void {
    const queues = this.#endpoints.map(({ queue }) => queue)
    const arns = queues.map(({ queue }) => queue.queueArn)
    const { deliverWebhook } = this
    deliverWebhook.allow(
      [
        'dynamodb:BatchGetItem',
        'dynamodb:DeleteItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ],
      deliveries.tableArn,
    )
    deliverWebhook.allow(['secretsmanager:GetSecretValue'], secret)
    deliverWebhook.allow(toUseTables, key.keyArn)
    deliverWebhook.allow(
      [
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
      ],
      ...arns,
    )
    // Wakes go to the queue, what is given up to its dead letters.
    deliverWebhook.allow(
      ['sqs:SendMessage'],
      ...arns,
      ...queues.map(({ deadLetters }) => deadLetters.queueArn),
    )
  }

  #deliverFrom({ webhook, queue }: Endpoint): void {
    const { live, role } = this.deliverWebhook
    const mapping = live.addEventSourceMapping(`Events-${webhook.name}`, {
      eventSourceArn: queue.queue.queueArn,
      batchSize: webhookQueue.batchSize,
      maxConcurrency: webhookQueue.maxConcurrency,
      reportBatchItemFailures: true,
    })
    acknowledge(
      mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'Lambda offers destinations for streams only: what a queue cannot get rid of goes to its dead-letter queue.',
    )
    // Lambda checks when the mapping is made that the function may receive.
    mapping.node.addDependency(role)
  }
}
