import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect } from 'vitest'
import { sendTicks, TicksNotSentError } from '../../../lib/polling/dispatching/send-ticks.ts'
import { test } from '../../harness/engine-test.ts'

const shardNames = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => String(n + 1).padStart(4, '0'))

describe('ticks', () => {
  test('are all sent, more than ten of them in batches', async ({ engines }) => {
    const { queueUrl } = await engines.createResources()
    const names = shardNames(23)
    await sendTicks(engines.sqs, queueUrl)(names.map((shardId) => ({ shardId, delaySeconds: 0 })))
    const bodies = (await engines.drain(queueUrl)).map(({ event }) => JSON.stringify(event))
    expect(bodies.toSorted()).toEqual(names.map((shardId) => JSON.stringify({ shardId })))
  })

  test('of later are not there yet', async ({ engines }) => {
    const { queueUrl } = await engines.createResources()
    await sendTicks(
      engines.sqs,
      queueUrl,
    )([
      { shardId: '0001', delaySeconds: 0 },
      { shardId: '0001', delaySeconds: 10 },
    ])
    const { Messages } = await engines.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
    )
    expect(Messages).toHaveLength(1)
  })
})

test('a tick that is refused without a word is counted as well', async () => {
  const Failed = [{ Id: '0', Code: undefined, SenderFault: false }]
  const answers = [{ Failed }, { Failed: undefined }]
  const send = async () => answers.shift() ?? Promise.reject('nothing')
  const ticks = shardNames(21).map((shardId) => ({ shardId, delaySeconds: 0 }))
  await expect(sendTicks({ send }, 'queue')(ticks)).rejects.toThrow(
    '2 of 21 ticks were not sent (unknown)',
  )
})

/** SQS as it is when only every second batch gets through, and refuses one entry of it. */
const startHalfDeafQueue = async () => {
  let requests = 0
  const server = createServer(async (request, response) => {
    for await (const _chunk of request);
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    const Failed = [{ Id: '0', Code: 'InternalError', SenderFault: false }]
    const refusal = { __type: 'ServiceUnavailable' }
    requests += 1
    response.statusCode = requests === 1 ? 503 : 200
    response.end(JSON.stringify(requests === 1 ? refusal : { Successful: [], Failed }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const sqs = new SQSClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint,
    maxAttempts: 1,
  })
  const close = async () => {
    sqs.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { sqs, queueUrl: `${endpoint}/1/polls`, requests: () => requests, close }
}

test('a batch that fails as a whole costs no other batch, and is counted', async () => {
  const queue = await startHalfDeafQueue()
  const ticks = shardNames(15).map((shardId) => ({ shardId, delaySeconds: 0 }))
  const error = await sendTicks(queue.sqs, queue.queueUrl)(ticks).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TicksNotSentError)
  expect(error.name).toBe('TicksNotSentError')
  expect(error.message).toBe('11 of 15 ticks were not sent (ServiceUnavailable, InternalError)')
  expect(queue.requests()).toBe(2)
  await queue.close()
})
