import {
  type CloudWatchClient,
  DescribeAlarmsCommand,
  DisableAlarmActionsCommand,
  EnableAlarmActionsCommand,
  GetMetricStatisticsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch'
import type { Names } from '../../infra/names.ts'
import type { EpochMs } from '../../lib/attendance/moments.ts'
import { type MetricName, metricNamespace } from '../../lib/platform/metric-names.ts'

const feedStale = 'feed-stale'

/** The alarms that take silence for a failure: while an environment is stopped, it is none. */
export const alarmsOnSilence = (names: Names): string[] =>
  [feedStale, 'roster-stale'].map(names.named)

/** Keeps silence from telling anybody. The alarms still show it. */
export const muteSilence = async (cloudWatch: CloudWatchClient, names: Names): Promise<void> => {
  await cloudWatch.send(new DisableAlarmActionsCommand({ AlarmNames: alarmsOnSilence(names) }))
}

/** Lets silence tell people again, at the next change of an alarm. */
export const unmuteSilence = async (cloudWatch: CloudWatchClient, names: Names): Promise<void> => {
  await cloudWatch.send(new EnableAlarmActionsCommand({ AlarmNames: alarmsOnSilence(names) }))
}

/** CloudWatch adds up figures by whole minutes: one that had begun may hold a poll from before. */
const minuteMilliseconds = 60_000
const nextMinute = (moment: EpochMs): EpochMs =>
  Math.ceil(moment / minuteMilliseconds) * minuteMilliseconds

/** Whether a poll was answered since a moment. Its freshness is no proof: dispatches tell it, too. */
const isPolledSince = async (
  cloudWatch: CloudWatchClient,
  names: Names,
  since: EpochMs,
  now: EpochMs,
): Promise<boolean> => {
  const from = nextMinute(since)
  if (now <= from) return false
  const { Datapoints = [] } = await cloudWatch.send(
    new GetMetricStatisticsCommand({
      Namespace: metricNamespace,
      MetricName: 'EmployeesPolled' satisfies MetricName,
      Dimensions: [{ Name: 'service', Value: names.service }],
      StartTime: new Date(from),
      EndTime: new Date(nextMinute(now)),
      Period: minuteMilliseconds / 1_000,
      Statistics: ['SampleCount'],
    }),
  )
  return Datapoints.length > 0
}

const isAlarmOver = async (cloudWatch: CloudWatchClient, names: Names): Promise<boolean> => {
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNames: [names.named(feedStale)] }),
  )
  return MetricAlarms.some(({ StateValue }) => StateValue === 'OK')
}

/**
 * Whether the feed is heard of since a moment: its alarm looks at minutes, and may still show how
 * it was before. The roster's alarm looks at hours, and ends later by itself.
 */
export const isFeedFresh = async (
  cloudWatch: CloudWatchClient,
  names: Names,
  since: EpochMs,
  now: EpochMs,
): Promise<boolean> =>
  (await isPolledSince(cloudWatch, names, since, now)) && (await isAlarmOver(cloudWatch, names))

/**
 * Lets the alarms judge anew. An alarm tells people when it changes: one that went up while it
 * was mute would stay up and say nothing.
 */
export const judgeAnew = async (cloudWatch: CloudWatchClient, names: Names): Promise<void> => {
  for (const AlarmName of alarmsOnSilence(names))
    await cloudWatch.send(
      new SetAlarmStateCommand({
        AlarmName,
        StateValue: 'INSUFFICIENT_DATA',
        StateReason: 'Started by an operator: whatever is silent from now on is a failure',
      }),
    )
}
