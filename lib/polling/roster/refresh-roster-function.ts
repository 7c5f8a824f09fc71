import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createTelemetry, lambda, type Telemetry } from '../../platform/lambda.ts'
import { createBudgetStore } from '../../store/budget-store.ts'
import { createRosterStore } from '../../store/roster-store.ts'
import { WorkforceError } from '../../workforce/errors.ts'
import { connect } from '../connect.ts'
import type { RefreshRosterEnvironment } from '../environment.ts'
import { deadlinesFor, leaseSeconds } from '../timing.ts'
import { claimedCalls } from './claimed-calls.ts'
import { refreshRoster } from './refresh-roster.ts'
import type { RosterReport } from './roster-report.ts'

/** What the function may be invoked with; a schedule's own event has none of it. */
const Invocation = z.object({ acceptLoss: z.boolean().default(false) }).catch({ acceptLoss: false })

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** What an operator who accepted a loss is answered. */
type AcceptedAnswer = RosterReport | { kind: 'failed'; problem: string }

const report = (result: RosterReport, { logger, meter }: Telemetry): void => {
  const { kind, ...figures } = result
  if (kind === 'skipped') logger.info('Roster refresh skipped: another one runs')
  else if (kind === 'refreshed') {
    meter.add('RosterSize', result.members)
    meter.add('RecordsUnreadable', result.unread)
    for (const each of result.unsaved) logger.error('State could not be saved', { ...each })
    logger.info('Roster refreshed', figures)
  } else {
    meter.add('RosterRefused', 1)
    logger.error('Roster answer not believed', figures)
  }
}

/**
 * The Lambda function `refresh-roster`. Invoked with `{"acceptLoss": true}` it believes a
 * roster that lost more than a fifth. An API that fails is logged and left to the next run.
 * @param clock the clock of everything that is published; deadlines and leases go by the machine's
 */
export const refreshRosterFunction = (environment: RefreshRosterEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { database, ports, pace } = connect(environment, clock, telemetry)
  const roster = createRosterStore(database, environment.TABLE_NAME)
  const budget = createBudgetStore(database, environment.TABLE_NAME)
  const requestsPerSecond = environment.REQUESTS_PER_SECOND
  const settings = {
    rules: environment.RULES,
    shardSize: environment.SHARD_SIZE,
    lookbackHours: environment.LOOKBACK_HOURS,
    removalAfterMinutes: environment.REMOVAL_AFTER_MINUTES,
    leaseSeconds: leaseSeconds.refreshRoster,
  }
  return lambda<unknown, AcceptedAnswer | undefined>(telemetry, async (event, context) => {
    const { acceptLoss } = Invocation.parse(event)
    pace?.begin()
    const { deadline } = deadlinesFor(context.getRemainingTimeInMillis(), systemClock.now())
    const owner = randomUUID()
    const claim = { owner, until: deadline, requestsPerSecond }
    const { api, end } = claimedCalls({ ...ports, budget }, claim)
    try {
      const request = { owner, deadline, acceptLoss }
      const result = await refreshRoster(request, { ...ports, api, roster }, settings)
      report(result, telemetry)
      return acceptLoss ? result : undefined
    } catch (error) {
      telemetry.meter.add('RosterFailed', 1)
      if (!(error instanceof WorkforceError)) throw error
      telemetry.logger.error('Roster could not be read', { problem: error.message })
      return acceptLoss ? { kind: 'failed', problem: error.message } : undefined
    } finally {
      // A claim that is not given back ends by itself.
      await end().catch((error: unknown) =>
        telemetry.logger.warn('Part of the budget was not given back', { error: nameOf(error) }),
      )
    }
  })
}
