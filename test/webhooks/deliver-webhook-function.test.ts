import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SQSEvent } from 'aws-lambda'
import { Webhook } from 'standardwebhooks'
import { describe, expect, vi } from 'vitest'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { deliverWebhookFunction } from '../../lib/webhooks/deliver-webhook-function.ts'
import { DeliverWebhookEnvironment } from '../../lib/webhooks/environment.ts'
import { webhookQueue } from '../../lib/webhooks/queues.ts'
import { createGuardedQueue } from '../../local/aws/queue.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { aLambdaContext, anSqsEvent } from '../harness/lambda.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'
import { startSecrets } from '../harness/secrets.ts'
import { aKey } from './support/webhook-world.ts'

/** An endpoint on this machine, without TLS, as in the local run. */
const startPlainReceiver = async () => {
  const posts: { body: string; headers: IncomingHttpHeaders }[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    posts.push({ body: await text(request), headers: request.headers })
    response.writeHead(status).end('what the endpoint says is nobody’s business')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    posts,
    url: `http://127.0.0.1:${port}/secret-path?token=canary`,
    answer: (code: number) => {
      status = code
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

let made = 0

/** The function as it is deployed, with one endpoint `payroll`, whose queue and table are real. */
const test = engineTest.extend('deployed', async ({ engines }, { onCleanup }) => {
  const receiver = await startPlainReceiver()
  const key = aKey()
  const values = new Map<string, string>([['webhook-keys', JSON.stringify({ payroll: key })]])
  const secrets = await startSecrets(values)
  for (const [name, value] of Object.entries({ ...engines.environment, ...secrets.environment }))
    vi.stubEnv(name, value)
  onCleanup(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await receiver.close()
    await secrets.close()
  })
  const name = `webhooks-${++made}-`
  await engines.createTable(name)
  const { url, deadLettersUrl } = await createGuardedQueue(
    engines.queues,
    `${name}payroll`,
    webhookQueue,
  )
  const create = (loopback: 'allowed' | 'refused' = 'allowed') =>
    deliverWebhookFunction(
      readEnvironment(DeliverWebhookEnvironment, {
        ENVIRONMENT: 'test',
        DELIVERIES_TABLE: name,
        WEBHOOKS_SECRET: 'webhook-keys',
        WEBHOOKS: JSON.stringify([{ name: 'payroll', url: receiver.url }]),
        QUEUE_URL_PREFIX: url.slice(0, -'payroll'.length),
        TIME_ZONE: 'Europe/London',
        SOURCE: '/attendance-events/test',
        LOOPBACK: loopback,
      }),
    )
  const from = (event: SQSEvent, queue = `${name}payroll`): SQSEvent => ({
    Records: event.Records.map((record) => ({
      ...record,
      eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${queue}`,
    })),
  })
  return { create, from, receiver, key, url, deadLettersUrl, values }
})

const event = aClockIn(1, '2026-11-20T09:00:00Z')

describe('deliver-webhook', () => {
  test('posts what its queue brings, so that the library takes it for genuine', async ({
    deployed,
  }) => {
    const { create, from, receiver, key } = deployed
    const output = captureOutput()
    const result = await create()(from(anSqsEvent(JSON.stringify(event))), aLambdaContext())
    expect(result).toEqual({ batchItemFailures: [] })
    const [post] = receiver.posts
    const headers = post?.headers as Record<string, string>
    expect(new Webhook(key).verify(post?.body ?? '', headers)).toEqual(event)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id })
    expect(metricsIn(output.json())).toContainEqual(
      expect.objectContaining({ webhook: 'payroll', WebhooksDelivered: 1 }),
    )
  })

  test('writes neither where it posts, nor what, nor with which key, whatever goes wrong', async ({
    deployed,
  }) => {
    const { create, from, receiver, key, values } = deployed
    const output = captureOutput()
    receiver.answer(500)
    const handler = create()
    await handler(from(anSqsEvent(JSON.stringify(event))), aLambdaContext())
    receiver.answer(410)
    await handler(from(anSqsEvent('{"webhook":"test"}')), aLambdaContext())
    await handler(
      from(anSqsEvent('{"specversion":"1.0","type":"attendance.x","canary":1}')),
      aLambdaContext(),
    )
    values.set('webhook-keys', `{"payroll":"${key}broken"}`)
    await create('refused')(from(anSqsEvent('{"webhook":"resume"}')), aLambdaContext())
    expect(metricsIn(output.json())).toContainEqual(
      expect.objectContaining({ webhook: 'payroll', WebhookStopped: 1 }),
    )
    const said = output.text()
    expect(said).toContain('payroll')
    for (const secret of [
      'canary',
      'secret-path',
      '127.0.0.1',
      key,
      'Person1',
      'nobody’s business',
    ])
      expect(said).not.toContain(secret)
  })

  test('connects to nothing on its own machine but in the local run', async ({ deployed }) => {
    const { create, from, receiver } = deployed
    captureOutput()
    await create('refused')(from(anSqsEvent(JSON.stringify(event))), aLambdaContext())
    expect(receiver.posts).toEqual([])
  })

  test('leaves in the queue what it cannot read, and what is of a later version', async ({
    deployed,
  }) => {
    const { create, from, receiver } = deployed
    captureOutput()
    const later = JSON.stringify({ ...event, type: 'attendance.sat-down' })
    const batch = anSqsEvent('no JSON', later, JSON.stringify(event), '{"webhook":"resume","x":1}')
    const result = await create()(from(batch), aLambdaContext())
    const failed = result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
    expect(failed).toEqual(['message-0', 'message-1', 'message-3'])
    expect(receiver.posts).toHaveLength(1)
  })

  test('fails as a whole where the queue is of no endpoint that there is', async ({ deployed }) => {
    const { create, from } = deployed
    captureOutput()
    const batch = from(anSqsEvent(JSON.stringify(event)), 'another-queue')
    await expect(create()(batch, aLambdaContext())).rejects.toThrow('no such endpoint')
  })
})
