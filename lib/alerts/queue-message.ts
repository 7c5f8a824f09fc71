import * as z from 'zod'
import { type AttendanceEvent, eventNames, eventSchema } from '../attendance/events.ts'

/** A request to send what has been gathered for a destination, no earlier than a moment. */
const Wake = z.object({ wake: z.string(), at: z.string() })
export type Wake = z.infer<typeof Wake>

/** A message of the alert queue. */
export type QueueMessage =
  | { kind: 'event'; event: AttendanceEvent }
  | { kind: 'wake'; wake: Wake }
  /** An event of a type that came after this version. */
  | { kind: 'unknown'; type: string }

/** A message that is neither an event nor a wake. Its text is never repeated. */
export class QueueMessageError extends Error {
  override readonly name = 'QueueMessageError'
}

const schemas = new Map(
  eventNames.map((name) => [`attendance.${name}`, eventSchema(name) as z.ZodType<AttendanceEvent>]),
)
const Typed = z.object({ specversion: z.string(), type: z.string() })

/**
 * Reads a message of the alert queue.
 * @throws {QueueMessageError} where it is not JSON, or not what its type says
 */
export const readQueueMessage = (body: string): QueueMessage => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new QueueMessageError('The message is not JSON')
  }
  const wake = Wake.safeParse(json)
  if (wake.success) return { kind: 'wake', wake: wake.data }
  const typed = Typed.safeParse(json)
  if (!typed.success) throw new QueueMessageError('The message is neither an event nor a wake')
  const schema = schemas.get(typed.data.type)
  if (schema === undefined) return { kind: 'unknown', type: typed.data.type }
  const event = schema.safeParse(json)
  if (event.success) return { kind: 'event', event: event.data }
  const paths = event.error.issues.map(({ path }) => path.join('.'))
  throw new QueueMessageError(`The event is not of its schema: ${paths.join(', ')}`)
}
