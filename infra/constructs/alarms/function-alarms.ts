import { Duration } from 'aws-cdk-lib'
import { type Alarm, type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { type Alerting, OperationsAlarm } from './operations-alarm.ts'

export type FunctionAlarmsProps = {
  name: string
  timeoutSeconds: number
  /** What it means for people that it does not run, or fails. */
  withoutIt: string
  /** Given where it is started on a schedule. */
  scheduled?: unknown
  /** Whether one failed run is told. */
  doesOneFailureCount?: boolean
}

/** Those that say whether a release does well. */
export type FunctionAlarms = { errors: Alarm; timeout: Alarm }

const period = Duration.minutes(5)

/** Runs that Lambda gave up, and those of them that it could not even leave as a dead letter. */
const lostRuns = (started: IFunction): IMetric => {
  const count = (metricName: string) => started.metric(metricName, { period, statistic: 'Sum' })
  return new MathExpression({
    expression: 'FILL(dropped, 0) + FILL(undelivered, 0)',
    usingMetrics: {
      dropped: count('AsyncEventsDropped'),
      undelivered: count('DestinationDeliveryFailures'),
    },
    period,
    label: 'runs lost',
  })
}

/** The alarms that every function has: it fails, it nears its time-out, it may not run. */
export const functionAlarms = (
  scope: Construct,
  alerting: Alerting,
  guarded: IFunction,
  { name, timeoutSeconds, withoutIt, scheduled, doesOneFailureCount }: FunctionAlarmsProps,
): FunctionAlarms => {
  const severalTimes = { periods: 2, of: 3 }
  const { alarm: errors } = new OperationsAlarm(scope, 'ErrorsAlarm', alerting, {
    name: `${name}-errors`,
    section: 'function-errors',
    meaning: `${name} fails: ${withoutIt}`,
    metric: guarded.metricErrors({ period, statistic: 'Sum' }),
    limit: { above: 0 },
    // All tries of a run may fall into one period, or each into another.
    ...(doesOneFailureCount ? {} : severalTimes),
  })
  const { alarm: timeout } = new OperationsAlarm(scope, 'TimeoutAlarm', alerting, {
    name: `${name}-near-timeout`,
    section: 'near-timeout',
    meaning: `${name} used more than nine tenths of its ${timeoutSeconds} s: soon it will be cut off, and its work comes late.`,
    metric: guarded.metricDuration({ period, statistic: 'Maximum' }),
    limit: { above: timeoutSeconds * 1_000 * 0.9 },
  })
  new OperationsAlarm(scope, 'ThrottledAlarm', alerting, {
    name: `${name}-throttled`,
    section: 'function-throttled',
    meaning: `Lambda holds ${name} back, again and again: ${withoutIt}`,
    metric: guarded.metricThrottles({ period, statistic: 'Sum' }),
    limit: { above: 0 },
    ...severalTimes,
  })
  if (scheduled === undefined) return { errors, timeout }
  new OperationsAlarm(scope, 'RunsLostAlarm', alerting, {
    name: `${name}-runs-lost`,
    section: 'runs-lost',
    meaning: `A scheduled run of ${name} was given up, or could not even be left as a dead letter: ${withoutIt}`,
    metric: lostRuns(guarded),
    limit: { above: 0 },
    ...(doesOneFailureCount ? {} : severalTimes),
  })
  return { errors, timeout }
}
