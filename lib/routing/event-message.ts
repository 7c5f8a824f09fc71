import * as z from 'zod'
import { type AttendanceEvent, eventNames, eventSchema } from '../attendance/events/events.ts'
import { BoundedMoment } from '../workforce/reading.ts'

/** A message of a queue that cannot be used. Its text is never repeated. */
export class QueueMessageError extends Error {
  override readonly name = 'QueueMessageError'
}

/** An event that came in a message, or one of a type that came after this version; `type` is a plain word. */
export type EventMessage =
  | { kind: 'event'; event: AttendanceEvent }
  | { kind: 'unknown'; type: string }

const schemas = new Map(
  eventNames.map((name) => [`attendance.${name}`, eventSchema(name) as z.ZodType<AttendanceEvent>]),
)
const Typed = z.object({ specversion: z.string(), type: z.string() })
/** The types of events of any version; another is not repeated. */
const ourType = /^attendance\.[a-z-]{1,60}$/

type Span = { start: string; end: string | null }
const edgesOf = ({ start, end }: Span) => [start, end]

/** The moments of an event that its schema takes for any text, and its readers go by. */
const momentsOf = ({ time, recordedtime, data }: AttendanceEvent): (string | null)[] => [
  time,
  recordedtime,
  ...('clocking' in data ? [data.clocking, ...data.clocking.breaks].flatMap(edgesOf) : []),
  ...('break' in data ? edgesOf(data.break) : []),
  ...('estimatedReturn' in data ? [data.estimatedReturn] : []),
]

const Edge = BoundedMoment.nullable()
const isMoment = (text: string | null): boolean => Edge.safeParse(text).success

/** So many of what is wrong with an event are named. */
const maxProblems = 10

/**
 * Reads an event of a message.
 * @returns null where it is none
 * @throws {QueueMessageError} where it is not what its type says
 */
export const readEvent = (json: unknown): EventMessage | null => {
  const typed = Typed.safeParse(json)
  if (!typed.success) return null
  const schema = schemas.get(typed.data.type)
  if (schema === undefined)
    return { kind: 'unknown', type: ourType.test(typed.data.type) ? typed.data.type : 'foreign' }
  const event = schema.safeParse(json)
  if (!event.success) {
    const paths = event.error.issues.slice(0, maxProblems).map(({ path }) => path.join('.'))
    throw new QueueMessageError(`The event is not of its schema: ${paths.join(', ')}`)
  }
  if (!momentsOf(event.data).every(isMoment))
    throw new QueueMessageError('The event has a moment that is none')
  return { kind: 'event', event: event.data }
}

/**
 * Whether a message has a field, without which it is not of a kind: most messages are events, and it takes longer to
 * find all that is wrong with an event as a request than to read it.
 */
export const hasField = (field: string, json: unknown): boolean =>
  typeof json === 'object' && json !== null && field in json

/**
 * Reads the JSON of a message.
 * @throws {QueueMessageError} where it is not JSON, or `read` cannot use it
 */
export const readMessage = <T>(body: string, read: (json: unknown) => T): T => {
  try {
    return read(parsed(body))
  } catch (error) {
    if (error instanceof QueueMessageError) throw error
    // Nested so deep that the schema overflows the stack.
    throw new QueueMessageError('The message cannot be read')
  }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new QueueMessageError('The message is not JSON')
  }
}

/** A message that has an event posted to an endpoint again. @param event JSON */
export const replayMessage = (event: string): string => `{"webhook":"replay","event":${event}}`
