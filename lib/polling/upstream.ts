import { epochMs } from '../attendance/moments.ts'
import type { OutboxEntry } from '../attendance/state/state.ts'
import { credentialsFrom } from '../platform/credentials.ts'
import type { Telemetry } from '../platform/lambda.ts'
import { isOfTheBus } from '../publishing/event-bus.ts'
import { noTurn } from '../publishing/publication.ts'
import { createWorkforceClient, type WorkforceClient } from '../workforce/client.ts'
import type { PollShardEnvironment } from './environment.ts'
import { isOfTheLog } from './publishing/publish-to-log.ts'
import type { SavingPorts } from './publishing/save-and-publish.ts'

type Upstream = Pick<
  PollShardEnvironment,
  'API_URL' | 'AUTH_URL' | 'CREDENTIALS_SECRET' | 'REQUESTS_PER_SECOND'
>

const refusals = ['credentials-refused', 'token-refused']

/** The Workforce API as the functions use it: secrets from Secrets Manager, calls counted. */
export const connectUpstream = (
  environment: Upstream,
  { logger, meter }: Telemetry,
): WorkforceClient =>
  createWorkforceClient({
    baseUrl: environment.API_URL,
    authUrl: environment.AUTH_URL,
    credentials: credentialsFrom(environment.CREDENTIALS_SECRET),
    requestsPerSecond: environment.REQUESTS_PER_SECOND,
    hooks: {
      onRequest: () => meter.add('ApiRequests', 1),
      onThrottle: () => meter.add('ApiThrottles', 1),
      onError: (_operation, kind) => {
        meter.add('ApiErrors', 1)
        if (refusals.includes(kind)) meter.add('CredentialsRefused', 1)
      },
    },
    onUnexpected: () => meter.add('ApiUnexpected', 1),
    logger: { warn: (message, fields) => logger.warn(message, { ...fields }) },
  })

/** Counts what was published, and how long after it happened it was seen. */
export const countPublished =
  ({ meter }: Telemetry): SavingPorts['onPublished'] =>
  ({ type, time, recordedtime }: OutboxEntry) => {
    meter.addEvent(type)
    meter.add('DetectionDelay', Math.max(0, (epochMs(recordedtime) - epochMs(time)) / 1_000))
  }

/**
 * Counts the events that SNS, the event bus or the event log did not take, and logs why. What had no turn was not sent to them:
 * how old what waits is tells of it, if it should wait for long.
 */
export const reportPublishFailures =
  ({ logger, meter }: Telemetry): SavingPorts['onPublishFailure'] =>
  (employeeId, failures) => {
    const ofTheLog = failures.filter(isOfTheLog)
    const others = failures.filter((each) => !isOfTheLog(each) && each !== noTurn)
    const who = others.every(isOfTheBus) ? 'The event bus' : 'SNS'
    if (others.length > 0) {
      meter.add('PublishFailures', others.length)
      const fields = { employeeId, failures: [...new Set(others)] }
      logger.error(`${who} did not take events; they stay in the outbox`, fields)
    }
    if (ofTheLog.length > 0) {
      meter.add('EventLogFailures', ofTheLog.length)
      const fields = { employeeId, failures: [...new Set(ofTheLog)] }
      logger.error('The event log did not take events; they stay in the outbox', fields)
    }
  }
