import * as z from 'zod'
import { type AttendanceEvent, eventNames, eventSchema } from '../../attendance/events/events.ts'
import { BoundedMoment } from '../../workforce/reading.ts'
import { isDestinationKey } from '../rules/destinations.ts'
import { Aside } from './aside.ts'

/** A request to send what has been gathered for a destination, no earlier than a moment. */
const Wake = z.object({ wake: z.string().refine(isDestinationKey), at: BoundedMoment })
export type Wake = z.infer<typeof Wake>

/** A message of the alert queue. */
export type QueueMessage =
  | { kind: 'event'; event: AttendanceEvent }
  | { kind: 'wake'; wake: Wake }
  /** Put aside before, and moved back by an operator. */
  | { kind: 'aside'; aside: Aside }
  /** An event of a type that came after this version; `type` is a plain word. */
  | { kind: 'unknown'; type: string }

/** A message that is neither an event nor a wake. Its text is never repeated. */
export class QueueMessageError extends Error {
  override readonly name = 'QueueMessageError'
}

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

const read = (body: string): QueueMessage => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new QueueMessageError('The message is not JSON')
  }
  const wake = Wake.safeParse(json)
  if (wake.success) return { kind: 'wake', wake: wake.data }
  const aside = Aside.safeParse(json)
  if (aside.success) return { kind: 'aside', aside: aside.data }
  const typed = Typed.safeParse(json)
  if (!typed.success) throw new QueueMessageError('The message is neither an event nor a wake')
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

/** An event that was kept as text; null where another version kept it and this one cannot read it. */
export const keptEvent = (text: string): AttendanceEvent | null => {
  try {
    const message = readQueueMessage(text)
    return message.kind === 'event' ? message.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

/**
 * Reads a message of the alert queue.
 * @throws {QueueMessageError} where it is not JSON, or not what its type says
 */
export const readQueueMessage = (body: string): QueueMessage => {
  try {
    return read(body)
  } catch (error) {
    if (error instanceof QueueMessageError) throw error
    // Nested so deep that the schema overflows the stack.
    throw new QueueMessageError('The message cannot be read')
  }
}
