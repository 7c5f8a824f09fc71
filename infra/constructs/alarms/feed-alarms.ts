import { Duration } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Settings } from '../../../lib/settings/settings.ts'
import {
  periodsOfThreePolls,
  pollPeriod,
  rosterPeriod,
  staleAfterSeconds,
} from '../../alarm-periods.ts'
import { environmentMetrics } from '../../metrics.ts'
import { type Alerting, OperationsAlarm } from './operations-alarm.ts'

const minute = Duration.minutes(1)
const fiveMinutes = Duration.minutes(5)

/**
 * The alarms on what is published, and on the Workforce API. An alarm's name is taken where it
 * is deployed, so it stays in its construct: CloudFormation would make the new one first.
 */
export class FeedAlarms extends Construct {
  /** Those that a release alone can set off, and that are over once it is taken back. */
  readonly ofReleases: readonly Alarm[]

  constructor(scope: Construct, id: string, alerting: Alerting, settings: Settings) {
    super(scope, id)
    const metric = environmentMetrics(settings.name)
    const polls = pollPeriod(settings)
    const refreshes = rosterPeriod(settings)

    const stale = new OperationsAlarm(this, 'FeedStale', alerting, {
      name: 'feed-stale',
      meaning: 'Nobody learns who clocks in or out: changes are not being seen.',
      metric: metric('Freshness', 'Maximum', minute),
      limit: { above: staleAfterSeconds(settings) },
      periods: 5,
      isSilenceBad: true,
    })
    const outboxOld = new OperationsAlarm(this, 'OutboxOld', alerting, {
      name: 'outbox-old',
      meaning: 'Changes were seen but subscribers have not been told for over five minutes.',
      metric: metric('OldestPendingAge', 'Maximum', minute),
      limit: { above: 300 },
      periods: 3,
      of: periodsOfThreePolls(settings, minute),
    })
    new OperationsAlarm(this, 'CredentialsRefused', alerting, {
      name: 'credentials-refused',
      meaning: 'The Workforce API refuses our credentials: nothing is seen until they are right.',
      metric: metric('CredentialsRefused', 'Sum', fiveMinutes),
      limit: { above: 0 },
    })
    new OperationsAlarm(this, 'RosterRefused', alerting, {
      name: 'roster-refused',
      meaning:
        'The list of employees lost too many at once and was not believed: who joined is not watched.',
      metric: metric('RosterRefused', 'Sum', refreshes),
      limit: { above: 0 },
    })
    new OperationsAlarm(this, 'RosterStale', alerting, {
      name: 'roster-stale',
      meaning: 'The list of employees has not been read for long: who joined is not watched.',
      metric: metric('RosterSize', 'Maximum', refreshes),
      limit: { below: 1 },
      periods: 3,
      isSilenceBad: true,
    })
    new OperationsAlarm(this, 'Throttled', alerting, {
      name: 'throttled',
      meaning: 'The Workforce API asks us to slow down: changes come late.',
      metric: metric('ApiThrottles', 'Sum', fiveMinutes),
      limit: { above: 10 },
      periods: 3,
      of: periodsOfThreePolls(settings, fiveMinutes),
    })
    new OperationsAlarm(this, 'OverBudget', alerting, {
      name: 'over-budget',
      meaning:
        'There are more people than the requests of workforce.requestsPerSecond serve, or than the API takes: all are seen later than is set, by as much as this is above 100 percent. The log of dispatch-polls names the setting that would serve them.',
      metric: metric('BudgetLoad', 'Average', fiveMinutes),
      limit: { above: 100 },
      periods: 3,
    })
    new OperationsAlarm(this, 'WindowClamped', alerting, {
      name: 'window-clamped',
      meaning:
        'Someone was not asked about for almost 90 days, as far back as the API answers: changes are lost.',
      metric: metric('WindowClamped', 'Sum', polls),
      limit: { above: 0 },
    })
    const unreadable = new OperationsAlarm(this, 'StateUnreadable', alerting, {
      name: 'state-unreadable',
      meaning:
        'What was saved of someone, or of a shard of people, cannot be read: their changes are not seen.',
      metric: metric('StateUnreadable', 'Sum', polls),
      limit: { above: 0 },
    })
    const failing = new OperationsAlarm(this, 'PollsFailing', alerting, {
      name: 'polls-failing',
      meaning: 'Polls fail again and again: who clocks in or out is not seen, or seen late.',
      metric: metric('PollsFailed', 'Sum', fiveMinutes),
      limit: { above: 0 },
      periods: 3,
      of: periodsOfThreePolls(settings, fiveMinutes),
    })
    new OperationsAlarm(this, 'RosterFailing', alerting, {
      name: 'roster-failing',
      meaning:
        'The list of employees could not be read twice in a row: who joined is not watched yet, who left still is.',
      metric: metric('RosterFailed', 'Sum', refreshes),
      limit: { above: 0 },
      periods: 2,
    })
    const ofReleases = [stale, outboxOld, unreadable, failing]
    if (settings.eventLogDays > 0)
      ofReleases.push(
        new OperationsAlarm(this, 'EventLogFailing', alerting, {
          name: 'event-log-failing',
          meaning:
            'Published events do not get into the event log: subscribers get them again and again until they do.',
          metric: metric('EventLogFailures', 'Sum', fiveMinutes),
          limit: { above: 0 },
          periods: 3,
          of: periodsOfThreePolls(settings, fiveMinutes),
        }),
      )
    this.ofReleases = ofReleases.map(({ alarm }) => alarm)
  }
}
