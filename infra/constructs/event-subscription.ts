import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSubscription, type ITopic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { GuardedQueue } from './guarded-queue.ts'

/**
 * Delivers to a queue of ours the events that a filter policy over their attributes lets through, or
 * all of them. CDK's own subscription would widen the policy of the key, which lets this topic
 * through already.
 */
export class EventSubscription extends Construct {
  constructor(
    scope: Construct,
    id: string,
    topic: ITopic,
    { queue, deadLetters }: GuardedQueue,
    filterPolicy: Record<string, string[]> | null,
  ) {
    super(scope, id)
    const subscription = new CfnSubscription(this, 'Subscription', {
      topicArn: topic.topicArn,
      protocol: 'sqs',
      endpoint: queue.queueArn,
      rawMessageDelivery: true,
      ...(filterPolicy !== null && { filterPolicy }),
      redrivePolicy: { deadLetterTargetArn: deadLetters.queueArn },
    })
    for (const target of [queue, deadLetters]) {
      this.#letDeliver(topic, target)
      subscription.node.addDependency(target)
    }
  }

  #letDeliver(topic: ITopic, queue: Queue): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'EventsTopicMayDeliver',
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': topic.topicArn } },
      }),
    )
  }
}
