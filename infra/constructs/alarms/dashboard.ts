import { Duration } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { Dashboard, type IWidget } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { eventNames } from '../../../lib/attendance/events/events.ts'
import { destinationDimension } from '../../../lib/platform/metric-names.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import { countBy, environmentMetrics, eventsOfType } from '../../metrics.ts'
import type { Names } from '../../names.ts'
import type { EventTopics } from '../event-topics.ts'
import { readApiWidgets } from '../read-api/read-api-widgets.ts'
import { webhookWidgets } from '../webhooks/webhook-widgets.ts'
import { type CostSources, costWidgets } from './cost-widgets.ts'
import { graph, value } from './widgets.ts'

export type DashboardProps = CostSources & {
  settings: Settings
  names: Names
  /** Where it has a read API. */
  readApi: HttpStage | undefined
}

const minute = Duration.minutes(1)
const fiveMinutes = Duration.minutes(5)
const hour = Duration.hours(1)

/** Answers at a glance: is it fresh, how late are events, what happens, what does it cost. */
export class FeedDashboard extends Construct {
  readonly name: string

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id)
    this.name = props.names.stack
    const { webhooks, name: environment } = props.settings
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.name,
      defaultInterval: Duration.hours(12),
      widgets: [
        freshness(environment),
        [delays(environment), events(environment)],
        calls(environment),
        people(environment),
        [messages(environment), subscribers(props.topics)],
        ...(webhooks.length === 0 ? [] : [webhookWidgets(environment, webhooks)]),
        ...(props.readApi === undefined ? [] : [readApiWidgets(props.readApi)]),
        costWidgets(props),
      ],
    })
  }
}

const freshness = (environment: string): IWidget[] => {
  const metric = environmentMetrics(environment)
  return [
    value('Is it fresh? Oldest poll', metric('Freshness', 'Maximum', minute)),
    value(
      'How long until a change is seen',
      metric('DetectionDelay', 'p50', hour, 'half within'),
      metric('DetectionDelay', 'p99', hour, '99 of 100 within'),
    ),
    value(
      'Do subscribers wait? Oldest event in the outbox',
      metric('OldestPendingAge', 'Maximum', minute),
    ),
  ]
}

const delays = (environment: string): IWidget => {
  const metric = environmentMetrics(environment)
  return graph(
    'Freshness and detection',
    [
      metric('Freshness', 'Maximum', fiveMinutes),
      metric('DetectionDelay', 'p50', fiveMinutes, 'DetectionDelay p50'),
      metric('DetectionDelay', 'p99', fiveMinutes, 'DetectionDelay p99'),
      metric('OldestPendingAge', 'Maximum', fiveMinutes),
    ],
    'seconds',
  )
}

const events = (environment: string): IWidget =>
  graph(
    'Events by type',
    eventNames.map((name) => eventsOfType(environment, `attendance.${name}`, fiveMinutes)),
    'events',
  )

const calls = (environment: string): IWidget[] => {
  const metric = environmentMetrics(environment)
  const counted = (name: Parameters<typeof metric>[0]) => metric(name, 'Sum', fiveMinutes)
  return [
    graph(
      'Workforce API',
      [counted('ApiRequests')],
      'requests',
      (['ApiThrottles', 'ApiErrors', 'ApiUnexpected', 'CredentialsRefused'] as const).map(counted),
    ),
    graph(
      'Does the budget of requests suffice?',
      [metric('BudgetLoad', 'Average', fiveMinutes)],
      'percent',
      [metric('RequestRate', 'Minimum', fiveMinutes)],
    ),
    graph(
      'Polls',
      [counted('EmployeesPolled'), metric('RosterSize', 'Maximum', hour)],
      'employees',
      (
        [
          'PollsFailed',
          'PollSkipped',
          'RosterFailed',
          'PublishFailures',
          'EventLogFailures',
        ] as const
      ).map(counted),
    ),
  ]
}

/** Who is behind, and what is not told although it is there, or was. */
const people = (environment: string): IWidget[] => {
  const metric = environmentMetrics(environment)
  const most = (name: Parameters<typeof metric>[0]) => metric(name, 'Maximum', fiveMinutes)
  const counted = (name: Parameters<typeof metric>[0]) => metric(name, 'Sum', fiveMinutes)
  return [
    graph(
      'Who is behind?',
      [most('OldestBehindAge')],
      'seconds',
      (['EmployeesBehind', 'AbsencesBehind'] as const).map(most),
    ),
    graph(
      'What cannot be read, or not be believed?',
      (['LossDoubted', 'RecordsUnreadable'] as const).map(most),
      'people, records',
      (['StateUnreadable', 'WindowClamped', 'RosterRefused', 'LeaversRefused'] as const).map(
        counted,
      ),
    ),
  ]
}

const messages = (environment: string): IWidget => {
  const by = (name: 'AlertsSent' | 'AlertsFailed' | 'AlertsRefused') =>
    ['slack', 'email'].map((kind) =>
      countBy(environment, name, destinationDimension, kind, fiveMinutes).with({
        label: `${name} ${kind}`,
      }),
    )
  const unknown = environmentMetrics(environment)('AlertsUnknown', 'Sum', fiveMinutes)
  return graph('Messages to people', by('AlertsSent'), 'messages', [
    ...by('AlertsFailed'),
    ...by('AlertsRefused'),
    unknown,
  ])
}

/** What SNS delivered to services, and what it could not. */
const subscribers = ({ all }: EventTopics): IWidget => {
  const sum = { period: fiveMinutes, statistic: 'Sum' }
  return graph(
    'Deliveries to subscribers',
    all.map((topic) => topic.metricNumberOfNotificationsDelivered(sum)),
    'events',
    all.map((topic) => topic.metricNumberOfNotificationsFailed(sum)),
  )
}
