import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Context } from 'aws-lambda'
import { minute, second } from '../../attendance/moments.ts'
import { awsClientConfig } from '../../platform/aws.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createTelemetry, lambda } from '../../platform/lambda.ts'
import { documentClient } from '../../store/document-client.ts'
import { createEmployeeStore } from '../../store/employee-store.ts'
import { createShardStore } from '../../store/shard-store.ts'
import { connectDeliveries } from '../connect.ts'
import { mailLines } from '../email/render.ts'
import type { SendDigestEnvironment } from '../environment.ts'
import { digestRetries, turnSeconds } from '../queues.ts'
import { destinationsOf } from '../rules/destinations.ts'
import { english } from '../wording/en.ts'
import { type Sent, sendRollCall, sendTest } from './at-once.ts'
import { DigestRequestError, readDigestRequest } from './request.ts'
import { type DigestPorts, sendDigest } from './send-digest.ts'

/** How long before its time-out the function begins no further message, in milliseconds. */
const reserve = 15_000
/** An audience may have had a mail just now, and gets the next a minute later. */
const patience = minute + 10 * second
/** Where the settings give no limit of their own. */
const tooLongHours = 14

const connect = (environment: SendDigestEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const ports: DigestPorts = {
    ...connectDeliveries(environment, english, telemetry),
    shards: createShardStore(documents, environment.TABLE_NAME),
    employees: createEmployeeStore(documents, environment.TABLE_NAME),
    now: clock.now,
  }
  return { telemetry, ports }
}

/** What a roll call answers to whoever invoked it, so that it is of use without Slack and mail. */
export type RollCallAnswer = {
  count: number
  onBreak: number
  sent: Sent[]
  lines: string[]
}

/** What a test answers: which destinations took the message, and why others did not. */
export type TestAnswer = { sent: Sent[] }

type Route = { slack?: string[] | undefined; email?: string[] | undefined }

export type DigestAnswer = RollCallAnswer | TestAnswer | undefined

/**
 * The Lambda function `send-digest`: a digest by name, or on demand a roll call or a test.
 * @param clock the clock of everything that is said
 */
export const sendDigestFunction = (environment: SendDigestEnvironment, clock: Clock) => {
  const { telemetry, ports } = connect(environment, clock)
  const { workday, attention } = environment.RULES
  const settings = {
    asking: {
      workday,
      workingDays: environment.WORKING_DAYS,
      tooLongHours: attention.clockingLongerThanHours ?? tooLongHours,
    },
    pace: {
      clockingsEverySeconds: environment.CLOCKINGS_EVERY_SECONDS,
      quietHours: environment.QUIET_HOURS,
      absencesEverySeconds: environment.ABSENCES_EVERY_SECONDS,
    },
    wording: english,
  }

  const chosen = (route: Route, otherwise: { slack: string[]; email: string[] }) => {
    const isRouted = route.slack !== undefined || route.email !== undefined
    const { slack = [], email = [] } = isRouted ? route : otherwise
    return destinationsOf({ slack, email })
  }

  const rollCall = async (route: Route): Promise<RollCallAnswer> => {
    const taken = await sendRollCall(chosen(route, environment.ROLL_CALL), ports, settings)
    const { message, count, onBreak, outcomes } = taken
    telemetry.logger.info('Roll call taken', { count, onBreak, outcomes })
    return { count, onBreak, sent: outcomes, lines: mailLines(message, english) }
  }

  const test = async (route: Route): Promise<TestAnswer> => {
    const everywhere = { slack: environment.CHANNELS, email: environment.AUDIENCES }
    const sent = await sendTest(chosen(route, everywhere), ports, settings)
    telemetry.logger.info('Test sent', { sent })
    return { sent }
  }

  return lambda<unknown, DigestAnswer>(telemetry, async (input, context: Context) => {
    const request = readDigestRequest(input)
    if ('rollCall' in request) return rollCall(request)
    if ('test' in request) return test(request)
    const digest = environment.DIGESTS.find(({ name }) => name === request.digest)
    if (digest === undefined) {
      const names = environment.DIGESTS.map(({ name }) => name).join(', ') || 'none'
      throw new DigestRequestError(`No such digest in the settings, which have: ${names}`)
    }
    const turn = {
      owner: randomUUID(),
      leaseMilliseconds: turnSeconds.sendDigest * second,
      deadline: systemClock.now() + Math.max(0, context.getRemainingTimeInMillis() - reserve),
      patience,
      retries: digestRetries,
    }
    const report = await sendDigest(digest, request.scheduledTime, turn, ports, settings)
    telemetry.logger.info('Digest sent', { digest: digest.name, ...report })
    return undefined
  })
}
