import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SNSClient } from '@aws-sdk/client-sns'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { withEvent } from '../../lib/attendance/events/outbox.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { noneTaken } from '../../lib/publishing/publication.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { anyText } from '../harness/arbitraries.ts'
import { anEntry, anId, aProfile, aState, rules } from '../harness/builders.ts'
import { test } from '../harness/engine-test.ts'

const entries = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, n) => anEntry(n))

describe('publishing to a topic', () => {
  test('sends every event with its attributes and says so', async ({ engines }) => {
    const { topicArn, queueUrl } = await engines.createResources()
    const all = entries(12)
    const { acknowledged, failures } = await publishToTopic(engines.sns, topicArn)(all)
    expect([...acknowledged]).toEqual(all.map(({ id }) => id))
    expect(failures.size).toBe(0)
    const received = await engines.drain(queueUrl)
    expect(received.map(({ event }) => JSON.stringify(event)).toSorted()).toEqual(
      all.map(({ message }) => message).toSorted(),
    )
    const first = received.find(({ event }) => JSON.stringify(event) === '{"n":0}')
    expect(first?.attributes).toEqual(all[0]?.attributes)
  })

  test('of nothing sends nothing', async ({ engines }) => {
    const { topicArn } = await engines.createResources()
    const publication = await publishToTopic(engines.sns, topicArn)([])
    expect(publication).toEqual({ acknowledged: new Set(), failures: new Map() })
  })

  test('to a topic that is gone acknowledges nothing and names the error', async ({ engines }) => {
    const { topicArn } = await engines.createResources()
    const { acknowledged, failures } = await publishToTopic(
      engines.sns,
      `${topicArn}-gone`,
    )(entries(12))
    expect(acknowledged.size).toBe(0)
    expect([...failures.values()]).toEqual(Array(12).fill('NotFoundException'))
  })
})

/** An SNS that answers each request with what the test says. */
const startSns = async (answer: (request: number) => string | null) => {
  let requests = 0
  const server = createServer(async (request, response) => {
    for await (const _chunk of request);
    const body = answer(++requests)
    if (body === null) request.socket.destroy()
    else response.setHeader('content-type', 'text/xml').end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sns = new SNSClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: `http://127.0.0.1:${port}`,
    maxAttempts: 1,
  })
  const close = async () => {
    sns.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { sns, requests: () => requests, close }
}

const xml = (successful: number[], failed: number[]): string =>
  `<PublishBatchResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishBatchResult>
  <Successful>${successful.map((n) => `<member><Id>${n}</Id><MessageId>m${n}</MessageId></member>`).join('')}</Successful>
  <Failed>${failed.map((n) => `<member><Id>${n}</Id><Code>InternalError</Code><SenderFault>false</SenderFault></member>`).join('')}</Failed>
  </PublishBatchResult></PublishBatchResponse>`

describe('an SNS that fails', () => {
  test('without a word leaves all unacknowledged, for reasons unknown', async () => {
    const Failed = [{ Id: '0', Code: undefined, SenderFault: false }]
    const failing = publishToTopic({ send: async () => ({ Failed }) }, 'topic')
    expect(await failing(entries(1))).toEqual(noneTaken(entries(1), 'unknown'))
    const broken = publishToTopic({ send: () => Promise.reject('no') }, 'topic')
    const unanswered = { ...noneTaken(entries(1), 'unknown'), isUnanswered: true }
    expect(await broken(entries(1))).toEqual(unanswered)
  })

  test('by acknowledging what it was never sent acknowledges nothing', async () => {
    const Successful = [{ Id: '7' }, {}]
    const confused = publishToTopic({ send: async () => ({ Successful }) }, 'topic')
    expect(await confused(entries(1))).toEqual(noneTaken(entries(1), 'unknown'))
  })

  test('for part of a batch leaves exactly that part unacknowledged', async () => {
    const taken = [0, 2, 3, 4, 5, 6, 7, 8, 9]
    const { sns, close } = await startSns((n) => (n === 1 ? xml(taken, [1]) : xml([0], [])))
    const all = entries(11)
    const { acknowledged, failures } = await publishToTopic(sns, 'arn:aws:sns:eu-west-1:1:t')(all)
    expect([...acknowledged]).toEqual([...taken, 10].map((n) => anId(n, 9)))
    expect(failures).toEqual(new Map([[anId(1, 9), 'InternalError']]))
    await close()
  })

  test('altogether keeps what it had taken, and is asked no more', async () => {
    const everyone = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    const { sns, requests, close } = await startSns((n) => (n === 1 ? xml(everyone, []) : null))
    const { acknowledged, failures } = await publishToTopic(
      sns,
      'arn:aws:sns:eu-west-1:1:t',
    )(entries(35))
    expect(acknowledged.size).toBe(10)
    expect(new Set(failures.values()).size).toBe(1)
    expect(failures.size).toBe(25)
    expect(requests()).toBe(2)
    await close()
  })
})

test('names of any characters survive the way from SNS to SQS', async ({ engines }) => {
  const { topicArn, queueUrl } = await engines.createResources()
  const names = [
    ...fc.sample(anyText, { seed: 1, numRuns: 30 }),
    '\ufffe\uffff',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u007f\u0085\u2028"\\',
    '😀',
  ]
  const recording = { now: 0, after: null, rules: rules() }
  const data = { employment: { start: null, end: null } }
  const outbox = names.map((givenName, n) => {
    const state = aState({ employeeId: anId(n), profile: { ...aProfile, givenName } })
    const draft = {
      name: 'employee-joined' as const,
      time: '2026-11-20T09:00:00Z',
      facts: [n],
      data,
    }
    return withEvent(state, draft, recording).outbox[0] ?? anEntry(n)
  })
  const { failures } = await publishToTopic(engines.sns, topicArn)(outbox)
  expect(failures.size).toBe(0)
  const received = new Map(
    (await engines.drain(queueUrl)).map(({ event }) => [
      event.subject,
      event.data.employee.givenName,
    ]),
  )
  expect(names.map((_, n) => received.get(anId(n)))).toEqual(names)
  // What SQS refuses is nowhere in a message, escaped as JSON where it must be.
  const allowed = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
  for (const { message } of outbox) expect(message).toMatch(allowed)
})
