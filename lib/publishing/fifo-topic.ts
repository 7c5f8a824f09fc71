import { PublishCommand } from '@aws-sdk/client-sns'
import { noTurn, type Publish, type TopicMessage } from './publication.ts'
import { failureOf, isOfWhatWasSent, messageAttributes, timeLimit } from './topic.ts'

/** What publishing one by one needs of an SNS client. */
export type MessagePublisher = {
  send: (command: PublishCommand, options?: { abortSignal: AbortSignal }) => Promise<unknown>
}

/** After so many failures of the topic in one call nothing else of it is tried. */
const mostFailures = 3
/** A topic that does not answer a request is given up on after so many milliseconds. */
const longestAnswer = 5_000

const command = (topicArn: string, { id, message, attributes }: TopicMessage) =>
  new PublishCommand({
    TopicArn: topicArn,
    Message: message,
    MessageAttributes: messageAttributes(attributes),
    MessageGroupId: attributes['employeeId'],
    MessageDeduplicationId: id,
  })

/**
 * Publishes to a FIFO topic: the group is the employee, the deduplication id the event's.
 * One by one, because a batch can fail in part, and whatever followed the failed event would
 * then arrive before it. Of an employee of whom SNS did not take an event nothing else is tried; of
 * nobody, once the topic has failed a few times, or not answered once.
 */
export const publishToFifoTopic =
  (sns: MessagePublisher, topicArn: string): Publish =>
  async (entries, within, { onTaken } = {}) => {
    const all = timeLimit(within)
    const acknowledged = new Set<string>()
    const failures = new Map<string, string>()
    const stopped = new Set<string | undefined>()
    let failed = 0
    let hasAnswered = false
    for (const entry of entries) {
      const { employeeId } = entry.attributes
      if (stopped.has(employeeId)) continue
      const one = timeLimit(longestAnswer)
      try {
        await sns.send(command(topicArn, entry), { abortSignal: AbortSignal.any([all, one]) })
        acknowledged.add(entry.id)
        onTaken?.([entry.id])
        hasAnswered = true
      } catch (error) {
        // Whoever has answered before is slow, not silent: for the rest there was no time.
        const isSlow = hasAnswered && all.aborted
        failures.set(entry.id, isSlow ? noTurn : failureOf(error))
        stopped.add(employeeId)
        if (error instanceof Error && isOfWhatWasSent(error)) hasAnswered = true
        else if (!isSlow) failed++
        if (failed >= mostFailures || all.aborted || one.aborted) break
      }
    }
    return { acknowledged, failures, ...(failed > 0 && { isUnanswered: true }) }
  }
