import * as z from 'zod'
import {
  type EventMessage,
  hasField,
  QueueMessageError,
  readEvent,
  readMessage,
} from '../../routing/event-message.ts'
import { BoundedMoment } from '../../workforce/reading.ts'

/** The type of the events by which an operator sees whether an endpoint is reached. */
export const testType = 'attendance.test'

/** A request to look what is due at the endpoint, no earlier than a moment where it names one. */
const Wake = z.strictObject({ webhook: z.literal('wake'), at: BoundedMoment.nullable() })
/** What an operator asks for. */
const Request = z.strictObject({ webhook: z.enum(['resume', 'test']) })
/** An event that was published before, to be posted again. */
const Replay = z.strictObject({ webhook: z.literal('replay'), event: z.unknown() })
/** A test event that was given up, and moved back from the dead letters. */
const GivenUpTest = z.object({
  type: z.literal(testType),
  id: z.guid(),
  recordedtime: BoundedMoment,
})
export type GivenUpTest = z.infer<typeof GivenUpTest>
export type WebhookMessage = z.infer<typeof Wake> | z.infer<typeof Request>

/** A message of an endpoint's queue. */
export type EndpointMessage =
  | (EventMessage & { isReplayed?: true })
  | { kind: 'wake'; at: string | null }
  | { kind: 'resume' }
  /** A test event to be sent: a new one, or one once more. */
  | { kind: 'test'; again?: GivenUpTest }

const eventIn = (json: unknown): EventMessage => {
  const event = readEvent(json)
  if (event === null)
    throw new QueueMessageError('The message is neither an event, nor a wake, nor a request')
  return event
}

/** What a message asks for, or null where it is no request. */
const requestIn = (json: unknown): EndpointMessage | null => {
  const wake = Wake.safeParse(json)
  if (wake.success) return { kind: 'wake', at: wake.data.at }
  const request = Request.safeParse(json)
  if (request.success) return { kind: request.data.webhook }
  const replay = Replay.safeParse(json)
  return replay.success ? { ...eventIn(replay.data.event), isReplayed: true } : null
}

const read = (json: unknown): EndpointMessage => {
  const request = hasField('webhook', json) ? requestIn(json) : null
  if (request !== null) return request
  const test = GivenUpTest.safeParse(json)
  if (test.success) return { kind: 'test', again: test.data }
  return eventIn(json)
}

/**
 * Reads a message of an endpoint's queue.
 * @throws {QueueMessageError} where it is not JSON, or not what its type says
 */
export const readWebhookMessage = (body: string): EndpointMessage => readMessage(body, read)
