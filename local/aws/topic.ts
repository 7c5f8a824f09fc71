import { CreateTopicCommand, type SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'

/** Creates a topic. @returns its ARN */
export const createEventTopic = async (sns: SNSClient, name: string): Promise<string> => {
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: name }))
  return TopicArn
}

/** Subscribes a queue that gets messages exactly as they were published: all, or some. */
export const subscribeQueue = async (
  sns: SNSClient,
  topicArn: string,
  queueArn: string,
  filterPolicy: Record<string, string[]> | null = null,
): Promise<void> => {
  await sns.send(
    new SubscribeCommand({
      TopicArn: topicArn,
      Protocol: 'sqs',
      Endpoint: queueArn,
      Attributes: {
        RawMessageDelivery: 'true',
        ...(filterPolicy && { FilterPolicy: JSON.stringify(filterPolicy) }),
      },
    }),
  )
}
