import * as z from 'zod'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import {
  type EventMessage,
  hasField,
  QueueMessageError,
  readEvent,
  readMessage,
} from '../../routing/event-message.ts'
import { BoundedMoment } from '../../workforce/reading.ts'
import { isDestinationKey } from '../rules/destinations.ts'
import { Aside } from './aside.ts'

/** A request to send what has been gathered for a destination, no earlier than a moment. */
const Wake = z.object({
  wake: z.string().refine(isDestinationKey),
  at: BoundedMoment,
  /** Of a destination that was tried for long in vain: it is tried once, and if that fails as well, much later. */
  isPatient: z.literal(true).optional(),
  /** How many tries have failed of the wakes that this one stands for. */
  failed: z.number().int().nonnegative().optional(),
})
export type Wake = z.infer<typeof Wake>

/** A message of the alert queue. */
export type QueueMessage =
  | EventMessage
  | { kind: 'wake'; wake: Wake }
  /** Put aside before, and moved back by an operator. */
  | { kind: 'aside'; aside: Aside }

const read = (json: unknown): QueueMessage => {
  const wake = hasField('wake', json) ? Wake.safeParse(json) : null
  if (wake?.success) return { kind: 'wake', wake: wake.data }
  const aside = hasField('aside', json) ? Aside.safeParse(json) : null
  if (aside?.success) return { kind: 'aside', aside: aside.data }
  const event = readEvent(json)
  if (event === null) throw new QueueMessageError('The message is neither an event nor a wake')
  return event
}

/** An event that was kept as text; null where another version kept it and this one cannot read it. */
export const keptEvent = (text: string): AttendanceEvent | null => {
  try {
    const message = readMessage(text, readEvent)
    return message?.kind === 'event' ? message.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

/**
 * Reads a message of the alert queue.
 * @throws {QueueMessageError} where it is not JSON, or not what its type says
 */
export const readQueueMessage = (body: string): QueueMessage => readMessage(body, read)
