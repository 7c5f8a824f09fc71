import { type App, RemovalPolicy, Stack, Tags, Validations } from 'aws-cdk-lib'
import type { Settings } from '../lib/settings/settings.ts'
import { attendanceTable, eventsTable } from '../lib/store/tables.ts'
import { FeedDashboard } from './constructs/alarms/dashboard.ts'
import { FeedAlarms } from './constructs/alarms/feed-alarms.ts'
import { MonthlyBudget } from './constructs/alarms/monthly-budget.ts'
import { OperationsTopic } from './constructs/alarms/operations.ts'
import { PeopleAlarms } from './constructs/alarms/people-alarms.ts'
import { undeliveredAlarm } from './constructs/alarms/undelivered-alarm.ts'
import { Alerts } from './constructs/alerts/alerts.ts'
import { EnvironmentKey } from './constructs/environment-key.ts'
import { EventTopics } from './constructs/event-topics.ts'
import type { DeployedFunction } from './constructs/functions/deployed-function.ts'
import { GradualRelease, paceOf } from './constructs/functions/gradual-release.ts'
import { Poller } from './constructs/functions/poller.ts'
import { KeyedTable } from './constructs/keyed-table.ts'
import { OperatorSecret } from './constructs/operator-secret.ts'
import { PublishedNames } from './constructs/published-names.ts'
import { ReadApi } from './constructs/read-api/read-api.ts'
import { Replays } from './constructs/replays.ts'
import { Webhooks } from './constructs/webhooks/webhooks.ts'
import type { Deployment } from './deployment.ts'
import { namesOf } from './names.ts'
import { publishedNames } from './published-names.ts'
import { warningsOf } from './warnings.ts'

