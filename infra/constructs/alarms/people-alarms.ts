import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Settings } from '../../../lib/settings/settings.ts'
import { absencePeriod, behindAfterSeconds, pollPeriod } from '../../alarm-periods.ts'
import { environmentMetrics } from '../../metrics.ts'
import { type Alerting, OperationsAlarm } from './operations-alarm.ts'

const hour = Duration.hours(1)

/** The alarms on single people, and on single records, while the others are well. */
export class PeopleAlarms extends Construct {
  constructor(scope: Construct, id: string, alerting: Alerting, settings: Settings) {
    super(scope, id)
    const metric = environmentMetrics(settings.name)
    const polls = pollPeriod(settings)

    new OperationsAlarm(this, 'SomeoneBehind', alerting, {
      name: 'someone-behind',
      meaning:
        'Someone was not asked about for hours: nobody learns when they clock in or out, while all others are seen.',
      metric: metric('OldestBehindAge', 'Maximum', polls),
      limit: { above: behindAfterSeconds(settings) },
      periods: 3,
    })
    new OperationsAlarm(this, 'AbsencesUnread', alerting, {
      name: 'absences-unread',
      meaning:
        'The absences of someone cannot be read: who fell ill or changed a holiday is still expected at work.',
      metric: metric('AbsencesBehind', 'Maximum', polls),
      limit: { above: 0 },
      periods: 6,
    })
    new OperationsAlarm(this, 'LossDoubted', alerting, {
      name: 'loss-doubted',
      meaning:
        'So many records are missing at once that it is not believed: if they were deleted, nobody has been told.',
      // Until the next complete answer, or mail would begin and end with every poll.
      metric: metric('LossDoubted', 'Maximum', absencePeriod(settings)),
      limit: { above: 0 },
    })
    new OperationsAlarm(this, 'RecordsUnreadable', alerting, {
      name: 'records-unreadable',
      meaning:
        'A clocking or an absence cannot be read: what it says is not told, while the rest of that person is.',
      metric: metric('RecordsUnreadable', 'Maximum', polls.toSeconds() > 3_600 ? polls : hour),
      limit: { above: 0 },
    })
  }
}
