import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SNSClient } from '@aws-sdk/client-sns'
import { readEnvironment } from '../../../lib/platform/environment.ts'
import { writeTick } from '../../../lib/polling/dispatching/tick.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../../lib/polling/environment.ts'
import { refreshRosterFunction } from '../../../lib/polling/roster/refresh-roster-function.ts'
import { pollShardFunction } from '../../../lib/polling/shard/poll-shard-function.ts'
import { environmentsOf } from '../../../lib/settings/polling-variables.ts'
import { Settings } from '../../../lib/settings/settings.ts'
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts'
import { createClock } from '../../../local/clock.ts'
import { startWorkforceService } from '../../../local/workforce-service/start.ts'
import { aClocking, anEmployee } from '../../harness/builders.ts'
import { startEngines } from '../../harness/engines.ts'
import { aLambdaContext, anSqsEvent } from '../../harness/lambda.ts'
import { callersOfSns } from '../callers.ts'
import { filesThatRun } from '../files-that-run.ts'

/**
 * Polls a shard that somebody has clocked in of since, and tells which files ran for that; and once more when
 * they clock out, and tells who called whom up to SNS.
 */
const now = '2026-11-18T12:00:00Z'
const clock = createClock({ now: Date.parse(now), speed: 0 })
const service = await startWorkforceService({ port: 0, employees: 0, seed: 1, clock })
const engines = await startEngines()
const secrets = await startSecretsManager()
Object.assign(process.env, engines.environment, {
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
})

const { clientId, clientSecret, baseUrl: apiUrl, authUrl } = service
const [Name, SecretString] = ['credentials', JSON.stringify({ clientId, clientSecret })]
await new SecretsManagerClient().send(new CreateSecretCommand({ Name, SecretString }))

const { queueUrl, ...resources } = await engines.createResources()
const variables = environmentsOf(
  Settings.parse({
    name: 'test',
    workforce: { apiUrl, authUrl, requestsPerSecond: 1_000 },
    workday: { timeZone: 'Europe/London' },
  }),
  { ...resources, eventsTable: resources.tableName, queueUrl, credentialsSecret: Name },
  60,
)

const put = async (path: string, body: unknown): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'PUT', headers, body: JSON.stringify(body) }
  const { ok, status } = await fetch(`${service.controlUrl}${path}`, request)
  if (!ok) throw new Error(`${path}: ${status}`)
}
await put(`/employees/${anEmployee().id}`, anEmployee())

const refresh = refreshRosterFunction(
  readEnvironment(RefreshRosterEnvironment, variables.refreshRoster),
  clock,
)
const poll = pollShardFunction(readEnvironment(PollShardEnvironment, variables.pollShard), clock)
const pollOnce = () => poll(anSqsEvent(writeTick({ shardId: '0001' })), aLambdaContext())
await refresh({}, aLambdaContext())
await pollOnce()
await engines.drain(queueUrl)

await put(`/clockings/${aClocking().id}`, aClocking({ end: null }))
const files = await filesThatRun(pollOnce)
await put(`/clockings/${aClocking().id}`, aClocking())
const callers = await callersOfSns(SNSClient, pollOnce)
const published = await engines.drain(queueUrl)
if (published.length !== 2) throw new Error(`${published.length} events were published`)
process.send?.({ files, callers })

await Promise.all([service.close(), engines.close(), secrets.close()])
process.disconnect?.()
