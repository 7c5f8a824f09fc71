import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { awsClientConfig } from '../platform/aws.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createTelemetry, lambda } from '../platform/lambda.ts'
import { documentClient } from '../store/document-client.ts'
import { createEmployeeStore } from '../store/employee-store.ts'
import { createSegmentStore } from '../store/events/segment-store.ts'
import { findEmployee } from '../store/find-employee.ts'
import { UnreadableRecordError } from '../store/schema.ts'
import { createShardStore } from '../store/shard-store.ts'
import { tableIdOf } from '../store/table-id.ts'
import { mostBytes, sizeInAnswer } from './answer-size.ts'
import type { ReadApiEnvironment } from './environment.ts'
import { getEvents } from './events/get-events.ts'
import { getEmployee } from './get-employee.ts'
import { getPresence } from './presence/get-presence.ts'
import { problemOf, ReadApiError } from './problem.ts'
import {
  EmployeePath,
  EmployeeQuery,
  EventsQuery,
  PresenceQuery,
  readParameters,
} from './requests.ts'
import { type ReadApiRoute, readApiRoutes } from './routes.ts'

/** How long before its time-out the function gives up on an answer, in milliseconds. */
const reserve = 10_000

type Request = Pick<APIGatewayProxyEventV2, 'queryStringParameters' | 'pathParameters'>

const connect = (environment: ReadApiEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const dynamoDb = new DynamoDBClient(awsClientConfig)
  const documents = documentClient(dynamoDb)
  const table = environment.TABLE_NAME
  const ports = {
    shards: createShardStore(documents, table),
    employees: createEmployeeStore(documents, table),
    find: (shardIds: readonly string[], employeeId: string) =>
      findEmployee(documents, table, shardIds, employeeId),
    segments: createSegmentStore(documents, environment.EVENTS_TABLE),
    tableId: tableIdOf(dynamoDb, environment.EVENTS_TABLE, systemClock.now),
    now: clock.now,
    machineNow: systemClock.now,
    days: environment.EVENT_LOG_DAYS,
  }
  return { telemetry, ports }
}

const answer = (
  statusCode: number,
  content: unknown,
  type = 'application/json',
): APIGatewayProxyStructuredResultV2 => {
  const body = JSON.stringify(content)
  if (sizeInAnswer(body) > mostBytes)
    throw new ReadApiError(413, 'limit: the answer would be too large: ask for less at once')
  return { statusCode, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
}

/** What can be read by a later version alone, or not at all, is neither skipped nor made up. */
const unreadable = (): ReadApiError =>
  new ReadApiError(
    503,
    'something that this is about was written by a later version, or cannot be read: operators are alarmed; ask again later',
  )

/**
 * The Lambda function `read-api`, behind an HTTP API: what was published, who is in, and what is known
 * of somebody.
 * @param clock the clock of everything that is published
 */
export const readApiFunction = (environment: ReadApiEnvironment, clock: Clock) => {
  const { telemetry, ports } = connect(environment, clock)
  const rules = environment.RULES
  const showing = {
    privacy: rules.privacy,
    onUnreadable: () => telemetry.meter.add('StateUnreadable', 1),
  }
  const routes: Record<
    ReadApiRoute,
    (request: Request, isTimeUp: () => boolean) => Promise<unknown>
  > = {
    'GET /events': ({ queryStringParameters: query }) =>
      getEvents(readParameters(EventsQuery, query), ports, { source: rules.source, ...showing }),
    'GET /presence': ({ queryStringParameters: query }, isTimeUp) =>
      getPresence(readParameters(PresenceQuery, query), { ...ports, isTimeUp }, rules, showing),
    'GET /employees/{id}': async ({ pathParameters, queryStringParameters: query }) => {
      const { id } = readParameters(EmployeePath, pathParameters)
      return getEmployee(id, readParameters(EmployeeQuery, query), ports, rules, showing)
    },
  }

  return lambda<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(
    telemetry,
    async (request, context: Context) => {
      const route = readApiRoutes.find((each) => each === request.routeKey)
      try {
        if (route === undefined) throw new ReadApiError(404, 'There is no such path')
        const isTimeUp = () => context.getRemainingTimeInMillis() < reserve
        return answer(200, await routes[route](request, isTimeUp))
      } catch (thrown) {
        const error = thrown instanceof UnreadableRecordError ? unreadable() : thrown
        if (!(error instanceof ReadApiError)) throw error
        if (thrown instanceof UnreadableRecordError) {
          telemetry.meter.add('StateUnreadable', 1)
          telemetry.logger.error('Not readable', { route, problem: thrown.message })
        }
        telemetry.logger.info('Not answered', { route, status: error.status })
        return answer(error.status, problemOf(error), 'application/problem+json')
      }
    },
  )
}
