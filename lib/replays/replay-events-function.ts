import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { epochMs, utc } from '../attendance/moments.ts'
import { awsClientConfig } from '../platform/aws.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createTelemetry, lambda } from '../platform/lambda.ts'
import { documentClient } from '../store/document-client.ts'
import { createEmployeeStore } from '../store/employee-store.ts'
import {
  type ReplayProgress,
  ReplayRequest,
  type ReplayTarget,
  SnapshotRequest,
} from '../store/events/replay-record.ts'
import { createReplayStore } from '../store/events/replay-store.ts'
import { createSegmentStore } from '../store/events/segment-store.ts'
import { createShardStore } from '../store/shard-store.ts'
import { realTiming } from '../workforce/waiting.ts'
import type { ReplayEventsEnvironment } from './environment.ts'
import type { Refusal } from './refusals.ts'
import { goOnWithReplay } from './replay-events.ts'
import { beginSending, OvertakenReplayError } from './slice.ts'
import { sendAgainBy } from './targets.ts'
import { goOnWithSnapshot } from './tell-state.ts'
import { sliceReserve } from './timing.ts'

/** What the function may be invoked with. */
const Invocation = z.union([
  z.strictObject({ begin: z.union([ReplayRequest, SnapshotRequest]) }),
  z.strictObject({ goOn: z.guid() }),
  z.strictObject({ look: z.guid() }),
])
export type ReplayInvocation = z.infer<typeof Invocation>

/** What it answers: how far the replay is, or why what was asked for cannot be done. */
export type ReplayAnswer = { progress: ReplayProgress } | { refused: string }

/** Why nothing can be sent to a target; null where it can. */
const refusal = (
  to: ReplayTarget,
  { WEBHOOKS, QUEUES }: ReplayEventsEnvironment,
): string | null => {
  if ('webhook' in to)
    return WEBHOOKS.includes(to.webhook)
      ? null
      : `there is no webhook ${to.webhook}: there are ${WEBHOOKS.join(', ') || 'none'}`
  return QUEUES.includes(to.queue) ? null : `${to.queue} is not one of aws.replayQueues`
}

/**
 * The Lambda function `replay-events`: sends again what was published, in slices. Whoever asks for it invokes it
 * until it is done; what it is invoked with says what, its record how far.
 * @param clock the clock of everything that is published
 */
export const replayEventsFunction = (environment: ReplayEventsEnvironment, clock: Clock) => {
  const telemetry = createTelemetry(environment.ENVIRONMENT)
  const { now: machineNow } = systemClock
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const ports = {
    shards: createShardStore(documents, environment.TABLE_NAME),
    employees: createEmployeeStore(documents, environment.TABLE_NAME),
    rules: environment.RULES,
    privacy: environment.RULES.privacy,
    log: createSegmentStore(documents, environment.EVENTS_TABLE),
    replays: createReplayStore(documents, environment.EVENTS_TABLE, machineNow),
    sendAgain: sendAgainBy(
      new SQSClient(awsClientConfig),
      environment.QUEUE_URL_PREFIX ?? '',
      realTiming.sleep,
    ),
    onRefused: (refusals: readonly Refusal[]) =>
      telemetry.logger.warn('A queue refuses events for what they are: they are left out', {
        refusals,
      }),
    now: clock.now,
    machineNow,
    wait: realTiming.sleep,
  }

  const begin = async (request: ReplayProgress['request']): Promise<ReplayAnswer> => {
    const refused = refusal(request.to, environment)
    if (refused !== null) return { refused }
    if ('snapshot' in request) return { progress: await beginSending(randomUUID(), request, ports) }
    const { from, to } = request.span
    if (epochMs(from) >= epochMs(to)) return { refused: `nothing lies between ${from} and ${to}` }
    const span = { from: utc(epochMs(from)), to: utc(epochMs(to)) }
    return { progress: await beginSending(randomUUID(), { ...request, span }, ports) }
  }

  return lambda<unknown, ReplayAnswer>(telemetry, async (event, context: Context) => {
    const invocation = Invocation.safeParse(event)
    if (!invocation.success) return { refused: 'the request is not one of begin, goOn and look' }
    if ('begin' in invocation.data) return begin(invocation.data.begin)
    const { data } = invocation
    const id = 'goOn' in data ? data.goOn : data.look
    const progress = await ports.replays.read(id)
    if (progress === null) return { refused: `there is no replay ${id}` }
    if ('look' in data || progress.state === 'done') return { progress }
    const refused = refusal(progress.request.to, environment)
    if (refused !== null) return { refused }
    const until = machineNow() + Math.max(0, context.getRemainingTimeInMillis() - sliceReserve)
    const { request } = progress
    const after = await ('snapshot' in request
      ? goOnWithSnapshot(progress, until, ports)
      : goOnWithReplay(progress, request, until, ports)
    ).catch((error: unknown) => {
      if (error instanceof OvertakenReplayError) return null
      throw error
    })
    if (after === null)
      return { refused: `somebody else goes on with ${id}: look at its status in a minute` }
    const { counts, state, unreadable } = after
    telemetry.logger.info('Events were sent to one', {
      id,
      to: request.to,
      counts,
      state,
      unreadable,
      refused: after.refused?.count ?? 0,
    })
    return { progress: after }
  })
}
