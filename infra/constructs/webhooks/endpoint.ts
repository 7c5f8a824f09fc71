import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { webhookQueue, webhookQueueName } from '../../../lib/webhooks/queues.ts'
import { type Webhook, webhookFilterPolicy } from '../../../lib/webhooks/webhook-settings.ts'
import { webhookMetric } from '../../metrics.ts'
import { type Alerting, OperationsAlarm } from '../alarms/operations-alarm.ts'
import { EventSubscription } from '../event-subscription.ts'
import { GuardedQueue } from '../guarded-queue.ts'

export type EndpointProps = {
  environment: string
  webhook: Webhook
  topic: ITopic
  key: IKey
}

/** An endpoint that is not well says so at least once in this time. */
const period = Duration.minutes(30)
const failingTooLong = Duration.hours(12)

/** One endpoint's queue of the events that it wants, and what operations hear of it. */
export class Endpoint extends Construct {
  readonly webhook: Webhook
  readonly queue: GuardedQueue

  constructor(scope: Construct, id: string, alerting: Alerting, props: EndpointProps) {
    super(scope, id)
    this.webhook = props.webhook
    const { name } = props.webhook
    this.queue = new GuardedQueue(this, 'Events', alerting, {
      name: webhookQueueName(name),
      key: props.key,
      ...webhookQueue,
      deadLetterMeaning: `An event could not be delivered to the endpoint ${name} and was given up: that system does not know what happened.`,
      waitingMeaning: `Events for the endpoint ${name} wait in their queue and are not taken from it: that system learns nothing.`,
    })
    new EventSubscription(
      this,
      'Subscription',
      props.topic,
      this.queue,
      webhookFilterPolicy(props.webhook),
    )
    this.#alarms(alerting, props.environment, name)
  }

  #alarms(alerting: Alerting, environment: string, name: string): void {
    new OperationsAlarm(this, 'Failing', alerting, {
      name: `webhook-${name}-failing`,
      section: 'webhook-failing',
      meaning: `The endpoint ${name} has taken nothing for over twelve hours: that system does not know what happened since.`,
      metric: webhookMetric(environment, name, 'WebhookFailingAge', 'Maximum', period),
      limit: { above: failingTooLong.toSeconds() },
    })
    new OperationsAlarm(this, 'Stopped', alerting, {
      name: `webhook-${name}-stopped`,
      section: 'webhook-stopped',
      meaning: `The endpoint ${name} is stopped: nothing is sent there until somebody resumes it, and events are kept for 30 days.`,
      metric: webhookMetric(environment, name, 'WebhookStopped', 'Maximum', period),
      limit: { above: 0 },
    })
  }
}
