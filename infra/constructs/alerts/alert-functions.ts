import { Stack } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { alertTimeoutSeconds, digestGoodForSeconds } from '../../../lib/alerts/queues.ts'
import { alertEnvironmentsOf } from '../../../lib/settings/alert-variables.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { DeployedFunction } from '../functions/deployed-function.ts'
import type { LogKeeping } from '../functions/kept-logs.ts'
import { checkVariables, longestOf } from '../functions/variables-size.ts'
import { toUseTables } from '../key-usage.ts'

/** What the functions of the alerts work on. */
export type AlertFunctionsProps = {
  settings: Settings
  table: Table
  deliveries: Table
  slackSecret: string
  queue: IQueue
  /** Where goes what a destination refuses. */
  deadLetters: IQueue
  audiences: ReadonlyMap<string, Topic>
  /** Where digests go that could not be sent. */
  scheduleDeadLetters: IQueue
  key: IKey
  logs: LogKeeping
}

export type AlertFunctions = Record<'sendAlerts' | 'sendDigest', DeployedFunction>

const variablesOf = (props: AlertFunctionsProps) => {
  const variables = alertEnvironmentsOf(props.settings, {
    tableName: props.table.tableName,
    deliveriesTable: props.deliveries.tableName,
    slackSecret: props.slackSecret,
    alertQueueUrl: props.queue.queueUrl,
    alertDeadLettersUrl: props.deadLetters.queueUrl,
    audienceTopics: Object.fromEntries(
      [...props.audiences].map(([audience, { topicArn }]) => [audience, topicArn]),
    ),
  })
  const { alerts, digests, mail } = props.settings
  // By SNS, a function needs no address.
  const audiences = mail.from === undefined ? [...props.audiences.keys()] : props.settings.audiences
  checkVariables('send-alerts', longestOf({ alerts, audiences }), variables.sendAlerts)
  checkVariables('send-digest', longestOf({ digests, audiences }), variables.sendDigest)
  return variables
}

const createFunctions = (
  scope: Construct,
  alerting: Alerting,
  props: AlertFunctionsProps,
): AlertFunctions => {
  const variables = variablesOf(props)
  const { logs } = props
  return {
    sendAlerts: new DeployedFunction(scope, 'SendAlerts', alerting, {
      logs,
      name: 'send-alerts',
      description: 'Gathers events for people, sends them to Slack and by mail',
      memoryMegabytes: 512,
      timeoutSeconds: alertTimeoutSeconds.sendAlerts,
      variables: variables.sendAlerts,
      withoutIt: 'people are not told in Slack and by mail.',
    }),
    sendDigest: new DeployedFunction(scope, 'SendDigest', alerting, {
      logs,
      name: 'send-digest',
      description: 'Sends digests, and takes roll calls',
      // A roll call reads everybody at once, and is wanted in seconds.
      memoryMegabytes: 1_769,
      timeoutSeconds: alertTimeoutSeconds.sendDigest,
      scheduled: {
        retries: 2,
        goodForSeconds: digestGoodForSeconds,
        deadLetters: props.scheduleDeadLetters,
      },
      doesOneFailureCount: true,
      variables: variables.sendDigest,
      withoutIt: 'digests do not come, and a roll call cannot be taken.',
    }),
  }
}

/** What SES may know a sender by: the address, or its whole domain. */
const senderIdentities = (scope: Construct, from: string): string[] =>
  [from, from.split('@').at(-1) ?? from].map((resourceName) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName }),
  )

const permit = ({ sendAlerts, sendDigest }: AlertFunctions, props: AlertFunctionsProps): void => {
  const topics = [...props.audiences.values()].map(({ topicArn }) => topicArn)
  for (const sender of [sendAlerts, sendDigest]) {
    sender.allow(
      ['dynamodb:BatchGetItem', 'dynamodb:BatchWriteItem', 'dynamodb:UpdateItem'],
      props.deliveries.tableArn,
    )
    sender.allow(['secretsmanager:GetSecretValue'], props.slackSecret)
    if (topics.length > 0) sender.allow(['sns:Publish'], ...topics)
    const { from } = props.settings.mail
    if (from !== undefined) sender.allow(['ses:SendEmail'], ...senderIdentities(sender, from))
    sender.allow(toUseTables, props.key.keyArn)
  }
  sendAlerts.allow(['dynamodb:Query'], props.deliveries.tableArn)
  sendAlerts.allow(
    [
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
      'sqs:SendMessage',
    ],
    props.queue.queueArn,
  )
  sendAlerts.allow(['sqs:SendMessage'], props.deadLetters.queueArn)
  sendDigest.allow(['dynamodb:Query'], props.table.tableArn)
}

/** The two functions of the alerts, with their permissions. */
export const alertFunctions = (
  scope: Construct,
  alerting: Alerting,
  props: AlertFunctionsProps,
): AlertFunctions => {
  const functions = createFunctions(scope, alerting, props)
  permit(functions, props)
  return functions
}
