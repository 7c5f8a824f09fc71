import { Duration } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch'
import { graph } from '../alarms/widgets.ts'

/** How often the read API is asked, what it could not answer, and how long answers take. */
export const readApiWidgets = (stage: HttpStage): IWidget[] => {
  const period = Duration.minutes(5)
  const sum = { period, statistic: 'Sum' }
  return [
    graph('Read API', [stage.metricCount({ ...sum, statistic: 'SampleCount' })], 'requests', [
      stage.metricClientError(sum),
      stage.metricServerError(sum),
    ]),
    graph(
      'How long does the read API take?',
      [
        stage.metricLatency({ period, statistic: 'p50', label: 'half within' }),
        stage.metricLatency({ period, statistic: 'p99', label: '99 of 100 within' }),
      ],
      'milliseconds',
    ),
  ]
}
