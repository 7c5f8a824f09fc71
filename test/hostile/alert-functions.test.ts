import type { SQSEvent } from 'aws-lambda'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { sendDigestFunction } from '../../lib/alerts/digests/send-digest-function.ts'
import { SendAlertsEnvironment, SendDigestEnvironment } from '../../lib/alerts/environment.ts'
import { readQueueMessage } from '../../lib/alerts/receiving/queue-message.ts'
import { sendAlertsFunction } from '../../lib/alerts/send-alerts-function.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { parseSettings } from '../../lib/settings/reading/parse-settings.ts'
import { createDeliveryStore } from '../../lib/store/deliveries/delivery-store.ts'
import { sentExamples } from '../../scripts/alert-examples/events.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { startFakeSlack } from '../alerts/support/fake-slack.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { aLambdaContext, anSqsEvent } from '../harness/lambda.ts'
import { captureOutput } from '../harness/output.ts'
import { startSecrets } from '../harness/secrets.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'

const exampleEvents = sentExamples.map(({ event }) => event)

const canary = 'canary-7f3a'
const nine = '2026-11-20T09:00:00Z'
const clock = { now: () => Date.parse(nine) }
const settings = parseSettings(
  JSON.stringify({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['office'] },
    alerts: [{ name: 'all', on: ['clocked-in', 'clocked-out'], slack: ['office'], group: 0 }],
    digests: [{ name: 'morning', at: '08:30', slack: ['office'], include: ['in-now'] }],
    rollCall: { slack: ['office'] },
  }),
  'test.json',
)

/** The functions are invoked hundreds of times over: no test has its own. */
const test = engineTest.extend(
  'functions',
  { scope: 'file' },
  async ({ engines }, { onCleanup }) => {
    const slack = await startFakeSlack()
    const secrets = await startSecrets(
      new Map([['slack', JSON.stringify({ office: slack.url(canary), other: canary })]]),
    )
    onCleanup(async () => {
      vi.unstubAllEnvs()
      await secrets.close()
      await slack.close()
    })
    for (const [key, text] of Object.entries({ ...engines.environment, ...secrets.environment }))
      vi.stubEnv(key, text)
    const { tableName, queueUrl } = await engines.createResources()
    await engines.createTable('deliveries')
    const environments = alertEnvironmentsOf(settings, {
      tableName,
      deliveriesTable: 'deliveries',
      slackSecret: 'slack',
      alertQueueUrl: queueUrl,
      alertDeadLettersUrl: queueUrl,
      audienceTopics: {},
    })
    const sendAlerts = sendAlertsFunction(
      readEnvironment(SendAlertsEnvironment, environments.sendAlerts),
      clock,
    )
    const sendDigest = sendDigestFunction(
      readEnvironment(SendDigestEnvironment, environments.sendDigest),
      clock,
    )
    const deliveries = createDeliveryStore(engines.documents, 'deliveries', Date.now)
    return { slack, deliveries, sendAlerts, sendDigest }
  },
)
let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  output = captureOutput()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const isRead = (body: string): boolean => {
  try {
    return readQueueMessage(body).kind.length > 0
  } catch {
    return false
  }
}

const aWake = fc.record({
  wake: fc.constantFrom('slack:nowhere', 'email:nobody', 'slack:', `slack:${canary}!`, 'sms:x', ''),
  at: fc.constantFrom(nine, '1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z', canary, ''),
})
const value = fc.oneof(
  fc.constantFrom(...exampleEvents).chain((event) => mutated({ ...event, extra: canary })),
  aWake,
  mutated({ specversion: '1.0', type: `attendance.${canary}`, data: canary }),
  fc.constant({ Type: 'Notification', Message: JSON.stringify(exampleEvents[0]) }),
  hostileValue,
)
const body = damaged(value.map((each) => JSON.stringify(each) ?? canary)).map(String)

test('send-alerts: of a batch only what cannot be read comes back, and everybody else is told', async ({
  functions,
}) => {
  let people = 0
  await fc.assert(
    fc.asyncProperty(fc.array(body, { maxLength: 6 }), fc.nat(6), async (bodies, at) => {
      people += 1
      const all = bodies.toSpliced(at, 0, JSON.stringify(aClockIn(people, nine)))
      const { batchItemFailures } = await functions.sendAlerts(anSqsEvent(...all), aLambdaContext())
      const bad = all.flatMap((text, n) => (isRead(text) ? [] : [`message-${n}`]))
      expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(bad)
    }),
    { numRuns: 40 },
  )
  const { waiting } = await functions.deliveries.waiting('slack:office')
  expect(waiting.length).toBeGreaterThanOrEqual(people)

  const wake = anSqsEvent(JSON.stringify({ wake: 'slack:office', at: nine }))
  expect(await functions.sendAlerts(wake, aLambdaContext())).toEqual({ batchItemFailures: [] })
  const told = functions.slack.lines().flatMap((line) => /Person\d+/.exec(line) ?? [])
  expect(new Set(told).size).toBe(people)
  expect(output.text()).not.toMatch(/canary|xxxx|Person/)
})

test.for<[string, object, unknown[]]>([
  ['no records', { Records: [] }, []],
  [
    'a record of SNS',
    { Records: [{ EventSource: 'aws:sns', Sns: { Message: canary } }] },
    [undefined],
  ],
  [
    'a record twice',
    { Records: [...anSqsEvent(canary).Records, ...anSqsEvent(canary).Records] },
    ['message-0'],
  ],
])('send-alerts answers an event of %s', async ([, event, failures], { functions }) => {
  const read: SQSEvent = JSON.parse(JSON.stringify(event))
  const { batchItemFailures } = await functions.sendAlerts(read, aLambdaContext())
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(failures)
  expect(output.text()).not.toContain(canary)
})

test('send-digest answers a request, or refuses it in words that repeat none of it', async ({
  functions,
}) => {
  const request = fc.oneof(
    mutated({ digest: 'morning', scheduledTime: nine, note: canary }),
    mutated({ digest: canary, scheduledTime: canary }),
    mutated({ rollCall: true, slack: ['office', 'nowhere', 'other'], email: ['constructor'] }),
    hostileValue,
  )
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const outcome = await functions
        .sendDigest(input, aLambdaContext())
        .catch((error: Error) => error)
      if (outcome instanceof Error) {
        expect(['DigestRequestError', 'DigestError']).toContain(outcome.name)
        expect(outcome.message).not.toMatch(/canary|xxxx/)
      } else if (outcome !== undefined) {
        for (const { destination, outcome: kind } of outcome.sent)
          expect(destination === 'slack:office' ? ['sent'] : ['gone', 'failed']).toContain(kind)
      }
    }),
    { numRuns: 60 },
  )
  expect(output.text()).not.toMatch(/canary|xxxx/)
})
