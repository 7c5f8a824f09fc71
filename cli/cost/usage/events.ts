import type { Settings } from '../../../lib/settings/settings.ts'
import { assumptions, daysPerMonth, gigabytes } from '../assumptions.ts'
import type { Workload } from '../workload.ts'
import type { MonthlyUse } from './usage.ts'

/** What publishing events uses. */
const published = ({ aws }: Settings, { events }: Workload): MonthlyUse => ({
  // Every event is saved once, over the one before.
  'DynamoDB, write request unit': events * Math.ceil(assumptions.savedKilobytes),
  'SNS, publish': events,
  'SNS FIFO, publish': aws.fifoTopic ? events : 0,
  'EventBridge, event put': aws.eventBus === undefined ? 0 : events,
})

/** What keeping them uses. */
const logged = ({ eventLogDays }: Settings, { events }: Workload): MonthlyUse => ({
  // At worst each is a segment of the event log, and moves its tail.
  'DynamoDB, write request unit': eventLogDays > 0 ? events * 2 : 0,
  'DynamoDB, GB-month stored': gigabytes(
    (events / daysPerMonth) * eventLogDays * assumptions.loggedKilobytes,
  ),
})

/** What events use, until whoever subscribes has them. */
export const eventsUsage = (settings: Settings, workload: Workload): readonly MonthlyUse[] => [
  published(settings, workload),
  logged(settings, workload),
]
