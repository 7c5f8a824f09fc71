import { randomUUID } from 'node:crypto'
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { epochMs } from '../attendance/moments.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createTelemetry, lambda, type Telemetry } from '../platform/lambda.ts'
import { connect } from './connect.ts'
import type { PollShardEnvironment } from './environment.ts'
import type { PollReport } from './poll-report.ts'
import { pollShard } from './poll-shard.ts'
import { readTick } from './tick.ts'
import { deadlinesFor, leaseSeconds } from './timing.ts'

const report = (shardId: string, result: PollReport, now: number, telemetry: Telemetry): void => {
  const { logger, meter } = telemetry
  if (result.kind === 'skipped') {
    meter.add('PollSkipped', 1)
    logger.debug('Poll skipped: another one runs', { shardId })
    return
  }
  meter.add('Freshness', Math.max(0, (now - epochMs(result.polledThrough)) / 1_000))
  if (result.kind === 'outage') {
    logger.error('Poll given up: the Workforce API fails as a whole', {
      shardId,
      reason: result.reason,
    })
    return
  }
  const { failures, clamped, unreadable, unsaved, oldestPending, kind, ...figures } = result
  meter.add('EmployeesPolled', result.polled)
  meter.add('EmployeesBehind', failures.length + unsaved.length)
  const waiting = oldestPending === null ? 0 : (now - epochMs(oldestPending)) / 1_000
  meter.add('OldestPendingAge', Math.max(0, waiting))
  for (const { employeeId, error } of failures)
    logger.warn('Employee could not be polled', { shardId, employeeId, problem: error.message })
  for (const each of unsaved) logger.error('State could not be saved', { shardId, ...each })
  for (const employeeId of clamped) {
    meter.add('WindowClamped', 1)
    logger.warn("Window cut to the API's reach", { shardId, employeeId })
  }
  for (const employeeId of unreadable) {
    meter.add('StateUnreadable', 1)
    logger.error('Saved state cannot be read', { shardId, employeeId })
  }
  logger.info('Shard polled', { shardId, ...figures, failed: failures.length })
}

/**
 * The Lambda function `poll-shard`: one poll for each SQS record. A record that fails goes
 * back to the queue alone.
 * @param clock the clock of everything that is told; deadlines and leases go by the machine's
 */
export const pollShardFunction = (environment: PollShardEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { ports } = connect(environment, clock, telemetry)
  const settings = {
    rules: environment.RULES,
    lookbackHours: environment.LOOKBACK_HOURS,
    absencesEverySeconds: environment.ABSENCES_EVERY_SECONDS,
    concurrency: environment.CONCURRENT_CALLS,
    leaseSeconds: leaseSeconds.pollShard,
  }
  const processor = new BatchProcessor(EventType.SQS)

  return lambda<SQSEvent, SQSBatchResponse>(telemetry, (event, context: Context) => {
    const poll = async (record: SQSRecord): Promise<void> => {
      const { shardId } = readTick(record.body)
      const deadlines = deadlinesFor(context.getRemainingTimeInMillis(), systemClock.now())
      const request = { shardId, owner: randomUUID(), ...deadlines }
      const result = await pollShard(request, ports, settings)
      report(shardId, result, clock.now(), telemetry)
    }
    return processPartialResponse(event, poll, processor, {
      context,
      throwOnFullBatchFailure: false,
    })
  })
}
