import { CreateTopicCommand, type SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'

/** Creates a topic. @returns its ARN */
export const createEventTopic = async (sns: SNSClient, name: string): Promise<string> => {
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: name }))
  return TopicArn
}

/** Subscribes a queue that gets messages exactly as they were published. */
export const subscribeQueue = async (
  sns: SNSClient,
  topicArn: string,
  queueArn: string,
): Promise<void> => {
  await sns.send(
    new SubscribeCommand({
      TopicArn: topicArn,
      Protocol: 'sqs',
      Endpoint: queueArn,
      Attributes: { RawMessageDelivery: 'true' },
    }),
  )
}
