import { GetQueueUrlCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { replayMessage } from '../routing/event-message.ts'
import type { ReplayTarget } from '../store/events/replay-record.ts'
import type { LoggedEvent } from '../store/events/segment-record.ts'

/** Sends up to ten events again. @throws {NotTakenError} where not all of them were taken */
export type SendAgain = (target: ReplayTarget, events: readonly LoggedEvent[]) => Promise<void>

/** A queue did not take events. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError'
}

/** SQS takes so many bytes at once. */
const maxBytes = 250_000

/** Whether an event tells how things stand: then it was not published before. */
const isOfSnapshot = ({ attributes }: LoggedEvent): boolean => attributes['snapshot'] === 'true'

const attributesOf = (event: LoggedEvent) =>
  Object.fromEntries(
    Object.entries({ ...event.attributes, ...(!isOfSnapshot(event) && { replayed: 'true' }) }).map(
      ([name, StringValue]) => [name, { DataType: 'String', StringValue }],
    ),
  )

/** An endpoint's queue is told that the event is sent again; a queue of others gets it as from the topic. */
const bodyOf = (target: ReplayTarget, event: LoggedEvent): string =>
  'webhook' in target && !isOfSnapshot(event) ? replayMessage(event.message) : event.message

const entryOf = (target: ReplayTarget, event: LoggedEvent, index: number, isFifo: boolean) => ({
  Id: String(index),
  MessageBody: bodyOf(target, event),
  ...('queue' in target && { MessageAttributes: attributesOf(event) }),
  ...(isFifo && {
    MessageGroupId: event.attributes['employeeId'],
    // SQS drops what it has had within five minutes.
    MessageDeduplicationId: `${event.id}-replayed`,
  }),
})

/** As few parts as the limits of a batch allow, in order. */
const partsOf = (events: readonly LoggedEvent[]): LoggedEvent[][] => {
  const parts: LoggedEvent[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const event of events) {
    const size = Buffer.byteLength(event.message) + 1_000
    if (bytes + size > maxBytes) parts.push([])
    bytes = bytes + size > maxBytes ? size : bytes + size
    parts.at(-1)?.push(event)
  }
  return parts
}

/** The name and account of a queue, by its ARN. */
const queueNamed = (arn: string) => {
  const [, , , , QueueOwnerAWSAccountId, QueueName] = arn.split(':')
  return { QueueOwnerAWSAccountId, QueueName }
}

/**
 * Sends events again by SQS: to the queue of an endpoint, which `deliver-webhook` reads, or to any other.
 * @param queueUrlPrefix the URL of an endpoint's queue without the endpoint's name
 */
export const sendAgainBy = (sqs: SQSClient, queueUrlPrefix: string): SendAgain => {
  const urls = new Map<string, string>()
  const urlOf = async (target: ReplayTarget): Promise<string> => {
    if ('webhook' in target) return `${queueUrlPrefix}${target.webhook}`
    const known = urls.get(target.queue)
    if (known !== undefined) return known
    const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand(queueNamed(target.queue)))
    urls.set(target.queue, QueueUrl)
    return QueueUrl
  }
  return async (target, events) => {
    const QueueUrl = await urlOf(target)
    const isFifo = QueueUrl.endsWith('.fifo')
    for (const part of partsOf(events)) {
      const Entries = part.map((event, index) => entryOf(target, event, index, isFifo))
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
      const [first] = Failed
      if (first !== undefined)
        throw new NotTakenError(`The queue did not take ${Failed.length} events: ${first.Code}`)
    }
  }
}
