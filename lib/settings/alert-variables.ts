import type { SendAlertsEnvironment, SendDigestEnvironment } from '../alerts/environment.ts'
import { alertQueue } from '../alerts/queues.ts'
import type { Variables } from '../platform/environment.ts'
import { quietHoursVariable } from './polling-variables.ts'
import { rulesOf, type Settings } from './settings.ts'

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
      ...quietHoursVariable(settings),
      ABSENCES_EVERY_SECONDS: String(settings.polling.absencesEverySeconds),
    },
  }
}
