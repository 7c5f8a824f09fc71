import {
  PutEventsCommand,
  type PutEventsCommandOutput,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge'
import type { OutboxEntry } from '../attendance/state/state.ts'
import { batches, type Publish, timeLimit } from './topic.ts'

/** What rules of the bus know our events by. */
const source = 'attendance-events'

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
export const publishToBus =
  (eventBridge: EventPutter, bus: string): Publish<OutboxEntry> =>
  async (entries, within) => {
    const abortSignal = timeLimit(within)
    const acknowledged = new Set<string>()
    const failures: string[] = []
    let isUnanswered = false
    for (const batch of batches(entries)) {
      try {
        const command = new PutEventsCommand({ Entries: batch.map((each) => entryOf(each, bus)) })
        const { Entries = [] } = await eventBridge.send(command, { abortSignal })
        for (const [index, { id }] of batch.entries()) {
          const { EventId, ErrorCode = 'unknown' } = Entries[index] ?? {}
          if (EventId === undefined) failures.push(failure + ErrorCode)
          else acknowledged.add(id)
        }
      } catch (error) {
        failures.push(failure + (error instanceof Error ? error.name : 'unknown'))
        isUnanswered = true
        break
      }
    }
    return { acknowledged, failures, ...(isUnanswered && { isUnanswered }) }
  }
