import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SNSClient } from '@aws-sdk/client-sns'
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { parseSettings } from '../../../lib/settings/reading/parse-settings.ts'
import { startDigestSchedule } from '../../../local/alerts/digest-schedule.ts'
import { startAlerts } from '../../../local/alerts/start.ts'
import { createResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { aClockIn } from '../../alerts/support/events.ts'
import { captureOutput } from '../../harness/output.ts'

let aws: EmbeddedAws
const hangs = createServer(() => {})

/** A channel that refuses whatever tells of Person2, and fails once at what tells of Person3. */
const taken: string[] = []
let failures = 1
const moody = createServer(async (request, response) => {
  const posted = await text(request)
  const isBad = posted.includes('Person2 Test')
  const fails = posted.includes('Person3 Test') && failures-- > 0
  const status = isBad ? 400 : fails ? 500 : 200
  seen.push(posted)
  if (status === 200) taken.push(posted)
  response.writeHead(status).end(isBad ? 'invalid_blocks' : 'ok')
})
const seen: string[] = []
const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const isTold = (n: number, posts: string[]): boolean =>
  posts.some((post) => post.includes(`Person${n} Test`))

beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  const environment = { ...process.env }
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
  captureOutput()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const server of [hangs, moody]) {
    server.closeAllConnections()
    server.close()
  }
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

test('channels that hang, and one that fails once or refuses a message, delay nobody else', async () => {
  const resources = await createResources(aws.endpoints, { clientId: 'x', clientSecret: 'y' })
  const port = await portOf(hangs)
  const office = `http://127.0.0.1:${await portOf(moody)}/office`
  const start = Date.now()
  const alerts = await startAlerts({
    settings,
    resources,
    endpoints: aws.endpoints,
    clock: { now: () => Date.parse('2026-11-20T09:05:00Z') + Date.now() - start },
    webhooks: {
      hanging: `http://127.0.0.1:${port}/a`,
      silent: `http://127.0.0.1:${port}/b`,
      office,
    },
    mailFolder: () => {
      throw new Error('No mail is sent here')
    },
    note: () => {},
    onError: () => {},
  })
  const publish = publishToTopic(new SNSClient(), resources.topicArn)
  const began = Date.now()
  for (const n of [1, 2, 3, 4]) {
    await publish([entryOf(aClockIn(n, `2026-11-20T09:0${n}:00Z`, '2026-11-20T09:04:59Z'))])
    await vi.waitFor(() => expect(isTold(n, seen)).toBe(true), { timeout: 40_000, interval: 50 })
  }
  await vi.waitFor(() => expect(isTold(3, taken)).toBe(true), { timeout: 40_000, interval: 50 })
  // One after the other, each would have waited for the ten seconds of a post that hangs.
  expect(Date.now() - began).toBeLessThan(25_000)
  expect([1, 2, 3, 4].map((n) => isTold(n, taken))).toEqual([true, false, true, true])

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
}, 120_000)

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
        if (sent.length <= failures) throw new Error('Not notified: slack:office')
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
