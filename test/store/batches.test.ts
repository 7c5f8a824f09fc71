import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { existing, put, remove, UnprocessedError, writeAll } from '../../lib/store/batches.ts'
import { documentClient } from '../../lib/store/document-client.ts'

type Batch = { RequestItems: Record<string, unknown> }

/** A client whose answers are given in turn, the last of them for ever; no request leaves it. */
const answering = (...answers: object[]) => {
  const asked: unknown[] = []
  const client = documentClient(new DynamoDBClient({ region: 'eu-west-1' }))
  client.middlewareStack.add(
    () => async (args) => {
      const { RequestItems }: Batch = Object(args.input)
      asked.push(RequestItems['things'])
      const output = answers[Math.min(asked.length, answers.length) - 1]
      return { output: { $metadata: {}, ...output }, response: {} }
    },
    { step: 'initialize', priority: 'high' },
  )
  return { client, asked }
}

const key = (n: number) => ({ pk: 'p', sk: String(n) })
const keys = (count: number) => Array.from({ length: count }, (_, n) => key(n))
const request = (...Keys: object[]) => ({
  Keys,
  ConsistentRead: true,
  ProjectionExpression: 'pk, sk',
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What comes of some work, and how long it paused in all, in milliseconds. */
const pausing = async <T>(work: Promise<T>): Promise<{ came: T | Error; paused: number }> => {
  const start = Date.now()
  // Not until the last timer has run: files share a process, and another one's SDK may have set one.
  const done = work
    .catch((error: Error) => error)
    .then((came) => ({ came, paused: Date.now() - start }))
  await vi.runAllTimersAsync()
  return done
}

describe('writing in batches', () => {
  const writes = Array.from({ length: 30 }, (_, n) => put({ ...key(n), value: n }))

  test('sends 25 at a time, in order', async () => {
    const { client, asked } = answering({})
    expect((await pausing(writeAll(client, 'things', writes))).paused).toBe(0)
    expect(asked).toEqual([writes.slice(0, 25), writes.slice(25)])
  })

  test('asks again only for what was not taken, a little later', async () => {
    const [first, second] = [put({ ...key(1), value: 1 }), remove(key(2))]
    const { client, asked } = answering({ UnprocessedItems: { things: [second] } }, {})
    expect((await pausing(writeAll(client, 'things', [first, second]))).paused).toBe(100)
    expect(asked).toEqual([[first, second], [second]])
    expect(second).toEqual({ DeleteRequest: { Key: key(2) } })
  })

  test('gives up after five times, each pause twice the one before', async () => {
    const { client, asked } = answering({ UnprocessedItems: { things: [remove(key(1))] } })
    const { came, paused } = await pausing(writeAll(client, 'things', [remove(key(1))]))
    expect(came).toEqual(new UnprocessedError('Some writes were not processed'))
    expect(came).toMatchObject({ name: 'UnprocessedError' })
    expect(asked).toHaveLength(5)
    expect(paused).toBe(100 + 200 + 400 + 800)
  })
})

describe('reading in batches', () => {
  test('asks consistently for the keys alone, 100 at a time', async () => {
    const [first, second] = [keys(130).slice(0, 100), keys(130).slice(100)]
    const { client, asked } = answering(
      { Responses: { things: [key(1), key(2)] } },
      { Responses: { things: [key(101)] } },
    )
    const { came, paused } = await pausing(existing(client, 'things', keys(130)))
    expect(came).toEqual([key(1), key(2), key(101)])
    expect(paused).toBe(0)
    expect(asked).toEqual([request(...first), request(...second)])
  })

  test('asks again only for what was not read, a little later', async () => {
    const { client, asked } = answering(
      { Responses: { things: [key(1)] }, UnprocessedKeys: { things: { Keys: [key(2)] } } },
      { Responses: { things: [key(2)] } },
    )
    const { came, paused } = await pausing(existing(client, 'things', [key(1), key(2)]))
    expect(came).toEqual([key(1), key(2)])
    expect(paused).toBe(100)
    expect(asked).toEqual([request(key(1), key(2)), request(key(2))])
  })

  test('gives up after five times', async () => {
    const { client, asked } = answering({ UnprocessedKeys: { things: { Keys: [key(1)] } } })
    const { came, paused } = await pausing(existing(client, 'things', [key(1)]))
    expect(came).toEqual(new UnprocessedError('Some keys were not processed'))
    expect(asked).toHaveLength(5)
    expect(paused).toBe(100 + 200 + 400 + 800)
  })
})
