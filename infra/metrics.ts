import type { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import {
  type MetricName,
  metricNamespace,
  serviceName,
  typeDimension,
  webhookDimension,
} from '../lib/platform/metric-names.ts'

/** A metric of an environment, as the functions publish it. */
export const environmentMetrics =
  (environment: string) =>
  (metricName: MetricName, statistic: string, period: Duration, label?: string) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { service: serviceName(environment) },
      statistic,
      period,
      ...(label !== undefined && { label }),
    })

/** A count that is told by one dimension: by kind of destination, or by channel. */
export const countBy = (
  environment: string,
  metricName: MetricName,
  dimension: string,
  value: string,
  period: Duration,
): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: serviceName(environment), [dimension]: value },
    statistic: 'Sum',
    period,
  })

/** A figure of one endpoint. */
export const webhookMetric = (
  environment: string,
  webhook: string,
  metricName: MetricName,
  statistic: 'Sum' | 'Maximum',
  period: Duration,
): Metric => countBy(environment, metricName, webhookDimension, webhook, period).with({ statistic })

/** How many events of one type were published. */
export const eventsOfType = (environment: string, type: string, period: Duration): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName: 'EventsPublished' satisfies MetricName,
    dimensionsMap: { service: serviceName(environment), [typeDimension]: type },
    statistic: 'Sum',
    period,
    label: type,
  })
