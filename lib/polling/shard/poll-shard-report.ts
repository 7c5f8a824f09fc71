import { epochMs } from '../../attendance/moments.ts'
import type { Telemetry } from '../../platform/lambda.ts'
import type { PollReport } from './poll-report.ts'

const seconds = (since: string | null, now: number): number =>
  since === null ? 0 : Math.max(0, (now - epochMs(since)) / 1_000)

type Polled = Extract<PollReport, { kind: 'polled' }>

const reportClamped = (
  shardId: string,
  clamped: readonly string[],
  { logger, meter }: Telemetry,
): void => {
  for (const employeeId of clamped) {
    meter.add('WindowClamped', 1)
    logger.warn("Window cut to the API's reach", { shardId, employeeId })
  }
}

const reportTrouble = (shardId: string, result: Polled, telemetry: Telemetry): void => {
  const { logger, meter } = telemetry
  const { failures, absenceFailures, unsaved, unreadable, givenUp } = result
  const { clockingOutage, absenceOutage } = result
  if (result.haveMostFailed) {
    meter.add('PollsFailed', 1)
    logger.error('Most calls failed: who was answered is published', { shardId })
  }
  if (clockingOutage !== null) {
    meter.add('PollsFailed', 1)
    logger.error("Nobody's clockings could be read", { shardId, reason: clockingOutage })
  }
  for (const { employeeId, error } of failures)
    logger.warn('Employee could not be polled', { shardId, employeeId, problem: error.message })
  for (const { employeeId, error } of absenceFailures)
    logger.warn('Absences could not be read', { shardId, employeeId, problem: error.message })
  for (const { employeeId, error } of result.refusedLooks) {
    const fields = { shardId, employeeId, problem: error.message }
    logger.warn('What seems to be missing could not be looked for', fields)
  }
  if (absenceOutage !== null)
    logger.error("Nobody's absences could be read", { shardId, reason: absenceOutage })
  for (const each of unsaved) logger.error('State could not be saved', { shardId, ...each })
  for (const employeeId of unreadable) {
    meter.add('StateUnreadable', 1)
    logger.error('Saved state cannot be read', { shardId, employeeId })
  }
  for (const employeeId of givenUp) {
    meter.add('LeaversRefused', 1)
    logger.warn('Leaver refused by the API', { shardId, employeeId })
  }
  for (const { employeeId } of result.unreadRecords)
    logger.warn('Record cannot be read yet', { shardId, employeeId })
  for (const { what, missing, of } of result.doubted)
    logger.error('Loss doubted', { shardId, kind: what, missing, of })
}

/** Logs and counts what became of a poll. */
export const reportPoll = (
  shardId: string,
  result: PollReport,
  now: number,
  telemetry: Telemetry,
): void => {
  const { logger, meter } = telemetry
  if (result.kind === 'skipped') {
    meter.add('PollSkipped', 1)
    logger.debug('Poll skipped: another one runs', { shardId })
    return
  }
  meter.add('Freshness', seconds(result.polledThrough, now))
  meter.add('OldestPendingAge', seconds(result.oldestPending, now))
  if (result.kind === 'late') {
    logger.warn('Poll came after its time: nobody was asked', { shardId })
    return
  }
  reportClamped(shardId, result.clamped, telemetry)
  if (result.kind === 'outage') {
    meter.add('PollsFailed', 1)
    const { reason } = result
    logger.error('Poll given up: the Workforce API fails as a whole', { shardId, reason })
    return
  }
  const { failures, unsaved, polled, leftOver, outcomes } = result
  const { absencesBehind, doubted, unreadRecords } = result
  meter.add('EmployeesPolled', polled)
  meter.add('EmployeesBehind', failures.length + unsaved.length)
  meter.add('AbsencesBehind', absencesBehind)
  meter.add(
    'LossDoubted',
    doubted.reduce((sum, { missing }) => sum + missing, 0),
  )
  meter.add(
    'RecordsUnreadable',
    unreadRecords.reduce((sum, { count }) => sum + count, 0),
  )
  meter.add('OldestBehindAge', seconds(result.oldestBehind, now))
  reportTrouble(shardId, result, telemetry)
  const { polledThrough, oldestPending, oldestBehind } = result
  const figures = { polledThrough, polled, leftOver, outcomes, oldestPending, oldestBehind }
  logger.info('Shard polled', { shardId, ...figures, failed: failures.length })
}

/**
 * Logs and counts a poll that ended with an error. Its message may repeat what was sent, so that
 * only its name is logged.
 */
export const reportFailedPoll = (
  shardId: string | null,
  error: unknown,
  { logger, meter }: Telemetry,
): void => {
  meter.add('PollsFailed', 1)
  const problem = error instanceof Error ? error.name : 'unknown'
  if (problem === 'UnreadableRecordError') meter.add('StateUnreadable', 1)
  logger.error('Poll failed', { shardId, problem })
}
