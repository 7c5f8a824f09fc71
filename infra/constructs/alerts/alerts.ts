import { Duration, type RemovalPolicy } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IScheduleGroup, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { alertQueue, digestGoodForSeconds, sendersFor } from '../../../lib/alerts/queues.ts'
import { filterPolicyOf } from '../../../lib/alerts/rules/filter-policy.ts'
import { channelDimension } from '../../../lib/platform/metric-names.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import { deliveriesTable } from '../../../lib/store/tables.ts'
import { acknowledge } from '../../acknowledge.ts'
import { digestSchedule } from '../../digest-expression.ts'
import { countBy } from '../../metrics.ts'
import { type Alerting, OperationsAlarm } from '../alarms/operations-alarm.ts'
import { EventSubscription } from '../event-subscription.ts'
import { FunctionSchedule } from '../functions/function-schedule.ts'
import type { LogKeeping } from '../functions/kept-logs.ts'
import { GuardedQueue } from '../guarded-queue.ts'
import { KeyedTable } from '../keyed-table.ts'
import { OperatorSecret } from '../operator-secret.ts'
import { type AlertFunctions, alertFunctions } from './alert-functions.ts'
import { Audiences } from './audiences.ts'

export type AlertsProps = {
  settings: Settings
  /** Whether its table is guarded against deletion. */
  isGuarded: boolean
  table: Table
  topic: ITopic
  schedules: IScheduleGroup
  scheduleDeadLetters: IQueue
  key: IKey
  logs: LogKeeping
  removalPolicy: RemovalPolicy
}

/** What tells people: rules and digests to Slack and mail, roll calls on demand. */
export class Alerts extends Construct {
  readonly functions: AlertFunctions
  /** What is remembered of messages to people, and of events to endpoints. */
  readonly deliveries: Table

  constructor(scope: Construct, id: string, alerting: Alerting, props: AlertsProps) {
    super(scope, id)
    const { settings, key, removalPolicy } = props
    const { names } = alerting
    this.deliveries = new KeyedTable(this, 'Deliveries', {
      logicalId: 'DeliveriesTable',
      keys: deliveriesTable,
      tableName: names.deliveriesTable,
      key,
      removalPolicy,
      isDeletionProtected: props.isGuarded,
    }).table
    const slack = new OperatorSecret(this, 'Slack', {
      logicalId: 'SlackSecret',
      secretName: names.slackSecret,
      description: 'Slack webhook URLs by channel: {"office": "https://hooks.slack.com/…"}',
      whyNoRotation:
        'Only Slack can issue a webhook URL, and only to a person, so Secrets Manager cannot ' +
        'rotate them. docs/operations.md says how people do.',
      key,
      removalPolicy,
    })
    const queue = new GuardedQueue(this, 'Waiting', alerting, {
      name: 'alerts',
      key,
      ...alertQueue,
      deadLetterMeaning:
        'A Slack channel or an audience could not be told for twenty minutes: people wait for alerts.',
      waitingMeaning:
        'Alerts wait in their queue and are not taken from it: nobody is told in Slack and by mail.',
    })
    const audiences = new Audiences(
      this,
      'Audiences',
      alerting,
      key,
      settings.mail.from === undefined ? settings.audiences : {},
    )
    this.functions = alertFunctions(this, alerting, {
      ...props,
      deliveries: this.deliveries,
      slackSecret: slack.arn,
      queue: queue.queue,
      deadLetters: queue.deadLetters,
      audiences: audiences.topics,
    })
    const { sendAlerts, sendDigest } = this.functions
    audiences.onlyPublishedToBy([sendAlerts.role, sendDigest.role])
    const policy = filterPolicyOf(settings.alerts)
    if (policy !== null) new EventSubscription(this, 'Events', props.topic, queue, policy)
    this.#sendFrom(queue, settings)
    this.#digests(alerting, props)
    this.#channelAlarms(alerting, settings)
  }

  #sendFrom({ queue }: GuardedQueue, { slack, audiences }: Settings): void {
    const { live, role } = this.functions.sendAlerts
    const mapping = live.addEventSourceMapping('Messages', {
      eventSourceArn: queue.queueArn,
      batchSize: alertQueue.batchSize,
      maxBatchingWindow: Duration.seconds(alertQueue.batchingWindowSeconds),
      maxConcurrency: sendersFor(slack.channels.length + Object.keys(audiences).length),
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

  #digests({ names, isStopped }: Alerting, props: AlertsProps): void {
    const { settings, schedules, scheduleDeadLetters, key } = props
    for (const digest of settings.digests)
      new FunctionSchedule(this, `Digest-${digest.name}`, {
        scheduleName: names.digestSchedule(digest.name),
        description: `Sends the digest ${digest.name}`,
        group: schedules,
        expression: ScheduleExpression.cron(digestSchedule(digest, settings.workday.timeZone)),
        // The scheduler fills in the time, so that a repeat is known as one.
        input: { digest: digest.name, scheduledTime: '<aws.scheduler.scheduled-time>' },
        retryForSeconds: digestGoodForSeconds,
        target: this.functions.sendDigest.live,
        deadLetters: scheduleDeadLetters,
        key,
        isStopped,
      })
  }

  #channelAlarms(alerting: Alerting, { name, slack }: Settings): void {
    for (const channel of slack.channels)
      new OperationsAlarm(this, `Gone-${channel}`, alerting, {
        name: `slack-channel-${channel}-gone`,
        section: 'slack-channel-gone',
        meaning: `The webhook of the Slack channel ${channel} is gone: nothing is told there until the secret has a new URL.`,
        metric: countBy(name, 'AlertChannelGone', channelDimension, channel, Duration.minutes(5)),
        limit: { above: 0 },
        // It is looked at every quarter of an hour: the alarm lasts from one look to the next.
        of: 4,
      })
  }
}
