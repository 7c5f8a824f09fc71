import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Settings } from '../../lib/platform/settings.ts'
import { environmentMetrics } from '../metrics.ts'
import { type Alerting, OperationsAlarm } from './operations-alarm.ts'

const minute = Duration.minutes(1)
const fiveMinutes = Duration.minutes(5)

/** From when on the feed is stale: five missed polls, and at least ten minutes. */
export const staleAfterSeconds = ({ polling }: Settings): number =>
  Math.max(600, 5 * polling.clockingsEverySeconds)

/** The alarms on what is published, and on the Workforce API. */
export class FeedAlarms extends Construct {
  constructor(scope: Construct, id: string, alerting: Alerting, settings: Settings) {
    super(scope, id)
    const metric = environmentMetrics(settings.name)
    const rosterPeriod = Duration.seconds(settings.polling.rosterEverySeconds)

    new OperationsAlarm(this, 'FeedStale', alerting, {
      name: 'feed-stale',
      meaning: 'Nobody learns who clocks in or out: changes are not being seen.',
      metric: metric('Freshness', 'Maximum', minute),
      limit: { above: staleAfterSeconds(settings) },
      periods: 5,
      isSilenceBad: true,
    })
    new OperationsAlarm(this, 'OutboxOld', alerting, {
      name: 'outbox-old',
      meaning: 'Changes were seen but subscribers have not been told for over five minutes.',
      metric: metric('OldestPendingAge', 'Maximum', minute),
      limit: { above: 300 },
      periods: 3,
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
      metric: metric('RosterRefused', 'Sum', rosterPeriod),
      limit: { above: 0 },
    })
    new OperationsAlarm(this, 'RosterStale', alerting, {
      name: 'roster-stale',
      meaning: 'The list of employees has not been read for long: who joined is not watched.',
      metric: metric('RosterSize', 'Maximum', rosterPeriod),
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
    })
    new OperationsAlarm(this, 'WindowClamped', alerting, {
      name: 'window-clamped',
      meaning:
        'Someone was not polled for 90 days, as far back as the API answers: changes are lost.',
      metric: metric('WindowClamped', 'Sum', fiveMinutes),
      limit: { above: 0 },
    })
    new OperationsAlarm(this, 'StateUnreadable', alerting, {
      name: 'state-unreadable',
      meaning: 'What was saved of someone cannot be read: their changes are not seen.',
      metric: metric('StateUnreadable', 'Sum', fiveMinutes),
      limit: { above: 0 },
    })
  }
}
