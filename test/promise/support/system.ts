import { vi } from 'vitest'
import { dispatchPollsFunction } from '../../../lib/polling/dispatching/dispatch-polls-function.ts'
import { DispatchPollsEnvironment } from '../../../lib/polling/dispatching/environment.ts'
import { writeTick } from '../../../lib/polling/dispatching/tick.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../../lib/polling/environment.ts'
import { refreshRosterFunction } from '../../../lib/polling/roster/refresh-roster-function.ts'
import { pollShardFunction } from '../../../lib/polling/shard/poll-shard-function.ts'
import { environmentsOf } from '../../../lib/settings/polling-variables.ts'
import { Settings } from '../../../lib/settings/settings.ts'
import { createEmployeeStore } from '../../../lib/store/employee-store.ts'
import { test as engineTest } from '../../harness/engine-test.ts'
import type { Engines } from '../../harness/engines.ts'
import { aLambdaContext, anSqsEvent } from '../../harness/lambda.ts'
import { captureOutput, metricsIn } from '../../harness/output.ts'
import { startSecrets } from '../../harness/secrets.ts'
import { startApi } from './api.ts'
import { createTestClock } from './clock.ts'
import { createSubscriber } from './subscriber.ts'
import { tableOf } from './table.ts'

export type SystemOptions = {
  /** Where the clock stands at first, UTC. */
  now?: string
  /** Settings beside those that tests have. */
  polling?: Record<string, number>
  workday?: Record<string, string>
  attention?: Record<string, number | boolean | null>
  privacy?: Record<string, string | boolean>
  baseline?: 'silent' | 'announce'
  /** Variables of the functions beside those that settings give. */
  variables?: Record<string, string>
}

const secretName = 'promise/workforce'
const secret = JSON.stringify({ clientId: 'an-application', clientSecret: 'a-secret' })
const quiet = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: false,
  absenceGraceMinutes: 0,
  returnOverdue: false,
}

const startSystem = async (engines: Engines, options: SystemOptions) => {
  const clock = createTestClock(options.now ?? '2026-11-16T08:00:00Z')
  const output = captureOutput()
  const api = await startApi(clock.now)
  const { tableName, topicArn, queueUrl } = await engines.createResources()
  const { queueUrl: ticksUrl, tableName: eventsTable } = await engines.createResources()
  const secrets = await startSecrets(new Map([[secretName, secret]]))
  const aws = { ...engines.environment, ...secrets.environment }
  for (const [key, value] of Object.entries(aws)) vi.stubEnv(key, value)
  const table = tableOf(engines.dynamo, tableName)
  const store = createEmployeeStore(engines.documents, tableName)

  const names = { tableName, eventsTable, credentialsSecret: secretName }
  const resources = { ...names, topicArn, queueUrl: ticksUrl }

  /** The processes of a deployment. */
  const functionsBy = ({ variables, ...options }: SystemOptions) => {
    const { polling, workday, attention, privacy, baseline = 'silent' } = options
    const settings = Settings.parse({
      baseline,
      name: 'test',
      workforce: { apiUrl: api.url, authUrl: api.url, requestsPerSecond: 1_000 },
      polling: { ...polling },
      workday: { timeZone: 'Europe/London', ...workday },
      attention: { ...quiet, ...attention },
      privacy: { ...privacy },
    })
    const environments = environmentsOf(settings, resources, 60)
    const hurried = { REQUESTS_PER_SECOND: '10000', ...variables }
    return {
      poll: pollShardFunction(
        PollShardEnvironment.parse({ ...environments.pollShard, ...hurried }),
        clock,
      ),
      refresh: refreshRosterFunction(
        RefreshRosterEnvironment.parse({ ...environments.refreshRoster, ...hurried }),
        clock,
      ),
      dispatch: dispatchPollsFunction(
        DispatchPollsEnvironment.parse({ ...environments.dispatchPolls, ...variables }),
        clock,
      ),
    }
  }
  let deployed = options
  let running = functionsBy(deployed)

  const poll = async (shardId = '0001', remaining = 120_000) => {
    const { batchItemFailures } = await running.poll(
      anSqsEvent(writeTick({ shardId })),
      aLambdaContext(remaining),
    )
    return { failed: batchItemFailures.length }
  }
  const refresh = (event: unknown = {}) => running.refresh(event, aLambdaContext())
  /** Takes the values of a metric that were published, each with its others of one line. */
  const figures = (name: string): number[] =>
    metricsIn(output.json()).flatMap((line) =>
      name in line && !('type' in line) ? [line[name]].flat().map(Number) : [],
    )

  return {
    clock,
    api,
    world: api.world,
    table,
    tableName,
    eventsTable,
    /** What is kept of everybody. */
    states: async () => (await store.inShard('0001', { isConsistent: true })).employees,
    ...createSubscriber(() => engines.drain(queueUrl)),
    poll,
    refresh,
    /** Invokes the dispatcher, when its last plan is over. @returns the bodies of the ticks that it sent */
    dispatch: async (event: unknown = {}): Promise<string[]> => {
      await table.remove({ pk: { S: 'ROSTER' }, sk: { S: 'BUDGET' } })
      await running.dispatch(event, aLambdaContext())
      return (await engines.drainBodies(ticksUrl)).sort()
    },
    /** Polls as a tick of the dispatcher says. */
    pollAs: async (tick: string) => {
      const answer = await running.poll(anSqsEvent(tick), aLambdaContext())
      return { failed: answer.batchItemFailures.length }
    },
    /** Polls after so many minutes. */
    pollAfter: async (...minutes: number[]): Promise<void> => {
      for (const each of minutes) {
        clock.pass(each * 60_000)
        await poll()
      }
    },
    pollAt: (moment: string) => {
      clock.set(moment)
      return poll()
    },
    refreshAt: (moment: string) => {
      clock.set(moment)
      return refresh()
    },
    /** New processes, which remember nothing. */
    restart: (): void => {
      running = functionsBy(deployed)
    },
    /** Deploys other settings beside those that stay. @returns what has the processes of before work again */
    deploy: (changed: SystemOptions): (() => void) => {
      const before = { deployed, running }
      deployed = { ...deployed, ...changed }
      running = functionsBy(deployed)
      return () => {
        deployed = before.deployed
        running = before.running
      }
    },
    figures,
    sum: (name: string): number => figures(name).reduce((sum, each) => sum + each, 0),
    logs: () => output.json().filter((line) => !('_aws' in line)),
    close: async (): Promise<void> => {
      await api.close()
      await secrets.close()
    },
  }
}
export type System = Awaited<ReturnType<typeof startSystem>>

/** Starts a system. */
export type Start = (options?: SystemOptions) => Promise<System>

/** A test that may start systems; what it starts ends with it. */
export const test = engineTest.extend(
  'start',
  async ({ engines }, { onCleanup }): Promise<Start> => {
    const started: System[] = []
    onCleanup(async () => {
      vi.restoreAllMocks()
      vi.unstubAllEnvs()
      for (const system of started) await system.close()
    })
    return async (options = {}) => {
      const system = await startSystem(engines, options)
      started.push(system)
      return system
    }
  },
)
