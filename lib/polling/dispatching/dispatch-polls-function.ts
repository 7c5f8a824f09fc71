import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { epochMs } from '../../attendance/moments.ts'
import { awsClientConfig } from '../../platform/aws.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createTelemetry, lambda } from '../../platform/lambda.ts'
import { createBudgetStore } from '../../store/budget-store.ts'
import { documentClient } from '../../store/document-client.ts'
import { createShardStore } from '../../store/shard-store.ts'
import { dispatchPolls } from './dispatch-polls.ts'
import type { DispatchPollsEnvironment } from './environment.ts'
import { sendTicks } from './send-ticks.ts'

/** What the function may be invoked with; a schedule's own event has none of it. */
const Invocation = z
  .object({ acceptLoss: z.union([z.boolean(), z.array(z.string())]).default(false) })
  .catch({ acceptLoss: false })

/** What an operator who accepted a loss is answered: of which shards, and which of theirs are none. */
type AcceptedAnswer = { accepted: string[]; unknown: string[] }

/**
 * The Lambda function `dispatch-polls`: one SQS message for each shard that is due. Invoked with
 * `{"acceptLoss": true}`, or the ids of some shards, it notes that what is missing there is gone.
 * @param clock the clock of what is due
 */
export const dispatchPollsFunction = (environment: DispatchPollsEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const database = documentClient(new DynamoDBClient(awsClientConfig))
  const ports = {
    shards: createShardStore(database, environment.TABLE_NAME),
    budget: createBudgetStore(database, environment.TABLE_NAME),
    send: sendTicks(new SQSClient(awsClientConfig), environment.QUEUE_URL),
    now: clock.now,
    machineNow: systemClock.now,
  }
  const settings = {
    clockingsEverySeconds: environment.CLOCKINGS_EVERY_SECONDS,
    quietHours: environment.QUIET_HOURS,
    absencesEverySeconds: environment.ABSENCES_EVERY_SECONDS,
    dispatchEverySeconds: environment.DISPATCH_EVERY_SECONDS,
    requestsPerSecond: environment.REQUESTS_PER_SECOND,
    concurrentPolls: environment.CONCURRENT_POLLS,
    concurrentCalls: environment.CONCURRENT_CALLS,
    speed: clock.speed || 1,
  }
  return lambda<unknown, AcceptedAnswer | undefined>(telemetry, async (event) => {
    const { acceptLoss } = Invocation.parse(event)
    const dispatched = await dispatchPolls(ports, settings, acceptLoss)
    const { ticks, polledThrough, unreadable, accepted, requestsPerSecond, load } = dispatched
    telemetry.meter.add('RequestRate', requestsPerSecond)
    telemetry.meter.add('BudgetLoad', load * 100)
    // A shard whose polls never come to an end says nothing of itself: its age is seen here.
    if (polledThrough !== null)
      telemetry.meter.add('Freshness', Math.max(0, (clock.now() - epochMs(polledThrough)) / 1_000))
    for (const shardId of unreadable) {
      telemetry.meter.add('StateUnreadable', 1)
      telemetry.logger.error('Record of a shard cannot be read', { shardId })
    }
    if (load > 1)
      telemetry.logger.warn('The budget cannot serve the roster', {
        load,
        requestsPerSecond,
        would: dispatched.remedy,
      })
    telemetry.logger.info('Polls dispatched', { ticks, requestsPerSecond, load })
    if (acceptLoss === false) return undefined
    const named = acceptLoss === true ? [] : acceptLoss
    return { accepted, unknown: named.filter((shardId) => !accepted.includes(shardId)) }
  })
}
