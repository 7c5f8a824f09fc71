import * as z from 'zod'
import { json, number, text, type Variables } from '../platform/environment.ts'
import { Rules, rulesOf, type Settings } from '../platform/settings.ts'
import { requestsPerSecondEach } from './budget.ts'

const rules = json.pipe(Rules)

const environment = { ENVIRONMENT: text, TABLE_NAME: text }
const upstream = {
  API_URL: text,
  AUTH_URL: text,
  CREDENTIALS_SECRET: text,
  REQUESTS_PER_SECOND: number,
}
const telling = { RULES: rules, TOPIC_ARN: text, FIFO_TOPIC_ARN: text.optional() }
/** How far back is asked, and when what is missing is believed to be gone. */
const believing = { LOOKBACK_HOURS: number, REMOVAL_AFTER_MINUTES: number }

/** The variables of `poll-shard`. */
export const PollShardEnvironment = z.object({
  ...environment,
  ...upstream,
  ...telling,
  ...believing,
  ABSENCES_EVERY_SECONDS: number,
  CONCURRENT_CALLS: number,
})
export type PollShardEnvironment = z.infer<typeof PollShardEnvironment>

/** The variables of `refresh-roster`. */
export const RefreshRosterEnvironment = z.object({
  ...environment,
  ...upstream,
  ...telling,
  ...believing,
  SHARD_SIZE: number,
})
export type RefreshRosterEnvironment = z.infer<typeof RefreshRosterEnvironment>

/** The variables of `dispatch-polls`. */
export const DispatchPollsEnvironment = z.object({
  ...environment,
  QUEUE_URL: text,
  CLOCKINGS_EVERY_SECONDS: number,
  DISPATCH_EVERY_SECONDS: number,
})
export type DispatchPollsEnvironment = z.infer<typeof DispatchPollsEnvironment>

/** The names of what the functions work on. */
export type Resources = {
  tableName: string
  topicArn: string
  /** Where the environment has one. */
  fifoTopicArn?: string | undefined
  queueUrl: string
  credentialsSecret: string
}

/**
 * The variables of each function, for the deployed stack and for the local run alike.
 * @param dispatchEvery how often the dispatcher runs, in seconds
 */
export const environmentsOf = (
  settings: Settings,
  resources: Resources,
  dispatchEvery: number,
): {
  pollShard: Variables<typeof PollShardEnvironment>
  refreshRoster: Variables<typeof RefreshRosterEnvironment>
  dispatchPolls: Variables<typeof DispatchPollsEnvironment>
} => {
  const { workforce, polling, name } = settings
  const common = { ENVIRONMENT: name, TABLE_NAME: resources.tableName }
  const asking = {
    ...common,
    API_URL: workforce.apiUrl,
    AUTH_URL: workforce.authUrl,
    CREDENTIALS_SECRET: resources.credentialsSecret,
    REQUESTS_PER_SECOND: String(requestsPerSecondEach(settings)),
    RULES: JSON.stringify(rulesOf(settings)),
    TOPIC_ARN: resources.topicArn,
    ...(resources.fifoTopicArn !== undefined && { FIFO_TOPIC_ARN: resources.fifoTopicArn }),
    LOOKBACK_HOURS: String(polling.lookbackHours),
    REMOVAL_AFTER_MINUTES: String(polling.removalAfterMinutes),
  }
  return {
    pollShard: {
      ...asking,
      ABSENCES_EVERY_SECONDS: String(polling.absencesEverySeconds),
      CONCURRENT_CALLS: String(polling.concurrentCalls),
    },
    refreshRoster: { ...asking, SHARD_SIZE: String(polling.shardSize) },
    dispatchPolls: {
      ...common,
      QUEUE_URL: resources.queueUrl,
      CLOCKINGS_EVERY_SECONDS: String(polling.clockingsEverySeconds),
      DISPATCH_EVERY_SECONDS: String(dispatchEvery),
    },
  }
}
