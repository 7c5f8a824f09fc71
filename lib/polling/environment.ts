import * as z from 'zod'
import { AttendanceRules } from '../attendance/rules.ts'
import { json, number, text } from '../platform/environment.ts'

const rules = json.pipe(AttendanceRules)

const environment = { ENVIRONMENT: text, TABLE_NAME: text }
const upstream = {
  API_URL: text,
  AUTH_URL: text,
  CREDENTIALS_SECRET: text,
  /** Of a poll, where its tick does not say; of all that ask together, for a roster refresh. */
  REQUESTS_PER_SECOND: number,
}
const publishing = {
  RULES: rules,
  TOPIC_ARN: text,
  FIFO_TOPIC_ARN: text.optional(),
  /** To the standard topic, by this function alone. */
  MESSAGES_PER_SECOND: number.optional(),
  EVENT_BUS: text.optional(),
  EVENTS_TABLE: text.optional(),
  EVENT_LOG_DAYS: number.optional(),
}
/** How far back is asked, and when what is missing is believed to be gone. */
const believing = { LOOKBACK_HOURS: number, REMOVAL_AFTER_MINUTES: number }

/** The variables of `poll-shard`. */
export const PollShardEnvironment = z.object({
  ...environment,
  ...upstream,
  ...publishing,
  ...believing,
  ABSENCES_EVERY_SECONDS: number,
  IDLE_EVERY_SECONDS: number.optional(),
  AWAY_EVERY_SECONDS: number.optional(),
  FAR_EVERY_SECONDS: number.optional(),
  CONCURRENT_CALLS: number,
})
export type PollShardEnvironment = z.infer<typeof PollShardEnvironment>

/** The variables of `refresh-roster`. */
export const RefreshRosterEnvironment = z.object({
  ...environment,
  ...upstream,
  ...publishing,
  ...believing,
  SHARD_SIZE: number,
})
export type RefreshRosterEnvironment = z.infer<typeof RefreshRosterEnvironment>
