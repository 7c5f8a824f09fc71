import * as z from 'zod'
import { QuietHours } from '../../attendance/quiet-hours.ts'
import { json, number, text } from '../../platform/environment.ts'

/** The variables of `dispatch-polls`. */
export const DispatchPollsEnvironment = z.object({
  ENVIRONMENT: text,
  TABLE_NAME: text,
  QUEUE_URL: text,
  CLOCKINGS_EVERY_SECONDS: number,
  QUIET_HOURS: json.pipe(QuietHours).optional(),
  ABSENCES_EVERY_SECONDS: number,
  DISPATCH_EVERY_SECONDS: number,
  /** What all that ask may send together. */
  REQUESTS_PER_SECOND: number,
  CONCURRENT_POLLS: number,
  CONCURRENT_CALLS: number,
})
export type DispatchPollsEnvironment = z.infer<typeof DispatchPollsEnvironment>
