import { randomUUID } from 'node:crypto'
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { restingOf } from '../../attendance/resting.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createTelemetry, lambda } from '../../platform/lambda.ts'
import { connect } from '../connect.ts'
import { pollPace, readTick } from '../dispatching/tick.ts'
import type { PollShardEnvironment } from '../environment.ts'
import { deadlinesFor, leaseSeconds } from '../timing.ts'
import { pollShard } from './poll-shard.ts'
import { reportFailedPoll, reportPoll } from './poll-shard-report.ts'

/**
 * The Lambda function `poll-shard`: one poll for each SQS record. A record that fails goes
 * back to the queue alone.
 * @param clock the clock of everything that is published; deadlines and leases go by the machine's
 */
export const pollShardFunction = (environment: PollShardEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { ports, pace } = connect(environment, clock, telemetry)
  const settings = {
    rules: environment.RULES,
    lookbackHours: environment.LOOKBACK_HOURS,
    absencesEverySeconds: environment.ABSENCES_EVERY_SECONDS,
    resting: restingOf(
      {
        idleEverySeconds: environment.IDLE_EVERY_SECONDS,
        awayEverySeconds: environment.AWAY_EVERY_SECONDS,
        farEverySeconds: environment.FAR_EVERY_SECONDS,
      },
      environment.LOOKBACK_HOURS,
      environment.RULES,
    ),
    removalAfterMinutes: environment.REMOVAL_AFTER_MINUTES,
    concurrency: environment.CONCURRENT_CALLS,
    leaseSeconds: leaseSeconds.pollShard,
  }
  const processor = new BatchProcessor(EventType.SQS)

  return lambda<SQSEvent, SQSBatchResponse>(telemetry, (event, context: Context) => {
    const poll = async (record: SQSRecord): Promise<void> => {
      let polled: string | null = null
      pace?.begin()
      try {
        const { shardId, slot } = readTick(record.body)
        polled = shardId
        const now = systemClock.now()
        const deadlines = deadlinesFor(context.getRemainingTimeInMillis(), now)
        const request = { shardId, slot, owner: randomUUID(), ...deadlines }
        const api = ports.api.paced(pollPace(slot, environment.REQUESTS_PER_SECOND, now))
        const pollPorts = { ...ports, api, spent: api.spent }
        reportPoll(shardId, await pollShard(request, pollPorts, settings), clock.now(), telemetry)
      } catch (error) {
        reportFailedPoll(polled, error, telemetry)
        throw error
      }
    }
    return processPartialResponse(event, poll, processor, {
      context,
      throwOnFullBatchFailure: false,
    })
  })
}
