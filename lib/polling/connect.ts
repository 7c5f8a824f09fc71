import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { awsClientConfig } from '../platform/aws.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Telemetry } from '../platform/lambda.ts'
import { publisherFor } from '../publishing/publisher.ts'
import { documentClient } from '../store/document-client.ts'
import { createEmployeeStore } from '../store/employee-store.ts'
import { createShardStore } from '../store/shard-store.ts'
import { realTiming } from '../workforce/waiting.ts'
import type { PollShardEnvironment, RefreshRosterEnvironment } from './environment.ts'
import { createShardMemory } from './shard/shard-memory.ts'
import { connectUpstream, countPublished, reportPublishFailures } from './upstream.ts'

/** The ports of a function that asks the API, saves and publishes, and the database beneath. */
export const connect = (
  environment: PollShardEnvironment | RefreshRosterEnvironment,
  clock: Clock,
  telemetry: Telemetry,
) => {
  const database = documentClient(new DynamoDBClient(awsClientConfig))
  return {
    database,
    ports: {
      api: connectUpstream(environment, telemetry),
      shards: createShardStore(database, environment.TABLE_NAME),
      employees: createEmployeeStore(database, environment.TABLE_NAME),
      memory: createShardMemory(),
      delivery: {
        publish: publisherFor(new SNSClient(awsClientConfig), {
          topicArn: environment.TOPIC_ARN,
          fifoTopicArn: environment.FIFO_TOPIC_ARN,
        }),
        onPublished: countPublished(telemetry),
        onPublishFailure: reportPublishFailures(telemetry),
      },
      now: clock.now,
      machineNow: systemClock.now,
      wait: realTiming.sleep,
    },
  }
}
