import * as z from 'zod'
import { isTimeZone } from '../attendance/absence-times.ts'
import { AlertRule, Digest, name, rollCallRoute, weekdays } from '../platform/alert-settings.ts'
import { json, number, text, type Variables } from '../platform/environment.ts'
import { Rules, rulesOf, type Settings } from '../platform/settings.ts'
import { alertQueue } from './queues.ts'

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
  RULES: json.pipe(Rules),
  CLOCKINGS_EVERY_SECONDS: number,
  ABSENCES_EVERY_SECONDS: number,
})
export type SendDigestEnvironment = z.infer<typeof SendDigestEnvironment>

/** The names of what the functions work on. */
export type AlertResources = {
  tableName: string
  deliveriesTable: string
  slackSecret: string
  alertQueueUrl: string
  alertDeadLettersUrl: string
  /** The topic of each audience, by name. */
  audienceTopics: Record<string, string>
}

/**
 * The variables of each function, for the deployed stack and for the local run alike.
 * @param batchingSeconds how long the queue gathers a batch
 */
export const alertEnvironmentsOf = (
  settings: Settings,
  resources: AlertResources,
  batchingSeconds: number = alertQueue.batchingWindowSeconds,
): {
  sendAlerts: Variables<typeof SendAlertsEnvironment>
  sendDigest: Variables<typeof SendDigestEnvironment>
} => {
  const common = {
    ENVIRONMENT: settings.name,
    DELIVERIES_TABLE: resources.deliveriesTable,
    SLACK_SECRET: resources.slackSecret,
    AUDIENCE_TOPICS: JSON.stringify(resources.audienceTopics),
    ORGANISATION: settings.organisation ?? settings.name,
    MAIL_FROM: settings.mail.from ?? '',
    AUDIENCE_ADDRESSES: JSON.stringify(settings.mail.from === undefined ? {} : settings.audiences),
  }
  return {
    sendAlerts: {
      ...common,
      ALERTS: JSON.stringify(settings.alerts),
      CHANNELS: JSON.stringify(settings.slack.channels),
      TIME_ZONE: settings.workday.timeZone,
      QUEUE_URL: resources.alertQueueUrl,
      DEAD_LETTERS_URL: resources.alertDeadLettersUrl,
      BATCHING_SECONDS: String(batchingSeconds),
    },
    sendDigest: {
      ...common,
      TABLE_NAME: resources.tableName,
      DIGESTS: JSON.stringify(settings.digests),
      CHANNELS: JSON.stringify(settings.slack.channels),
      AUDIENCES: JSON.stringify(Object.keys(settings.audiences)),
      WORKING_DAYS: JSON.stringify(settings.workday.days),
      ROLL_CALL: JSON.stringify(settings.rollCall),
      RULES: JSON.stringify(rulesOf(settings)),
      CLOCKINGS_EVERY_SECONDS: String(settings.polling.clockingsEverySeconds),
      ABSENCES_EVERY_SECONDS: String(settings.polling.absencesEverySeconds),
    },
  }
}
