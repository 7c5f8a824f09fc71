import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SNSClient } from '@aws-sdk/client-sns'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { awsClientConfig } from '../platform/aws.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Telemetry } from '../platform/lambda.ts'
import { publishToBus } from '../publishing/event-bus.ts'
import { leavingAlone } from '../publishing/patience.ts'
import type { Publish, PublishedEvent } from '../publishing/publication.ts'
import { publishAndHandOn } from '../publishing/publish-and-hand-on.ts'
import { publisherFor } from '../publishing/publisher.ts'
import { createPace } from '../publishing/publishing-pace.ts'
import type { PublishingPace } from '../publishing/topic.ts'
import { documentClient } from '../store/document-client.ts'
import { createEmployeeStore } from '../store/employee-store.ts'
import { createLogWriter } from '../store/events/log-writer.ts'
import { createSegmentStore } from '../store/events/segment-store.ts'
import { createShardStore } from '../store/shard-store.ts'
import { realTiming } from '../workforce/waiting.ts'
import type { PollShardEnvironment, RefreshRosterEnvironment } from './environment.ts'
import { publishToLog } from './publishing/publish-to-log.ts'
import { createShardMemory } from './shard/shard-memory.ts'
import { connectUpstream, countPublished, reportPublishFailures } from './upstream.ts'

type Environment = PollShardEnvironment | RefreshRosterEnvironment

/**
 * Publishes to the topics, then to the event bus and to the event log where there are any: what all took is
 * acknowledged. The log is the last, so that it has no repeats of what the bus did not take.
 */
const connectPublisher = (
  { TOPIC_ARN, FIFO_TOPIC_ARN, EVENT_BUS, EVENTS_TABLE, EVENT_LOG_DAYS }: Environment,
  database: DynamoDBDocumentClient,
  clock: Clock,
  pace: PublishingPace | undefined,
): Publish<PublishedEvent> => {
  const sns = new SNSClient(awsClientConfig)
  const { now } = systemClock
  const topics = publisherFor(sns, { topicArn: TOPIC_ARN, fifoTopicArn: FIFO_TOPIC_ARN }, pace, now)
  const busOf = (name: string) =>
    leavingAlone(publishToBus(new EventBridgeClient(awsClientConfig), name), now)
  const publish =
    EVENT_BUS === undefined
      ? topics
      : publishAndHandOn<PublishedEvent>(topics, busOf(EVENT_BUS), now)
  if (EVENTS_TABLE === undefined || EVENT_LOG_DAYS === undefined) return publish
  const clocks = { now: clock.now, machineNow: now }
  const segments = createSegmentStore(database, EVENTS_TABLE)
  const log = publishToLog(createLogWriter(segments, { days: EVENT_LOG_DAYS, ...clocks }), now)
  return publishAndHandOn<PublishedEvent>(publish, log, now)
}

/** The ports of a function that asks the API, saves and publishes, and the database beneath. */
export const connect = (environment: Environment, clock: Clock, telemetry: Telemetry) => {
  const database = documentClient(new DynamoDBClient(awsClientConfig))
  const { MESSAGES_PER_SECOND } = environment
  const pace =
    MESSAGES_PER_SECOND === undefined
      ? undefined
      : createPace(MESSAGES_PER_SECOND, { now: systemClock.now, wait: realTiming.sleep })
  return {
    database,
    /** To be begun when the function is invoked: until then another may have had its part of the rate. */
    pace,
    ports: {
      api: connectUpstream(environment, telemetry),
      shards: createShardStore(database, environment.TABLE_NAME),
      employees: createEmployeeStore(database, environment.TABLE_NAME),
      memory: createShardMemory(),
      delivery: {
        publish: connectPublisher(environment, database, clock, pace),
        onPublished: countPublished(telemetry),
        onPublishFailure: reportPublishFailures(telemetry),
      },
      now: clock.now,
      machineNow: systemClock.now,
      wait: realTiming.sleep,
    },
  }
}
