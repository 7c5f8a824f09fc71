import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { testLambdaConsumer } from './support/lambda-consumer.ts'
import { testPullConsumer } from './support/pull-consumer.ts'
import { newDatabase, startListening } from './support/running.ts'
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

/** Does what Lambda does: imports the module, and calls it with what it reads. */
const calling = (call: string): string => `
import json, sys
sys.path.insert(0, "examples")
import lambda_consumer
print(json.dumps(lambda_consumer.${call}))
`
const called = async (call: string, input: unknown, environment: Record<string, string>) => {
  const child = spawn(python, ['-c', calling(call)], { env: { ...process.env, ...environment } })
  child.stdin.end(JSON.stringify(input))
  const [answer, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(problems).toBe('')
  return JSON.parse(answer)
}
testLambdaConsumer('lambda-consumer-py', {
  invoke: (event, environment) => called('handler(json.load(sys.stdin), None)', event, environment),
  presenceOf: (id, environment) => called('presence_of(json.load(sys.stdin))', id, environment),
})

testWebhookConsumer('webhook-consumer-py', (keys) =>
  startListening([python, 'examples/webhook_consumer.py', '0', newDatabase()], keys),
)
