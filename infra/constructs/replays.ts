import { Stack } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { replayTimeoutSeconds } from '../../lib/replays/timing.ts'
import { replayEnvironmentOf } from '../../lib/settings/replay-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { webhookQueueName } from '../../lib/webhooks/queues.ts'
import type { Alerting } from './alarms/operations-alarm.ts'
import { DeployedFunction } from './functions/deployed-function.ts'
import type { LogKeeping } from './functions/kept-logs.ts'
import { checkVariables } from './functions/variables-size.ts'
import { toUseTables } from './key-usage.ts'

export type ReplaysProps = {
  settings: Settings
  table: Table
  eventLog: Table
  /** The queues of the endpoints. */
  endpoints: readonly IQueue[]
  key: IKey
  logs: LogKeeping
}

/** What sends past events again, where an operator asks for it. */
export class Replays extends Construct {
  readonly replayEvents: DeployedFunction

  constructor(scope: Construct, id: string, alerting: Alerting, props: ReplaysProps) {
    super(scope, id)
    const { settings, table, eventLog, endpoints, key, logs } = props
    const { account, region, urlSuffix } = Stack.of(this)
    const prefix = alerting.names.named(webhookQueueName(''))
    const variables = replayEnvironmentOf(settings, {
      tableName: table.tableName,
      eventsTable: eventLog.tableName,
      queueUrlPrefix: `https://sqs.${region}.${urlSuffix}/${account}/${prefix}`,
    })
    checkVariables('replay-events', 'aws.replayQueues', variables)
    this.replayEvents = new DeployedFunction(this, 'ReplayEvents', alerting, {
      logs,
      name: 'replay-events',
      description: 'Sends events of the past again, to one webhook or queue, where somebody asks',
      memoryMegabytes: 256,
      timeoutSeconds: replayTimeoutSeconds,
      variables,
      withoutIt: 'nothing that was missed can be sent again.',
    })
    const { replayQueues } = settings.aws
    this.replayEvents.allow(['dynamodb:PutItem', 'dynamodb:Query'], eventLog.tableArn)
    // Who is in, for whoever comes late.
    this.replayEvents.allow(['dynamodb:Query'], table.tableArn)
    this.replayEvents.allow(toUseTables, key.keyArn)
    const queues = [...endpoints.map(({ queueArn }) => queueArn), ...replayQueues]
    if (queues.length > 0) this.replayEvents.allow(['sqs:SendMessage'], ...queues)
    if (replayQueues.length > 0) this.replayEvents.allow(['sqs:GetQueueUrl'], ...replayQueues)
  }
}
