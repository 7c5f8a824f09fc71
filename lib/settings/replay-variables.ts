import type { Variables } from '../platform/environment.ts'
import type { ReplayEventsEnvironment } from '../replays/environment.ts'
import type { Settings } from './settings.ts'

/** The names of what the function works on. */
export type ReplayResources = {
  eventsTable: string
  /** The URL of an endpoint's queue without the endpoint's name. */
  queueUrlPrefix: string
}

/** The variables of `replay-events`. */
export const replayEnvironmentOf = (
  { name, webhooks, aws }: Settings,
  { eventsTable, queueUrlPrefix }: ReplayResources,
): Variables<typeof ReplayEventsEnvironment> => ({
  ENVIRONMENT: name,
  EVENTS_TABLE: eventsTable,
  WEBHOOKS: JSON.stringify(webhooks.map((webhook) => webhook.name)),
  QUEUES: JSON.stringify(aws.replayQueues),
  QUEUE_URL_PREFIX: queueUrlPrefix,
})
