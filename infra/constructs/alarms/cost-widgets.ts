import { Duration } from 'aws-cdk-lib'
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { EventTopics } from '../event-topics.ts'
import type { DeployedFunction } from '../functions/deployed-function.ts'
import { graph } from './widgets.ts'

/** What costs something. */
export type CostSources = {
  functions: Record<string, DeployedFunction>
  /** The queue of the polls. */
  polls: IQueue
  table: Table
  topics: EventTopics
}

/** What it costs, hour by hour: time of functions, units of the table, messages. */
export const costWidgets = ({ functions, polls, table, topics }: CostSources): IWidget[] => {
  const sum = { period: Duration.hours(1), statistic: 'Sum' }
  return [
    graph(
      'Cost: functions',
      Object.entries(functions).map(([label, each]) =>
        each.function.metricDuration({ ...sum, label }),
      ),
      'milliseconds an hour',
    ),
    graph(
      'Cost: table, topic, queue',
      [
        table.metricConsumedReadCapacityUnits({ ...sum, label: 'read units' }),
        table.metricConsumedWriteCapacityUnits({ ...sum, label: 'write units' }),
      ],
      'units an hour',
      [
        topics.topic.metricNumberOfMessagesPublished({ ...sum, label: 'messages published' }),
        polls.metricNumberOfMessagesSent({ ...sum, label: 'polls sent' }),
      ],
    ),
  ]
}
