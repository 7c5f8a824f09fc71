import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { epochMs } from '../attendance/moments.ts'
import { awsClientConfig } from '../platform/aws.ts'
import type { Clock } from '../platform/clock.ts'
import { createTelemetry, lambda } from '../platform/lambda.ts'
import { documentClient } from '../store/document-client.ts'
import { createShardStore } from '../store/shard-store.ts'
import { dispatchPolls } from './dispatch-polls.ts'
import type { DispatchPollsEnvironment } from './environment.ts'
import { sendTicks } from './send-ticks.ts'

/**
 * The Lambda function `dispatch-polls`: one SQS message for each shard that is due.
 * @param clock the clock of what is due
 */
export const dispatchPollsFunction = (environment: DispatchPollsEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const ports = {
    shards: createShardStore(
      documentClient(new DynamoDBClient(awsClientConfig)),
      environment.TABLE_NAME,
    ),
    send: sendTicks(new SQSClient(awsClientConfig), environment.QUEUE_URL),
    now: clock.now,
  }
  const settings = {
    clockingsEverySeconds: environment.CLOCKINGS_EVERY_SECONDS,
    dispatchEverySeconds: environment.DISPATCH_EVERY_SECONDS,
  }
  return lambda<unknown, void>(telemetry, async () => {
    const { ticks, polledThrough } = await dispatchPolls(ports, settings)
    // A shard whose polls never come to an end says nothing of itself: its age is seen here.
    if (polledThrough !== null)
      telemetry.meter.add('Freshness', Math.max(0, (clock.now() - epochMs(polledThrough)) / 1_000))
    telemetry.logger.info('Polls dispatched', { ticks })
  })
}
