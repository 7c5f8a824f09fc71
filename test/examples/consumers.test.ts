import { expect, test, vi } from 'vitest'
import { memoryStore } from '../../consumer/src/ordering.ts'
import { createWebhookConsumer } from '../../examples/webhook-consumer.ts'
import { payloadOf } from '../../lib/webhooks/payload.ts'
import { signedHeaders } from '../../lib/webhooks/wire/signature.ts'
import { numbered } from './support/events.ts'
import { testLambdaConsumer } from './support/lambda-consumer.ts'
import { testPullConsumer } from './support/pull-consumer.ts'
import { startListening } from './support/running.ts'
import { testSqsConsumer } from './support/sqs-consumer.ts'
import { testWebhookConsumer } from './support/webhook-consumer.ts'

testSqsConsumer('sqs-consumer-ts', (queueUrl) => [
  process.execPath,
  'examples/sqs-consumer.ts',
  queueUrl,
])

testPullConsumer('pull-consumer-ts', (url, database) => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  'examples/pull-consumer.ts',
  url,
  database,
])

const lambdaConsumer = (environment: Record<string, string>) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return import('../../examples/lambda-consumer.ts')
}
testLambdaConsumer('lambda-consumer-ts', {
  invoke: async (event, environment) => (await lambdaConsumer(environment)).handler(event),
  presenceOf: async (id, environment) => (await lambdaConsumer(environment)).presenceOf(id),
})

testWebhookConsumer('webhook-consumer-ts', (keys) =>
  startListening([process.execPath, 'examples/webhook-consumer.ts', '0'], keys),
)

test('webhook-consumer-ts has again what it could not act on, or could not check', async () => {
  const key = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`
  const body = payloadOf(numbered(1), 'full')
  const headers = signedHeaders('some-id', Date.now(), body, [key])
  const request = () => new Request('https://payroll.acme.io', { method: 'POST', body, headers })
  let isAway = true
  const act = vi.fn(async () => {
    if (isAway) throw new Error('The database is away')
  })
  const consume = createWebhookConsumer([key], memoryStore(), act)
  expect((await consume(request())).status).toBe(500)
  isAway = false
  expect((await consume(request())).status).toBe(204)
  expect((await consume(request())).status).toBe(204)
  expect(act).toHaveBeenCalledTimes(2)
  const withoutKeys = createWebhookConsumer([], memoryStore(), act)
  expect((await withoutKeys(request())).status).toBe(500)
})