/** Everything that one environment is made of. */
export class AttendanceStack extends Stack {
  constructor(app: App, settings: Settings, deployment: Deployment) {
    const names = namesOf(settings.name)
    const isGuarded = settings.aws.retainData && deployment.isGuarded
    super(app, names.stack, {
      description: `Attendance events of ${settings.name}: from the Workforce API to SNS`,
      terminationProtection: isGuarded,
      env: {
        ...(settings.aws.account !== undefined && { account: settings.aws.account }),
        ...(settings.aws.region !== undefined && { region: settings.aws.region }),
      },
    })
    const { retainData, subscriberAccounts, subscriberProtocols, fifoTopic } = settings.aws
    // What a failed creation leaves behind would be in the way of the next.
    const removalPolicy = retainData
      ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
      : RemovalPolicy.DESTROY

    const { key } = new EnvironmentKey(this, 'Encryption', names, removalPolicy)
    const operations = new OperationsTopic(this, 'Operations', names, settings.operations.email)
    const alerting = {
      names,
      operations: operations.topic,
      runbookUrl: settings.operations.runbookUrl,
      isStopped: deployment.isStopped,
    }
    undeliveredAlarm(operations, alerting, operations.topic, {
      what: 'operations',
      meaning: 'The mail of an alarm did not reach everybody who should get it.',
    })
    const { monthlyBudgetUsd } = settings.operations
    if (monthlyBudgetUsd !== undefined)
      new MonthlyBudget(this, 'Budget', names, operations.topic, monthlyBudgetUsd)
    const { table } = new KeyedTable(this, 'State', {
      logicalId: 'AttendanceTable',
      keys: attendanceTable,
      tableName: names.table,
      key,
      removalPolicy,
      isDeletionProtected: isGuarded,
    })
    const credentials = new OperatorSecret(this, 'Credentials', {
      logicalId: 'CredentialsSecret',
      description: 'Workforce API credentials: {"clientId": "…", "clientSecret": "…"}',
      whyNoRotation:
        'Only the provider of the Workforce API can issue its credentials, so Secrets Manager ' +
        'cannot rotate them. docs/operations.md says how people do, without a gap.',
      secretName: names.credentialsSecret,
      key,
      removalPolicy,
    })
    const logs = { key, retention: settings.aws.logRetentionDays, removalPolicy }
    const topics = new EventTopics(this, 'Events', alerting, {
      key,
      logs,
      hasFifoTopic: fifoTopic,
      subscriberAccounts,
      subscriberProtocols,
    })
    // It is there where events are not kept, too: a retained one would be in the way once they are again.
    const eventLog = new KeyedTable(this, 'EventLog', {
      logicalId: 'EventsTable',
      keys: eventsTable,
      tableName: names.eventsTable,
      key,
      removalPolicy,
      isDeletionProtected: isGuarded,
    })
    const poller = new Poller(this, 'Poller', alerting, {
      settings,
      table,
      topics,
      eventLog: settings.eventLogDays > 0 ? eventLog.table : null,
      credentialsSecret: credentials.arn,
      key,
      logs,
    })
    const alerts = new Alerts(this, 'Alerts', alerting, {
      settings,
      isGuarded,
      table,
      topic: topics.topic,
      schedules: poller.schedules,
      scheduleDeadLetters: poller.scheduleDeadLetters.queue,
      key,
      logs,
      removalPolicy,
    })
    const webhooks =
      settings.webhooks.length === 0
        ? null
        : new Webhooks(this, 'Webhooks', alerting, {
            settings,
            deliveries: alerts.deliveries,
            topic: topics.topic,
            key,
            logs,
            removalPolicy,
          })
    const replays =
      settings.eventLogDays === 0
        ? null
        : new Replays(this, 'Replays', alerting, {
            settings,
            table,
            eventLog: eventLog.table,
            endpoints: webhooks?.queues ?? [],
            key,
            logs,
          })
    const { readApi: limits } = settings.aws
    const readApi =
      limits === undefined
        ? null
        : new ReadApi(this, 'Reading', alerting, {
            settings,
            limits,
            table,
            eventLog: eventLog.table,
            key,
            logs,
          })
    const functions: Record<string, DeployedFunction> = {
      ...poller.functions,
      ...alerts.functions,
      ...(webhooks !== null && { deliverWebhook: webhooks.deliverWebhook }),
      ...(replays !== null && { replayEvents: replays.replayEvents }),
      ...(readApi !== null && { readApi: readApi.readApi }),
    }
    const feedAlarms = new FeedAlarms(this, 'FeedAlarms', alerting, settings)
    new PeopleAlarms(this, 'PeopleAlarms', alerting, settings)
    const pace = paceOf(settings)
    if (pace !== null)
      new GradualRelease(this, 'Release', {
        pace,
        isSkipped: deployment.isStopped || deployment.isAtOnce === true,
        functions: Object.values(functions),
        alarms: feedAlarms.ofReleases,
      })
    const dashboard = new FeedDashboard(this, 'Dashboard', {
      settings,
      names,
      functions,
      polls: poller.polls.queue,
      table,
      topics,
      readApi: readApi?.stage,
    })
    const published = publishedNames(names, {
      topic: topics.topic.topicArn,
      fifoTopic: topics.fifoTopic?.topicArn,
      hasWebhooks: webhooks !== null,
      readApi: readApi?.url,
      dashboard: `https://${this.region}.console.aws.amazonaws.com/cloudwatch/home?region=${this.region}#dashboards/dashboard/${dashboard.name}`,
    })
    new PublishedNames(this, 'Names', names, published)
    this.#tag(settings)
    if (!deployment.isWarned) this.#warn(settings)
  }

  #tag({ name, aws }: Settings): void {
    const tags = { application: 'attendance-events', environment: name, ...aws.tags }
    for (const [tag, value] of Object.entries(tags)) Tags.of(this).add(tag, value)
  }

  #warn(settings: Settings): void {
    for (const { id, text } of warningsOf(settings)) Validations.of(this).addWarning(id, text)
  }
}
