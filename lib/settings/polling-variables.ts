import type { Variables } from '../platform/environment.ts'
import type { DispatchPollsEnvironment } from '../polling/dispatching/environment.ts'
import type { PollShardEnvironment, RefreshRosterEnvironment } from '../polling/environment.ts'
import { messagesPerSecondEach, requestsPerSecondUnplanned } from './budget.ts'
import { rulesOf, type Settings } from './settings.ts'

/** The names of what the functions work on. */
export type Resources = {
  tableName: string
  topicArn: string
  /** Where the environment has one. */
  fifoTopicArn?: string | undefined
  /** A name or an ARN, where events go to one. */
  eventBus?: string | undefined
  /** Of the event log, likewise. */
  eventsTable?: string | undefined
  /** How many events SNS takes in a second, where that is bounded. */
  snsMessagesPerSecond?: number | undefined
  queueUrl: string
  credentialsSecret: string
}

/** The variable of whoever goes by how often polls are made at a moment; none where there are no quiet hours. */
export const quietHoursVariable = ({
  polling: { quietHours },
  workday: { timeZone },
}: Settings): { QUIET_HOURS?: string } =>
  quietHours === undefined ? {} : { QUIET_HOURS: JSON.stringify({ ...quietHours, timeZone }) }

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
    RULES: JSON.stringify(rulesOf(settings)),
    TOPIC_ARN: resources.topicArn,
    ...(resources.fifoTopicArn !== undefined && { FIFO_TOPIC_ARN: resources.fifoTopicArn }),
    ...(resources.eventBus !== undefined && { EVENT_BUS: resources.eventBus }),
    ...(resources.eventsTable !== undefined &&
      settings.eventLogDays > 0 && {
        EVENTS_TABLE: resources.eventsTable,
        EVENT_LOG_DAYS: String(settings.eventLogDays),
      }),
    ...(resources.snsMessagesPerSecond !== undefined && {
      MESSAGES_PER_SECOND: String(messagesPerSecondEach(resources.snsMessagesPerSecond, settings)),
    }),
    LOOKBACK_HOURS: String(polling.lookbackHours),
    REMOVAL_AFTER_MINUTES: String(polling.removalAfterMinutes),
  }
  return {
    pollShard: {
      ...asking,
      REQUESTS_PER_SECOND: String(requestsPerSecondUnplanned(settings)),
      ABSENCES_EVERY_SECONDS: String(polling.absencesEverySeconds),
      ...(polling.idleEverySeconds !== undefined && {
        IDLE_EVERY_SECONDS: String(polling.idleEverySeconds),
      }),
      ...(polling.awayEverySeconds !== undefined && {
        AWAY_EVERY_SECONDS: String(polling.awayEverySeconds),
      }),
      ...(polling.farEverySeconds !== undefined && {
        FAR_EVERY_SECONDS: String(polling.farEverySeconds),
      }),
      CONCURRENT_CALLS: String(polling.concurrentCalls),
    },
    refreshRoster: {
      ...asking,
      REQUESTS_PER_SECOND: String(workforce.requestsPerSecond),
      SHARD_SIZE: String(polling.shardSize),
    },
    dispatchPolls: {
      ...common,
      QUEUE_URL: resources.queueUrl,
      CLOCKINGS_EVERY_SECONDS: String(polling.clockingsEverySeconds),
      ...quietHoursVariable(settings),
      ABSENCES_EVERY_SECONDS: String(polling.absencesEverySeconds),
      DISPATCH_EVERY_SECONDS: String(dispatchEvery),
      REQUESTS_PER_SECOND: String(workforce.requestsPerSecond),
      CONCURRENT_POLLS: String(polling.concurrentPolls),
      CONCURRENT_CALLS: String(polling.concurrentCalls),
    },
  }
}
