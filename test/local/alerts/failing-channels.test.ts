import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SNSClient } from '@aws-sdk/client-sns'
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events.ts'
import { Digest } from '../../../lib/platform/alert-settings.ts'
import { parseSettings } from '../../../lib/platform/parse-settings.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { startDigestSchedule } from '../../../local/alerts/digest-schedule.ts'
import { startAlerts } from '../../../local/alerts/start.ts'
import { createResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { aClockIn } from '../../alerts/support/events.ts'
import { type FakeSlack, startFakeSlack } from '../../alerts/support/fake-slack.ts'
import { captureOutput } from '../../harness/output.ts'

let aws: EmbeddedAws
let slack: FakeSlack
const hangs = createServer(() => {})
beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  slack = await startFakeSlack()
  hangs.listen(0, '127.0.0.1')
  await once(hangs, 'listening')
  const environment = { ...process.env }
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
  captureOutput()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  hangs.closeAllConnections()
  hangs.close()
  await slack.close()
  await aws.close()
})

const settings = parseSettings(
  JSON.stringify({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['hanging', 'silent', 'office'] },
    alerts: [{ name: 'in', on: ['clocked-in'], slack: ['hanging', 'silent', 'office'], group: 0 }],
  }),
  'test.json',
)

const entryOf = (event: AttendanceEvent) => ({
  id: event.id,
  type: event.type,
  time: event.time,
  recordedtime: event.recordedtime,
  message: JSON.stringify(event),
  attributes: { type: event.type, employeeId: event.subject, baseline: 'false' },
})

/** When Slack was told of the n-th person, by the machine's clock. */
const toldAt = (n: number): number | undefined =>
  slack.posts.find(({ raw }) => raw.includes(`Person${n} Test`))?.at

test('channels that hang, and one that fails once or refuses a message, delay nobody else', async () => {
  const resources = await createResources(aws.endpoints, { clientId: 'x', clientSecret: 'y' })
  const { port } = hangs.address() as AddressInfo
  const start = Date.now()
  const alerts = await startAlerts({
    settings,
    resources,
    endpoints: aws.endpoints,
    clock: { now: () => Date.parse('2026-11-20T09:05:00Z') + Date.now() - start },
    webhooks: {
      hanging: `http://127.0.0.1:${port}/a`,
      silent: `http://127.0.0.1:${port}/b`,
      office: slack.url('office'),
    },
    mailFolder: '',
    note: () => {},
    onError: () => {},
  })
  const publish = publishToTopic(new SNSClient(), resources.topicArn)
  slack.answer(
    { status: 200, body: 'ok' },
    { status: 400, body: 'invalid_blocks' },
    { status: 500 },
  )
  const published: number[] = []
  for (const n of [1, 2, 3, 4]) {
    published.push(Date.now())
    await publish([entryOf(aClockIn(n, `2026-11-20T09:0${n}:00Z`, '2026-11-20T09:04:59Z'))])
    await delay(1_500)
  }
  await vi.waitFor(() => expect(toldAt(4)).toBeDefined(), { timeout: 15_000, interval: 50 })
  const told = [1, 3, 4].map((n) => (toldAt(n) ?? Number.NaN) - (published[n - 1] ?? 0))
  expect(told[0]).toBeLessThan(3_000)
  expect(told[1]).toBeLessThan(8_000)
  expect(told[2]).toBeLessThan(8_000)
  expect(toldAt(2)).toBeUndefined()

  const sqs = new SQSClient()
  const { QueueUrl = '' } = await sqs.send(
    new GetQueueUrlCommand({ QueueName: 'attendance-alerts-dead-letters' }),
  )
  const url = new URL(new URL(QueueUrl).pathname, aws.endpoints.messaging).href
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }))
  expect(Messages.map(({ Body = '' }) => JSON.parse(Body))).toMatchObject([
    { aside: 'slack:office', reason: 'HTTP 400 invalid_blocks' },
  ])
  hangs.closeAllConnections()
  await alerts.stop()
}, 60_000)

describe('a digest that fails', () => {
  const digest = Digest.parse({ name: 'x', at: '08:30', slack: ['office'], include: ['in-now'] })
  /** Runs a schedule on which the digest is due at once and fails so often. */
  const runFailing = async (failures: number, milliseconds: number) => {
    const sent: string[] = []
    const errors: unknown[] = []
    const began = Date.now()
    const schedule = startDigestSchedule(
      [digest],
      'Europe/London',
      () => Date.parse('2026-11-20T08:29:59.900Z') + Date.now() - began,
      async (_digest, scheduledTime) => {
        sent.push(scheduledTime)
        if (sent.length <= failures) throw new Error('Not told: slack:office')
      },
      [1_000, 1_100],
      (error) => errors.push(error),
    )
    await delay(milliseconds)
    await schedule.stop()
    return { sent, errors: errors.length }
  }
  const time = '2026-11-20T08:30:00.000Z'

  test('is sent again for the same time, until it is taken', async () => {
    expect(await runFailing(1, 2_600)).toEqual({ sent: [time, time], errors: 1 })
  })

  test('is given up after as many tries as Lambda makes, and holds up no end', async () => {
    expect(await runFailing(9, 3_000)).toEqual({ sent: [time, time, time], errors: 3 })
    const began = Date.now()
    expect((await runFailing(9, 300)).sent).toEqual([time])
    expect(Date.now() - began).toBeLessThan(900)
  })
})
