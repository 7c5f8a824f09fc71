import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { region } from '../../local/aws/sdk-environment.ts'
import { fits } from '../../local/terminal/columns.ts'
import { type ChildRun, startChild } from './support/child.ts'
import { freePorts } from './support/free-ports.ts'

let firstPort: number
const portOf = (nth: number): string => `http://127.0.0.1:${firstPort + nth}`

let child: ChildRun
let firstMessageAfter: number

beforeAll(async () => {
  firstPort = await freePorts()
  child = startChild(['--ports', String(firstPort)])
  await child.untilSaid('A simulation')
  const began = performance.now()
  await child.untilSaid('#office │')
  firstMessageAfter = performance.now() - began
  await child.untilSaid(' seen ')
  await child.untilSaid('-- ')
})
afterAll(async () => {
  child.signal('SIGTERM')
  await child.ended
})

test('says that people are simulated, how fast, and by which clock, on a working morning', () => {
  const [who, when] = child.lines()
  expect(who).toBe('A simulation: 40 people who do not exist, 60 times as fast as real time.')
  expect(when).toMatch(/^It is (Mon|Tue|Wed|Thu|Fri) \d+ \w{3}, 08:22 in \S+; times are told /)
})

test('brings the first message within 15 seconds', () => {
  expect(firstMessageAfter).toBeLessThan(15_000)
})

test('fits 80 columns', () => {
  expect(child.whole().filter((line) => !fits(line))).toEqual([])
})

test('prints commands by which a consumer gets the events, at the ports that were asked for', async () => {
  const text = child.lines().join('\n')
  expect(text).toContain(`Workforce API  ${portOf(0)}\n`)
  expect(text).toContain(`SNS and SQS    ${portOf(1)}\n`)
  expect(text).toContain(`DynamoDB       ${portOf(2)} (table attendance)\n`)
  expect(text).toContain(`export AWS_ENDPOINT_URL=${portOf(1)} AWS_REGION=${region} \\`)
  const said = (option: string) => new RegExp(`${option} (\\S+)`).exec(text)?.[1]

  const sqs = new SQSClient({
    endpoint: portOf(1),
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const QueueName = said('--queue-name')
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName }))
  expect(said('--queue-url')).toBe(QueueUrl)
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  )
  expect(said('--notification-endpoint')).toBe(Attributes?.['QueueArn'])
  expect(said('--topic-arn')).toBe(`arn:aws:sns:${region}:000000000000:attendance-events`)
})
