import { SQSClient } from '@aws-sdk/client-sqs'
import type { Clock } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { dispatchPollsFunction } from '../../lib/polling/dispatching/dispatch-polls-function.ts'
import { DispatchPollsEnvironment } from '../../lib/polling/dispatching/environment.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../lib/polling/environment.ts'
import { pollQueue } from '../../lib/polling/queues.ts'
import { refreshRosterFunction } from '../../lib/polling/roster/refresh-roster-function.ts'
import { pollShardFunction } from '../../lib/polling/shard/poll-shard-function.ts'
import { functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { environmentsOf, type Resources } from '../../lib/settings/polling-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { startEventSource } from './event-source.ts'
import { invoke, type LocalFunction } from './invoke.ts'
import { type Running, startSchedule } from './schedule.ts'

type Functions = {
  refreshRoster: LocalFunction<
    unknown,
    Awaited<ReturnType<ReturnType<typeof refreshRosterFunction>>>
  >
  dispatchPolls: LocalFunction<
    unknown,
    Awaited<ReturnType<ReturnType<typeof dispatchPollsFunction>>>
  >
  pollShard: LocalFunction<
    Parameters<ReturnType<typeof pollShardFunction>>[0],
    Awaited<ReturnType<ReturnType<typeof pollShardFunction>>>
  >
}

/** The three functions as the deployed stack has them, on a clock of their own. */
const createFunctions = (settings: Settings, resources: Resources, clock: Clock): Functions => {
  // Polls come as often as the dispatcher runs: SQS delays go by the machine's clock.
  const dispatchEvery = settings.polling.clockingsEverySeconds
  const environments = environmentsOf(settings, resources, dispatchEvery)
  const polling = readEnvironment(PollShardEnvironment, environments.pollShard)
  const refreshing = readEnvironment(RefreshRosterEnvironment, environments.refreshRoster)
  const dispatching = readEnvironment(DispatchPollsEnvironment, environments.dispatchPolls)
  return {
    refreshRoster: {
      name: 'refresh-roster',
      timeoutSeconds: functionTimeoutSeconds.refreshRoster,
      handler: refreshRosterFunction(refreshing, clock),
    },
    dispatchPolls: {
      name: 'dispatch-polls',
      timeoutSeconds: functionTimeoutSeconds.dispatchPolls,
      handler: dispatchPollsFunction(dispatching, clock),
    },
    pollShard: {
      name: 'poll-shard',
      timeoutSeconds: functionTimeoutSeconds.pollShard,
      handler: pollShardFunction(polling, clock),
    },
  }
}

export type FunctionsOptions = {
  settings: Settings
  resources: Resources
  /** The clock that the functions tell the time by, and how fast it runs. */
  clock: Clock & { speed: number }
  /** Whether anybody is watched yet; until then the roster is asked for with every poll. */
  isAnybodyWatched: () => Promise<boolean>
  onError: (error: unknown) => void
}

/**
 * Runs the three functions on their schedules, SQS in between. The first roster is read
 * before the first polls are dispatched.
 */
export const startFunctions = ({
  settings,
  resources,
  clock,
  isAnybodyWatched,
  onError,
}: FunctionsOptions): Running => {
  const functions = createFunctions(settings, resources, clock)
  const { clockingsEverySeconds, rosterEverySeconds, concurrentPolls } = settings.polling
  const real = (seconds: number) => (seconds * 1_000) / clock.speed

  let refreshing: Promise<unknown> | null = null
  const refresh = () => {
    refreshing ??= invoke(functions.refreshRoster, {}).finally(() => {
      refreshing = null
    })
    return refreshing
  }
  let isWatching = false
  const dispatchPolls = async () => {
    isWatching ||= await isAnybodyWatched()
    if (!isWatching) await refresh()
    await invoke(functions.dispatchPolls, {})
  }

  const roster = startSchedule(real(rosterEverySeconds), refresh, onError)
  const dispatch = startSchedule(real(clockingsEverySeconds), dispatchPolls, onError)
  const polls = startEventSource(new SQSClient(), {
    queueUrl: resources.queueUrl,
    batchSize: pollQueue.batchSize,
    concurrency: concurrentPolls,
    invoke: (event) => invoke(functions.pollShard, event),
    onError,
  })
  return {
    stop: async () => {
      await Promise.all([roster.stop(), dispatch.stop(), polls.stop()])
    },
  }
}
