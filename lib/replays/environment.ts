import * as z from 'zod'
import { AttendanceRules } from '../attendance/rules.ts'
import { json, text } from '../platform/environment.ts'

/** The variables of `replay-events`. */
export const ReplayEventsEnvironment = z.object({
  ENVIRONMENT: text,
  TABLE_NAME: text,
  EVENTS_TABLE: text,
  RULES: json.pipe(AttendanceRules),
  /** The names of the endpoints. */
  WEBHOOKS: json.pipe(z.array(z.string())),
  /** The ARNs of the queues of others that events may be sent to again. */
  QUEUES: json.pipe(z.array(z.string())),
  /** The URL of an endpoint's queue is this and its name; missing where there is none. */
  QUEUE_URL_PREFIX: z.url().optional(),
})
export type ReplayEventsEnvironment = z.infer<typeof ReplayEventsEnvironment>
