import {
  type BatchResultErrorEntry,
  type SendMessageBatchRequestEntry as Entry,
  GetQueueUrlCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { second } from '../attendance/moments.ts'
import { replayMessage } from '../routing/event-message.ts'
import type { ReplayTarget } from '../store/events/replay-record.ts'
import type { LoggedEvent } from '../store/events/segment-record.ts'
import { isForWhatItIs, type Refusal, reasonOf, refusedRequest } from './refusals.ts'

/**
 * Sends up to ten events again.
 * @returns those that the queue refuses for what they are
 * @throws {NotTakenError} where it does not take others
 */
export type SendAgain = (
  target: ReplayTarget,
  events: readonly LoggedEvent[],
) => Promise<readonly Refusal[]>

/** A queue did not take events. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError'
}

/** SQS takes so many bytes at once. */
const maxBytes = 250_000

/** What a queue does not take for its own sake is sent to it so often before it counts as failing. */
const mostTries = 3
const pauseBetweenTries = second

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

/**
 * As few parts as the limits of a batch allow, in order; for a FIFO queue, which may fail to take some of a batch, with one
 * of each employee's in a part.
 */
const partsOf = (events: readonly LoggedEvent[], isFifo: boolean): LoggedEvent[][] => {
  const parts: LoggedEvent[][] = []
  let bytes = Number.POSITIVE_INFINITY
  const isOfOne = (a: LoggedEvent) => (b: LoggedEvent) =>
    a.attributes['employeeId'] === b.attributes['employeeId']
  for (const event of events) {
    const size = Buffer.byteLength(event.message) + 1_000
    const isNext = bytes + size > maxBytes || (isFifo && parts.at(-1)?.some(isOfOne(event)))
    if (isNext) parts.push([])
    bytes = isNext ? size : bytes + size
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
export const sendAgainBy = (
  sqs: SQSClient,
  queueUrlPrefix: string,
  wait: (milliseconds: number) => Promise<void>,
): SendAgain => {
  const urls = new Map<string, string>()
  const urlOf = async (target: ReplayTarget): Promise<string> => {
    if ('webhook' in target) return `${queueUrlPrefix}${target.webhook}`
    const known = urls.get(target.queue)
    if (known !== undefined) return known
    const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand(queueNamed(target.queue)))
    urls.set(target.queue, QueueUrl)
    return QueueUrl
  }
  /** What SQS did not take of a request; one that is refused as a whole, of several entries, is made of each alone. */
  const failedOf = async (QueueUrl: string, Entries: Entry[]): Promise<BatchResultErrorEntry[]> => {
    try {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
      return Failed
    } catch (error) {
      const refused = refusedRequest(error)
      if (refused === null) throw error
      if (Entries.length === 1) return [{ ...refused, Id: Entries[0]?.Id }]
      const failed: BatchResultErrorEntry[] = []
      for (const entry of Entries) failed.push(...(await failedOf(QueueUrl, [entry])))
      return failed
    }
  }
  /** Sends entries until each is taken or refused for what it is; those that fail for anything else a few times. */
  const sendAll = async (QueueUrl: string, entries: Entry[]): Promise<BatchResultErrorEntry[]> => {
    const refused: BatchResultErrorEntry[] = []
    for (let [left, tries] = [entries, 1]; ; tries++) {
      const failed = await failedOf(QueueUrl, left)
      refused.push(...failed.filter(isForWhatItIs))
      const others = failed.filter((each) => !isForWhatItIs(each))
      const [first] = others
      if (first === undefined) return refused
      if (first.SenderFault === true || tries === mostTries)
        throw new NotTakenError(`The queue did not take ${others.length} events: ${first.Code}`)
      await wait(tries * pauseBetweenTries)
      left = left.filter(({ Id }) => others.some((each) => each.Id === Id))
    }
  }
  return async (target, events) => {
    const QueueUrl = await urlOf(target)
    const isFifo = QueueUrl.endsWith('.fifo')
    const refusals: Refusal[] = []
    for (const part of partsOf(events, isFifo)) {
      const entries = part.map((event, index) => entryOf(target, event, index, isFifo))
      for (const each of await sendAll(QueueUrl, entries)) {
        const { id = '' } = part[Number(each.Id)] ?? {}
        refusals.push({ id, reason: reasonOf(each) })
      }
    }
    return refusals
  }
}
