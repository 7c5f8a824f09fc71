import {
  CreateTopicCommand,
  paginateListSubscriptionsByTopic,
  SetSubscriptionAttributesCommand,
  type SNSClient,
  SubscribeCommand,
} from '@aws-sdk/client-sns'

/** Creates a topic, or finds it. @returns its ARN */
export const createEventTopic = async (sns: SNSClient, name: string): Promise<string> => {
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: name }))
  return TopicArn
}

const subscriptionOf = async (
  client: SNSClient,
  TopicArn: string,
  queueArn: string,
): Promise<string | null> => {
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client },
    { TopicArn },
  ))
    for (const { Endpoint, SubscriptionArn } of Subscriptions)
      if (Endpoint === queueArn) return SubscriptionArn ?? null
  return null
}

/**
 * Subscribes a queue that gets messages exactly as they were published: all, or some. One that
 * is subscribed from an earlier run gets what it gets now.
 */
export const subscribeQueue = async (
  sns: SNSClient,
  topicArn: string,
  queueArn: string,
  filterPolicy: Record<string, string[]> | null = null,
): Promise<void> => {
  const Attributes = {
    RawMessageDelivery: 'true',
    ...(filterPolicy && { FilterPolicy: JSON.stringify(filterPolicy) }),
  }
  const SubscriptionArn = await subscriptionOf(sns, topicArn, queueArn)
  if (SubscriptionArn === null) {
    const subscription = { TopicArn: topicArn, Protocol: 'sqs', Endpoint: queueArn, Attributes }
    await sns.send(new SubscribeCommand(subscription))
    return
  }
  for (const [AttributeName, AttributeValue] of Object.entries(Attributes))
    await sns.send(
      new SetSubscriptionAttributesCommand({ SubscriptionArn, AttributeName, AttributeValue }),
    )
}
