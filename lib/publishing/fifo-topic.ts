import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns'

import { type Message, messageAttributes, type Publish, timeLimit } from './topic.ts'

/**
 * Publishes to a FIFO topic: the group is the employee, the deduplication id the event's.
 * One by one, because a batch can fail in part, and whatever followed the failed event would
 * then arrive before it. Stops at the first event that SNS does not take.
 */
export const publishToFifoTopic =
  (sns: SNSClient, topicArn: string): Publish =>
  async (entries, within) => {
    const abortSignal = timeLimit(within)
    const acknowledged = new Set<string>()
    for (const { id, message, attributes } of entries) {
      const command = new PublishCommand({
        TopicArn: topicArn,
        Message: message,
        MessageAttributes: messageAttributes(attributes),
        MessageGroupId: attributes['employeeId'],
        MessageDeduplicationId: id,
      })
      try {
        await sns.send(command, { abortSignal })
      } catch (error) {
        const failures = [error instanceof Error ? error.name : 'unknown']
        return { acknowledged, failures, isUnanswered: true }
      }
      acknowledged.add(id)
    }
    return { acknowledged, failures: [] }
  }

/** The entries before the first that was not acknowledged. */
const leading = (
  entries: readonly Message[],
  acknowledged: ReadonlySet<string>,
): readonly Message[] => {
  const gap = entries.findIndex(({ id }) => !acknowledged.has(id))
  return gap === -1 ? entries : entries.slice(0, gap)
}

/**
 * Publishes twice: an event counts as acknowledged once both took it. The second publisher
 * only gets what the first took without a gap, so that it sees events in order.
 */
export const publishToBoth =
  (first: Publish, second: Publish): Publish =>
  async (entries, within) => {
    const one = await first(entries, within)
    const two = await second(leading(entries, one.acknowledged), within)
    const isUnanswered = one.isUnanswered === true || two.isUnanswered === true
    const failures = [...one.failures, ...two.failures]
    return { acknowledged: two.acknowledged, failures, ...(isUnanswered && { isUnanswered }) }
  }
