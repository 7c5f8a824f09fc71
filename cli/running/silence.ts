import {
  type CloudWatchClient,
  DescribeAlarmsCommand,
  DisableAlarmActionsCommand,
  EnableAlarmActionsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch'
import type { Names } from '../../infra/names.ts'

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

/** Whether the feed is heard of. The roster's alarm looks at hours, and ends later by itself. */
export const isFeedFresh = async (cloudWatch: CloudWatchClient, names: Names): Promise<boolean> => {
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNames: [names.named(feedStale)] }),
  )
  return MetricAlarms.some(({ StateValue }) => StateValue === 'OK')
}

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
