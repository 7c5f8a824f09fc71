import * as z from 'zod'
import { AttendanceRules } from '../attendance/rules.ts'
import { json, number, text } from '../platform/environment.ts'

/** The variables of `read-api`. */
export const ReadApiEnvironment = z.object({
  ENVIRONMENT: text,
  TABLE_NAME: text,
  EVENTS_TABLE: text,
  EVENT_LOG_DAYS: number,
  RULES: json.pipe(AttendanceRules),
})
export type ReadApiEnvironment = z.infer<typeof ReadApiEnvironment>
