import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns'
import { messageAttributes, type Publish, timeLimit } from './topic.ts'

/** After so many failures of one call nothing else of it is tried. */
const mostFailures = 3

/**
 * Publishes to a FIFO topic: the group is the employee, the deduplication id the event's.
 * One by one, because a batch can fail in part, and whatever followed the failed event would
 * then arrive before it. Of an employee of whom SNS did not take an event nothing else is tried; of
 * nobody, once it has taken none for some in a row.
 */
export const publishToFifoTopic =
  (sns: Pick<SNSClient, 'send'>, topicArn: string): Publish =>
  async (entries, within) => {
    const abortSignal = timeLimit(within)
    const acknowledged = new Set<string>()
    const failures: string[] = []
    const stopped = new Set<string | undefined>()
    for (const { id, message, attributes } of entries) {
      const { employeeId } = attributes
      if (stopped.has(employeeId)) continue
      if (failures.length >= mostFailures) break
      const command = new PublishCommand({
        TopicArn: topicArn,
        Message: message,
        MessageAttributes: messageAttributes(attributes),
        MessageGroupId: employeeId,
        MessageDeduplicationId: id,
      })
      try {
        await sns.send(command, { abortSignal })
        acknowledged.add(id)
      } catch (error) {
        failures.push(error instanceof Error ? error.name : 'unknown')
        stopped.add(employeeId)
      }
    }
    return { acknowledged, failures, ...(failures.length > 0 && { isUnanswered: true }) }
  }
