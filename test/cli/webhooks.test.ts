import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect } from 'vitest'
import { askEndpoint, checkRequest } from '../../cli/webhooks/ask-endpoint.ts'
import { deliveriesText } from '../../cli/webhooks/deliveries-text.ts'
import { knownWebhook } from '../../cli/webhooks/known-webhook.ts'
import { namesOf } from '../../infra/names.ts'
import type { DeliveryRecord } from '../../lib/store/webhooks/delivery-record.ts'
import { createEndpointStore } from '../../lib/store/webhooks/endpoint-store.ts'
import { readEndpoint } from '../../lib/store/webhooks/read-endpoint.ts'
import { createWebhookDeliveryStore } from '../../lib/store/webhooks/webhook-delivery-store.ts'
import { readWebhookMessage } from '../../lib/webhooks/receiving/queue-message.ts'
import { createQueue } from '../../local/aws/queue.ts'
import { test } from '../harness/table-test.ts'
import { settingsOf } from '../infra/environment.ts'

const names = namesOf('test')
const settings = settingsOf({
  webhooks: ['payroll', 'doors'].map((name) => ({ name, url: 'https://pay.example.com/hunter2' })),
})
const resume = 'npx node cli/webhooks.ts resume test payroll'

describe('an endpoint', () => {
  test('is known by its name', () => {
    expect(knownWebhook(settings, 'doors')).toMatchObject({ name: 'doors' })
  })

  test('that the settings do not have is told with those that they have', () => {
    expect(() => knownWebhook(settings, 'payrol')).toThrow(
      /^test\.json has no webhook "payrol": it has payroll, doors; did you mean "payroll"\?$/,
    )
    expect(() => knownWebhook(settingsOf(), 'payroll')).toThrow(
      'test.json has no webhook "payroll": it has none',
    )
  })

  test('that is not deployed is told so', async ({ engines: { sqs } }) => {
    await expect(askEndpoint(sqs, names, 'payroll', 'test')).rejects.toThrow(
      /^attendance-test-webhook-payroll is not deployed/,
    )
  })

  test.for(['test', 'resume'] as const)(
    'is asked by its queue: %s',
    async (what, { engines: { queues, sqs } }) => {
      const name = `doors-${what}`
      const { url } = await createQueue(queues, `attendance-test-webhook-${name}`, {})
      await askEndpoint(sqs, names, name, what)
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }))
      expect(Messages.map(({ Body = '' }) => readWebhookMessage(Body))).toEqual([{ kind: what }])
    },
  )
})

test('who is stopped is sent no test, and who is not has nothing to resume', () => {
  const stopped = { at: '2026-11-20T17:32:00Z', reason: 'HTTP 410' }
  expect(() => checkRequest('test', 'payroll', stopped, resume)).toThrow(
    `payroll is stopped (HTTP 410), and would not be sent it: \`${resume}\` lets it go on`,
  )
  expect(() => checkRequest('resume', 'payroll', null, resume)).toThrow('payroll is not stopped')
  expect(() => checkRequest('test', 'payroll', null, resume)).not.toThrow()
  expect(() => checkRequest('resume', 'payroll', stopped, resume)).not.toThrow()
})

const at = '2026-11-20T17:32:00.000Z'
const aDelivery = (overrides: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id: '0b1f2c9e-4a0e-5f6b-8f55-2b1d3c7a9e10',
  type: 'attendance.clocked-out',
  subject: '3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1',
  sequence: '00000000000000000042',
  recordedtime: '2026-11-20T17:32:00Z',
  state: 'delivered',
  event: null,
  dueAt: at,
  attempts: 1,
  tries: [{ at, milliseconds: 84, status: 200, reason: null }],
  ...overrides,
})

describe('the deliveries', () => {
  test('are told newest first, with what became of them and never what they say', async ({
    engines: { documents },
    table,
  }) => {
    const store = createWebhookDeliveryStore(documents, table.name, () => Date.parse(at))
    const failed = { at, milliseconds: 15_000, status: null, reason: 'no answer in time' }
    await store.accept('payroll', aDelivery())
    await store.accept(
      'payroll',
      aDelivery({
        id: 'later',
        recordedtime: '2026-11-20T17:40:00Z',
        state: 'pending',
        event: '{"data":"hunter2"}',
        dueAt: '2026-11-20T17:45:00.000Z',
        tries: [failed, failed],
      }),
    )
    await store.accept('doors', aDelivery({ id: 'of another' }))
    const text = deliveriesText('payroll', null, await store.recent('payroll', 20), resume)
    expect(text.split('\n')).toEqual([
      'payroll was sent nothing yet',
      '',
      'seen                  type                    employee                              state      tries  last try                     next try                  event id',
      '2026-11-20T17:40:00Z  attendance.clocked-out  3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1  pending    2      no answer in time, 15000 ms  2026-11-20T17:45:00.000Z  later',
      '2026-11-20T17:32:00Z  attendance.clocked-out  3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1  delivered  1      HTTP 200, 84 ms              -                         0b1f2c9e-4a0e-5f6b-8f55-2b1d3c7a9e10',
    ])
  })

  test('of a test are of nobody', () => {
    const text = deliveriesText(
      'payroll',
      null,
      [aDelivery({ subject: '', tries: [], state: 'pending' })],
      resume,
    )
    expect(text).toMatch(/attendance\.clocked-out {2}- {9}pending {2}0 {6}- /)
  })
})

describe('how an endpoint is', () => {
  test.for([
    ['well', {}, 'payroll is well'],
    ['failing', { failingSince: at }, `payroll has taken nothing since ${at}`],
    [
      'stopped, with how it goes on',
      { failingSince: at, stopped: { at, reason: 'HTTP 410' } },
      `payroll is stopped since ${at} (HTTP 410): \`${resume}\` lets it go on`,
    ],
  ] as const)('is told: %s', async ([, change, told], { engines: { documents }, table }) => {
    const endpoints = createEndpointStore(documents, table.name)
    expect(await readEndpoint(documents, table.name, 'payroll')).toBeNull()
    const now = Date.parse(at)
    const record = await endpoints.takeLease('payroll', { owner: 'me', now, until: now + 1_000 })
    if (record === null) throw new Error('The lease is free')
    await endpoints.release('payroll', 'me', { ...record, ...change })
    const endpoint = await readEndpoint(documents, table.name, 'payroll')
    expect(deliveriesText('payroll', endpoint, [], resume)).toBe(told)
  })
})
