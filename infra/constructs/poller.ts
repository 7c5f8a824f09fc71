import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import type { Settings } from '../../lib/platform/settings.ts'
import { environmentsOf } from '../../lib/polling/environment.ts'
import { pollQueue } from '../../lib/polling/queues.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { acknowledge } from '../acknowledge.ts'
import { DeployedFunction } from './deployed-function.ts'
import type { EventTopics } from './event-topics.ts'
import { EverySchedule } from './every-schedule.ts'
import { DeadLetters, GuardedQueue } from './guarded-queue.ts'
import { toReadSecrets, toReceive, toSendThrough, toUseTables } from './key-usage.ts'
import type { Alerting } from './operations-alarm.ts'

export type PollerProps = {
  settings: Settings
  table: Table
  topics: EventTopics
  credentialsSecret: string
  key: IKey
}

/** A missed run is made up for by the next: its dead letter only says why, for a day. */
const scheduleDeadLetterRetentionSeconds = 24 * 3_600

type Named = 'pollShard' | 'refreshRoster' | 'dispatchPolls'

/** The three functions of the poller, the queue between them, and their schedules. */
export class Poller extends Construct {
  readonly polls: GuardedQueue
  readonly scheduleDeadLetters: DeadLetters
  readonly functions: Record<Named, DeployedFunction>

  constructor(scope: Construct, id: string, alerting: Alerting, props: PollerProps) {
    super(scope, id)
    this.polls = new GuardedQueue(this, 'Polls', alerting, {
      name: 'polls',
      key: props.key,
      ...pollQueue,
      deadLetterMeaning:
        'Polls of a shard failed twice: changes of up to a whole shard of people come late.',
    })
    this.scheduleDeadLetters = new DeadLetters(this, 'ScheduleDeadLetters', alerting, {
      of: 'schedules',
      key: props.key,
      retentionSeconds: scheduleDeadLetterRetentionSeconds,
      meaning: 'A scheduled run failed or could not be started: polls or the roster stand still.',
    })
    this.functions = this.#functions(alerting, props)
    this.#permissions(props)
    this.#pollFromQueue(props.settings.polling.concurrentPolls)
    this.#schedules(alerting, props)
  }

  #functions(alerting: Alerting, props: PollerProps): Record<Named, DeployedFunction> {
    const { settings, key } = props
    const variables = environmentsOf(settings, this.#resources(props), dispatchEverySeconds)
    const logRetention: RetentionDays = settings.aws.logRetentionDays
    const common = { key, logRetention }
    return {
      pollShard: new DeployedFunction(this, 'PollShard', alerting, {
        ...common,
        name: 'poll-shard',
        description: 'Asks the Workforce API about the employees of a shard, publishes changes',
        memoryMegabytes: 512,
        timeoutSeconds: functionTimeoutSeconds.pollShard,
        variables: variables.pollShard,
        failureMeaning: 'poll-shard fails: who clocks in or out is not seen, or seen late.',
      }),
      refreshRoster: new DeployedFunction(this, 'RefreshRoster', alerting, {
        ...common,
        name: 'refresh-roster',
        description: 'Brings the roster up to date with the Workforce API',
        memoryMegabytes: 512,
        timeoutSeconds: functionTimeoutSeconds.refreshRoster,
        scheduled: { retries: 2, deadLetters: this.scheduleDeadLetters.queue },
        variables: variables.refreshRoster,
        failureMeaning: 'refresh-roster fails: who joined is not watched yet, who left still is.',
      }),
      dispatchPolls: new DeployedFunction(this, 'DispatchPolls', alerting, {
        ...common,
        name: 'dispatch-polls',
        description: 'Sends one message for each shard that is due',
        memoryMegabytes: 256,
        timeoutSeconds: functionTimeoutSeconds.dispatchPolls,
        // The next run is a minute away.
        scheduled: { retries: 0, deadLetters: this.scheduleDeadLetters.queue },
        variables: variables.dispatchPolls,
        failureMeaning: 'dispatch-polls fails: nobody is polled, and no event is published.',
      }),
    }
  }

  #resources({ table, topics, credentialsSecret }: PollerProps) {
    return {
      tableName: table.tableName,
      topicArn: topics.topic.topicArn,
      fifoTopicArn: topics.fifoTopic?.topicArn,
      queueUrl: this.polls.queue.queueUrl,
      credentialsSecret,
    }
  }

  #permissions({ table, topics, credentialsSecret, key }: PollerProps): void {
    const { pollShard, refreshRoster, dispatchPolls } = this.functions
    for (const teller of [pollShard, refreshRoster]) {
      teller.allow(['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'], table.tableArn)
      teller.allow(['sns:Publish'], ...topics.all.map(({ topicArn }) => topicArn))
      teller.allow(['secretsmanager:GetSecretValue'], credentialsSecret)
      teller.allow(
        [...new Set([...toUseTables, ...toSendThrough, ...toReadSecrets, ...toReceive])],
        key.keyArn,
      )
    }
    pollShard.allow(
      [
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
      ],
      this.polls.queue.queueArn,
    )
    dispatchPolls.allow(['dynamodb:Query'], table.tableArn)
    dispatchPolls.allow(['sqs:SendMessage'], this.polls.queue.queueArn)
    dispatchPolls.allow([...new Set([...toUseTables, ...toSendThrough])], key.keyArn)
  }

  #pollFromQueue(concurrentPolls: number): void {
    const mapping = new EventSourceMapping(this, 'Ticks', {
      target: this.functions.pollShard.function,
      eventSourceArn: this.polls.queue.queueArn,
      batchSize: pollQueue.batchSize,
      maxConcurrency: concurrentPolls,
      reportBatchItemFailures: true,
    })
    // Lambda checks when the mapping is made that the function may receive.
    acknowledge(
      mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'Lambda offers destinations for streams only: what a queue cannot get rid of goes to its dead-letter queue.',
    )
    mapping.node.addDependency(this.functions.pollShard.role)
  }

  #schedules(alerting: Alerting, { settings, key }: PollerProps): void {
    const { names } = alerting
    const group = new ScheduleGroup(this, 'Schedules', { scheduleGroupName: names.stack })
    const every = (id: string, what: string, everySeconds: number, to: DeployedFunction) =>
      new EverySchedule(this, id, {
        scheduleName: names.named(what),
        description: `Starts ${what}`,
        group,
        everySeconds,
        target: to.function,
        deadLetters: this.scheduleDeadLetters.queue,
        key,
      })
    const { dispatchPolls, refreshRoster } = this.functions
    every('Dispatch', 'dispatch-polls', dispatchEverySeconds, dispatchPolls)
    every('Roster', 'refresh-roster', settings.polling.rosterEverySeconds, refreshRoster)
  }
}
