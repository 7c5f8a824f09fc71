import type { SNSClient } from '@aws-sdk/client-sns'
import { publishToFifoTopic } from './fifo-topic.ts'
import { leavingAlone } from './patience.ts'
import type { Publish } from './publication.ts'
import { publishAndHandOn } from './publish-and-hand-on.ts'
import { type PublishingPace, publishToTopic } from './topic.ts'

/** The topics of an environment, by ARN; the FIFO topic only where there is one. */
export type Topics = { topicArn: string; fifoTopicArn: string | undefined }

/**
 * Publishes to every topic of an environment.
 * @param pace of the standard topic, whose quota is the smaller: the FIFO topic only gets what it took
 */
export const publisherFor = (
  sns: SNSClient,
  { topicArn, fifoTopicArn }: Topics,
  pace?: PublishingPace,
  now: () => number = Date.now,
): Publish => {
  const publish = publishToTopic(sns, topicArn, pace)
  if (fifoTopicArn === undefined) return publish
  const fifo = leavingAlone(publishToFifoTopic(sns, fifoTopicArn), now)
  return publishAndHandOn(publish, fifo, now)
}
