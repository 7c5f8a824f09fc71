import * as z from 'zod'
import { json, text } from '../platform/environment.ts'

/** The variables of `replay-events`. */
export const ReplayEventsEnvironment = z.object({
  ENVIRONMENT: text,
  EVENTS_TABLE: text,
  /** The names of the endpoints. */
  WEBHOOKS: json.pipe(z.array(z.string())),
  /** The ARNs of the queues of others that events may be sent to again. */
  QUEUES: json.pipe(z.array(z.string())),
  /** The URL of an endpoint's queue is this and its name. */
  QUEUE_URL_PREFIX: z.url(),
})
export type ReplayEventsEnvironment = z.infer<typeof ReplayEventsEnvironment>
