import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { testLambdaConsumer } from './support/lambda-consumer.ts'
import { testPullConsumer } from './support/pull-consumer.ts'
import { newDatabase, startExample } from './support/running.ts'
import { testSqsConsumer } from './support/sqs-consumer.ts'
import { testWebhookConsumer } from './support/webhook-consumer.ts'

/** One that has boto3. */
const python = process.env['PYTHON'] ?? 'python3'

testSqsConsumer('sqs-consumer-py', (queueUrl) => [
  python,
  'test/examples/support/run_sqs_consumer.py',
  'examples/sqs_consumer.py',
  queueUrl,
  newDatabase(),
])

testPullConsumer('pull-consumer-py', (url, database) => [
  python,
  'examples/pull_consumer.py',
  url,
  database,
])

/** Does what Lambda does: imports the handler, and gives it an event. */
const lambda = `
import json, sys
sys.path.insert(0, "examples")
from lambda_consumer import handler
print(json.dumps(handler(json.load(sys.stdin), None)))
`

testLambdaConsumer('lambda-consumer-py', async (event, environment) => {
  const child = spawn(python, ['-c', lambda], { env: { ...process.env, ...environment } })
  child.stdin.end(JSON.stringify(event))
  const [answer, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(problems).toBe('')
  return JSON.parse(answer)
})

testWebhookConsumer('webhook-consumer-py', async (keys) => {
  const WEBHOOK_KEYS = keys.join(' ')
  const { lines } = startExample([python, 'examples/webhook_consumer.py', '0', newDatabase()], {
    WEBHOOK_KEYS,
  })
  const url = await vi.waitFor(
    () => {
      const [, address] = /^listening on (.+)$/.exec(lines[0] ?? '') ?? []
      if (address === undefined) throw new Error('It does not listen yet')
      return address
    },
    { timeout: 20_000 },
  )
  return { url, acted: () => lines.slice(1) }
})
