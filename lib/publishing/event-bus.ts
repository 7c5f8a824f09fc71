import {
  PutEventsCommand,
  type PutEventsCommandOutput,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge'
import type { OutboxEntry } from '../attendance/state/state.ts'
import type { Publish } from './publication.ts'
import { publishInBatches } from './topic.ts'

/** What rules of the bus know our events by. */
const source = 'attendance-events'

/** A bus that does not answer is given up on after so many milliseconds. */
const longest = 5_000

const failure = 'EventBridge: '

/** Whether it is the event bus that failed, as opposed to SNS. */
export const isOfTheBus = (reason: string): boolean => reason.startsWith(failure)

/** What putting events needs of an EventBridge client. */
export type EventPutter = {
  send: (
    command: PutEventsCommand,
    options?: { abortSignal: AbortSignal },
  ) => Promise<Pick<PutEventsCommandOutput, 'Entries'>>
}

const entryOf = (
  { type, time, message }: OutboxEntry,
  EventBusName: string,
): PutEventsRequestEntry => ({
  EventBusName,
  Source: source,
  DetailType: type,
  Time: new Date(time),
  Detail: message,
})

/**
 * Puts events on an event bus, in order; `PutEvents` has the limits of `PublishBatch`. The event is the
 * detail, its type the detail type.
 * @param bus a name, or an ARN where it is another account's
 */
export const publishToBus = (eventBridge: EventPutter, bus: string): Publish<OutboxEntry> => {
  const publish = publishInBatches(
    async (batch: OutboxEntry[], abortSignal) => {
      const command = new PutEventsCommand({ Entries: batch.map((each) => entryOf(each, bus)) })
      const { Entries = [] } = await eventBridge.send(command, { abortSignal })
      return {
        taken: batch.flatMap(({ id }, n) => (Entries[n]?.EventId === undefined ? [] : id)),
        failures: new Map(batch.map(({ id }, n) => [id, Entries[n]?.ErrorCode])),
      }
    },
    (reason) => failure + reason,
  )
  return (entries, within = longest, heard) => publish(entries, Math.min(within, longest), heard)
}
