import * as z from 'zod'
import { QuietHours } from '../attendance/quiet-hours.ts'
import { AttendanceRules } from '../attendance/rules.ts'
import { json, number, text } from '../platform/environment.ts'
import { name, weekdays } from '../routing/where.ts'
import { isTimeZone } from '../workforce/reading.ts'
import { AlertRule, Digest, rollCallRoute } from './rules/alert-settings.ts'

const topics = json.pipe(z.record(z.string(), z.string()))
const sending = {
  ENVIRONMENT: text,
  DELIVERIES_TABLE: text,
  SLACK_SECRET: text,
  AUDIENCE_TOPICS: topics,
  ORGANISATION: text,
  /** Who sends mails through SES, to whom; where it is empty they go through SNS. */
  MAIL_FROM: z.string(),
  AUDIENCE_ADDRESSES: json.pipe(z.record(z.string(), z.array(z.string()))),
}

/** The variables of `send-alerts`. */
export const SendAlertsEnvironment = z.object({
  ...sending,
  ALERTS: json.pipe(z.array(AlertRule)),
  CHANNELS: json.pipe(z.array(name)),
  TIME_ZONE: text.refine(isTimeZone, 'must be an IANA time zone'),
  QUEUE_URL: text,
  DEAD_LETTERS_URL: text,
  BATCHING_SECONDS: z.coerce.number().min(0),
})
export type SendAlertsEnvironment = z.infer<typeof SendAlertsEnvironment>

/** The variables of `send-digest`. */
export const SendDigestEnvironment = z.object({
  ...sending,
  TABLE_NAME: text,
  DIGESTS: json.pipe(z.array(Digest)),
  CHANNELS: json.pipe(z.array(name)),
  AUDIENCES: json.pipe(z.array(name)),
  WORKING_DAYS: json.pipe(z.array(z.enum(weekdays))),
  ROLL_CALL: json.pipe(rollCallRoute),
  RULES: json.pipe(AttendanceRules),
  CLOCKINGS_EVERY_SECONDS: number,
  QUIET_HOURS: json.pipe(QuietHours).optional(),
  ABSENCES_EVERY_SECONDS: number,
})
export type SendDigestEnvironment = z.infer<typeof SendDigestEnvironment>
