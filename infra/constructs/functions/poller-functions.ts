import { Stack } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../../lib/polling/timing.ts'
import { pollShardMegabytes, refreshRosterMegabytes } from '../../../lib/settings/memory.ts'
import { environmentsOf } from '../../../lib/settings/polling-variables.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import type { EventTopics } from '../event-topics.ts'
import { toUseTables } from '../key-usage.ts'
import { DeployedFunction } from './deployed-function.ts'
import type { LogKeeping } from './kept-logs.ts'

/** What the poller's functions work on. */
export type PollerResources = {
  settings: Settings
  table: Table
  topics: EventTopics
  /** The table of the event log, where events are kept. */
  eventLog: Table | null
  credentialsSecret: string
  key: IKey
  logs: LogKeeping
  polls: IQueue
}

export type PollerFunctions = Record<
  'pollShard' | 'refreshRoster' | 'dispatchPolls',
  DeployedFunction
>

const variablesOf = (given: PollerResources) =>
  environmentsOf(
    given.settings,
    {
      tableName: given.table.tableName,
      topicArn: given.topics.topic.topicArn,
      fifoTopicArn: given.topics.fifoTopic?.topicArn,
      eventsTable: given.eventLog?.tableName,
      eventBus: given.settings.aws.eventBus,
      snsMessagesPerSecond: given.settings.aws.snsMessagesPerSecond,
      queueUrl: given.polls.queueUrl,
      credentialsSecret: given.credentialsSecret,
    },
    dispatchEverySeconds,
  )

const createFunctions = (
  scope: Construct,
  alerting: Alerting,
  given: PollerResources,
): PollerFunctions => {
  const variables = variablesOf(given)
  const { logs } = given
  return {
    pollShard: new DeployedFunction(scope, 'PollShard', alerting, {
      logs,
      name: 'poll-shard',
      description: 'Asks the Workforce API about the employees of a shard, publishes changes',
      memoryMegabytes: pollShardMegabytes(given.settings.polling.shardSize),
      timeoutSeconds: functionTimeoutSeconds.pollShard,
      variables: variables.pollShard,
      withoutIt: 'who clocks in or out is not seen, or seen late.',
    }),
    refreshRoster: new DeployedFunction(scope, 'RefreshRoster', alerting, {
      logs,
      name: 'refresh-roster',
      description: 'Brings the roster up to date with the Workforce API',
      memoryMegabytes: refreshRosterMegabytes,
      timeoutSeconds: functionTimeoutSeconds.refreshRoster,
      scheduled: { retries: 2, goodForSeconds: given.settings.polling.rosterEverySeconds },
      doesOneFailureCount: true,
      variables: variables.refreshRoster,
      withoutIt: 'who joined is not watched yet, who left still is.',
    }),
    dispatchPolls: new DeployedFunction(scope, 'DispatchPolls', alerting, {
      logs,
      name: 'dispatch-polls',
      description: 'Sends one message for each shard that is due',
      memoryMegabytes: 256,
      timeoutSeconds: functionTimeoutSeconds.dispatchPolls,
      // The next run is the retry: two in one minute would ask for more than the budget.
      scheduled: { retries: 0, goodForSeconds: dispatchEverySeconds },
      variables: variables.dispatchPolls,
      withoutIt: 'nobody is polled, and no event is published.',
    }),
  }
}

/** Of an event bus of this account where it is a name. */
const busArn = (scope: Construct, bus: string): string =>
  bus.startsWith('arn:')
    ? bus
    : Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: bus })

/** Allows each function what it does, on what it does it to, and no more. */
const permit = (
  { pollShard, refreshRoster, dispatchPolls }: PollerFunctions,
  { settings, table, topics, eventLog, credentialsSecret, key, polls }: PollerResources,
): void => {
  const { eventBus } = settings.aws
  for (const publisher of [pollShard, refreshRoster]) {
    const tables = eventLog === null ? [table] : [table, eventLog]
    publisher.allow(
      ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      ...tables.map(({ tableArn }) => tableArn),
    )
    publisher.allow(['sns:Publish'], ...topics.all.map(({ topicArn }) => topicArn))
    if (eventBus !== undefined) publisher.allow(['events:PutEvents'], busArn(publisher, eventBus))
    publisher.allow(['secretsmanager:GetSecretValue'], credentialsSecret)
    publisher.allow(toUseTables, key.keyArn)
  }
  // Of a leaver who is let go a small record stays, and is looked for when somebody joins.
  refreshRoster.allow(['dynamodb:BatchGetItem', 'dynamodb:DeleteItem'], table.tableArn)
  pollShard.allow(
    [
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ],
    polls.queueArn,
  )
  // An operator's word that a loss is true goes to the shard's record.
  dispatchPolls.allow(['dynamodb:Query', 'dynamodb:UpdateItem'], table.tableArn)
  dispatchPolls.allow(['sqs:SendMessage'], polls.queueArn)
  dispatchPolls.allow(toUseTables, key.keyArn)
}

/** The poller's three functions, with their permissions. */
export const pollerFunctions = (
  scope: Construct,
  alerting: Alerting,
  given: PollerResources,
): PollerFunctions => {
  const functions = createFunctions(scope, alerting, given)
  permit(functions, given)
  return functions
}
