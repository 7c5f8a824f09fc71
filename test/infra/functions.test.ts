import { expect, test } from 'vitest'
import { nodeVariables } from '../../infra/bundling.ts'
import { SendAlertsEnvironment, SendDigestEnvironment } from '../../lib/alerts/environment.ts'
import { alertTimeoutSeconds } from '../../lib/alerts/queues.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { DispatchPollsEnvironment } from '../../lib/polling/dispatching/environment.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../lib/polling/environment.ts'
import { functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { ReadApiEnvironment } from '../../lib/read-api/environment.ts'
import { readApiTimeoutSeconds } from '../../lib/read-api/routes.ts'
import { ReplayEventsEnvironment } from '../../lib/replays/environment.ts'
import { DeliverWebhookEnvironment } from '../../lib/webhooks/environment.ts'
import { webhookTimeoutSeconds } from '../../lib/webhooks/queues.ts'
import { resources, templateOf, theResource } from './environment.ts'

const webhooks = [{ name: 'payroll', url: 'https://pay.example.com/events' }]
const template = templateOf({ webhooks, aws: { readApi: {} } })
const quietHours = { from: '22:00', until: '05:00', everySeconds: 900 }
const withAll = templateOf({
  webhooks,
  polling: { idleEverySeconds: 900, awayEverySeconds: 900, farEverySeconds: 900, quietHours },
  aws: { fifoTopic: true, eventBus: 'people', snsMessagesPerSecond: 300, readApi: {} },
})
const functionOf = (id: string, from = template) =>
  theResource(from, 'AWS::Lambda::Function', id).Properties

const variablesOf = (id: string, from = template): Record<string, unknown> =>
  (functionOf(id, from)['Environment'] as { Variables: Record<string, unknown> }).Variables

const schemas = [
  ['PollShard', PollShardEnvironment],
  ['RefreshRoster', RefreshRosterEnvironment],
  ['DispatchPolls', DispatchPollsEnvironment],
  ['SendAlerts', SendAlertsEnvironment],
  ['SendDigest', SendDigestEnvironment],
  ['DeliverWebhook', DeliverWebhookEnvironment],
  ['ReplayEvents', ReplayEventsEnvironment],
  ['ReadApi', ReadApiEnvironment],
] as const

/** A variable as the function will read it: what CloudFormation fills in is a word. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const { 'Fn::Join': [, parts = []] = [] } = value as { 'Fn::Join'?: [string, unknown[]] }
  const known = parts.map((part) => (typeof part === 'string' ? part : 'known-once-deployed'))
  return known.length === 0 ? 'known once deployed' : known.join('')
}

test.each(schemas)('%s is given exactly the variables that its schema wants', (id, schema) => {
  const given = Object.keys(variablesOf(id, withAll)).toSorted()
  expect(given).toEqual([...Object.keys(schema.shape), ...Object.keys(nodeVariables)].toSorted())
})

test.each(schemas)('%s can read its variables', (id, schema) => {
  const texts = Object.entries(variablesOf(id)).map(([name, value]) => [name, textOf(value)])
  const read = readEnvironment<{ ENVIRONMENT: string }>(schema, Object.fromEntries(texts))
  expect(read.ENVIRONMENT).toBe('test')
  expect(read).not.toHaveProperty('FIFO_TOPIC_ARN')
})

test.each([
  ['PollShard', 256, functionTimeoutSeconds.pollShard, 'attendance-test-poll-shard'],
  ['RefreshRoster', 1_024, functionTimeoutSeconds.refreshRoster, 'attendance-test-refresh-roster'],
  ['DispatchPolls', 256, functionTimeoutSeconds.dispatchPolls, 'attendance-test-dispatch-polls'],
  ['SendAlerts', 512, alertTimeoutSeconds.sendAlerts, 'attendance-test-send-alerts'],
  ['SendDigest', 1_769, alertTimeoutSeconds.sendDigest, 'attendance-test-send-digest'],
  ['DeliverWebhook', 256, webhookTimeoutSeconds, 'attendance-test-deliver-webhook'],
  ['ReadApi', 1_769, readApiTimeoutSeconds, 'attendance-test-read-api'],
])('%s has %i MB, %i s, and a name', (id, MemorySize, Timeout, FunctionName) => {
  expect(functionOf(id)).toMatchObject({
    FunctionName,
    MemorySize,
    Timeout,
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    LoggingConfig: {
      LogFormat: 'JSON',
      ApplicationLogLevel: 'INFO',
      SystemLogLevel: 'WARN',
    },
  })
  expect(functionOf(id)).not.toHaveProperty('VpcConfig')
  // docs/decisions/traces.md
  expect(functionOf(id)).not.toHaveProperty('TracingConfig')
})

test('polls of more people than usual have more memory', () => {
  const large = templateOf({ polling: { shardSize: 251 } })
  expect(functionOf('PollShard', large)).toMatchObject({ MemorySize: 512 })
})

const asynchronous = (from = template) =>
  Object.values(resources(from, 'AWS::Lambda::EventInvokeConfig')).map((each) => each.Properties)

test('a scheduled run is tried again, and not once the next is due or it is old news', () => {
  expect(asynchronous()).toMatchObject([
    { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3_600 },
    { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
    { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 900 },
  ])
})

test.each([
  [60, 60],
  [86_400, 21_600],
])('a roster that is read every %i s is no older than Lambda allows: %i s', (every, oldest) => {
  const [roster] = asynchronous(templateOf({ polling: { rosterEverySeconds: every } }))
  expect(roster).toMatchObject({ MaximumEventAgeInSeconds: oldest })
})

test('only what the next run does not make up for leaves its error behind: a digest', () => {
  const destinations = asynchronous().map((each) => each['DestinationConfig'])
  expect(destinations).toEqual([
    undefined,
    undefined,
    {
      OnFailure: {
        Destination: { 'Fn::GetAtt': [expect.stringContaining('ScheduleDeadLetters'), 'Arn'] },
      },
    },
  ])
})
