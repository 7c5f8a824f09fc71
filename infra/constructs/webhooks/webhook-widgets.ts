import { Duration } from 'aws-cdk-lib'
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { MetricName } from '../../../lib/platform/metric-names.ts'
import type { Webhook } from '../../../lib/webhooks/webhook-settings.ts'
import { webhookMetric } from '../../metrics.ts'
import { graph } from '../alarms/widgets.ts'

/** What endpoints took, and which of them do not. */
export const webhookWidgets = (environment: string, webhooks: readonly Webhook[]): IWidget[] => {
  const of = (metric: MetricName, statistic: 'Sum' | 'Maximum') =>
    webhooks.map(({ name }) =>
      webhookMetric(environment, name, metric, statistic, Duration.minutes(5)).with({
        label: `${metric} ${name}`,
      }),
    )
  return [
    graph('Webhooks', of('WebhooksDelivered', 'Sum'), 'events', [
      ...of('WebhooksFailed', 'Sum'),
      ...of('WebhooksGivenUp', 'Sum'),
    ]),
    graph(
      'Which endpoint fails, or is stopped?',
      of('WebhookFailingAge', 'Maximum'),
      'seconds',
      of('WebhookStopped', 'Maximum'),
    ),
  ]
}
