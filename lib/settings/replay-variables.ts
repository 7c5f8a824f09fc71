import type { Variables } from '../platform/environment.ts'
import type { ReplayEventsEnvironment } from '../replays/environment.ts'
import { rulesOf, type Settings } from './settings.ts'

/** The names of what the function works on. */
export type ReplayResources = {
  tableName: string
  eventsTable: string
  /** The URL of an endpoint's queue without the endpoint's name. */
  queueUrlPrefix: string
}

/** The variables of `replay-events`. */
export const replayEnvironmentOf = (
  settings: Settings,
  { tableName, eventsTable, queueUrlPrefix }: ReplayResources,
): Variables<typeof ReplayEventsEnvironment> => ({
  ENVIRONMENT: settings.name,
  TABLE_NAME: tableName,
  RULES: JSON.stringify(rulesOf(settings)),
  EVENTS_TABLE: eventsTable,
  WEBHOOKS: JSON.stringify(settings.webhooks.map((webhook) => webhook.name)),
  QUEUES: JSON.stringify(settings.aws.replayQueues),
  QUEUE_URL_PREFIX: settings.webhooks.length > 0 ? queueUrlPrefix : undefined,
})
