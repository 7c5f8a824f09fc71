import { vi } from 'vitest'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { createClock } from '../../local/clock.ts'
import { startWorkforceService } from '../../local/workforce-service/start.ts'
import type { Engines } from './engines.ts'
import { startSecrets } from './secrets.ts'

const secretName = 'attendance/test/workforce'

/** A Workforce service, a table, a topic, queues and a secret, as a deployed stack has them. */
export const startDeployment = async (engines: Engines) => {
  const clock = createClock({ now: Date.now(), speed: 1 })
  const service = await startWorkforceService({ port: 0, employees: 0, seed: 1, clock })
  const { tableName, topicArn, queueUrl: subscriberUrl } = await engines.createResources()
  const { queueUrl: ticksUrl, tableName: eventsTable } = await engines.createResources()
  const values = new Map<string, string>()
  const secrets = await startSecrets(values)

  const settings = Settings.parse({
    name: 'test',
    workforce: {
      apiUrl: service.baseUrl,
      authUrl: service.authUrl,
      requestsPerSecond: 1_000,
    },
    workday: { timeZone: 'Europe/London' },
  })
  const names = { tableName, eventsTable, credentialsSecret: secretName }
  const resources = { ...names, topicArn, queueUrl: ticksUrl }
  const variables = environmentsOf(settings, resources, 60)

  const setSecret = (clientSecret: string): void => {
    values.set(secretName, JSON.stringify({ clientId: service.clientId, clientSecret }))
  }
  setSecret(service.clientSecret)

  /** Loads an entry file anew, in the environment of its function. */
  const loaded = async <Entry>(
    name: keyof typeof variables,
    load: () => Promise<Entry>,
  ): Promise<Entry> => {
    const aws = { ...engines.environment, ...secrets.environment }
    for (const [key, value] of Object.entries({ ...aws, ...variables[name] }))
      vi.stubEnv(key, value)
    vi.resetModules()
    return load()
  }

  return {
    service,
    setSecret,
    secretReads: secrets.reads,
    tableName,
    ticksUrl,
    subscriberUrl,

    pollShard: async () =>
      (await loaded('pollShard', () => import('../../functions/poll-shard.ts'))).handler,
    refreshRoster: async () =>
      (await loaded('refreshRoster', () => import('../../functions/refresh-roster.ts'))).handler,
    dispatchPolls: async () =>
      (await loaded('dispatchPolls', () => import('../../functions/dispatch-polls.ts'))).handler,

    put: async (path: string, body: unknown): Promise<void> => {
      const answer = await fetch(`${service.controlUrl}${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    },

    close: async () => {
      vi.unstubAllEnvs()
      await secrets.close()
      await service.close()
    },
  }
}
export type Deployment = Awaited<ReturnType<typeof startDeployment>>
