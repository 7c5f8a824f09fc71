import * as z from 'zod'
import { number, text } from '../../platform/environment.ts'

/** The variables of `dispatch-polls`. */
export const DispatchPollsEnvironment = z.object({
  ENVIRONMENT: text,
  TABLE_NAME: text,
  QUEUE_URL: text,
  CLOCKINGS_EVERY_SECONDS: number,
  DISPATCH_EVERY_SECONDS: number,
})
export type DispatchPollsEnvironment = z.infer<typeof DispatchPollsEnvironment>
