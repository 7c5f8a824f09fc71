import { Duration } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { type Alerting, OperationsAlarm } from './operations-alarm.ts'

/**
 * Tells that SNS gave up delivering something. To HTTPS it counts every try that failed, to
 * everything else the message, once no further try is made.
 * @param what of whom: `events` gives the alarm `events-undelivered`
 */
export const undeliveredAlarm = (
  scope: Construct,
  alerting: Alerting,
  topic: ITopic,
  { what, meaning }: { what: string; meaning: string },
): OperationsAlarm =>
  new OperationsAlarm(scope, `Undelivered-${what}`, alerting, {
    name: `${what}-undelivered`,
    section: 'undelivered',
    meaning,
    metric: topic.metricNumberOfNotificationsFailed({
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    limit: { above: 0 },
  })
