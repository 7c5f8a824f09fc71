import { expect, test } from 'vitest'
import { pollPace, readTick, TickError, writeTick } from '../../../lib/polling/dispatching/tick.ts'

test.each(['0001', '12345'])('a tick names shard %s', (shardId) => {
  expect(writeTick({ shardId })).toBe(`{"shardId":"${shardId}"}`)
  expect(readTick(writeTick({ shardId }))).toEqual({ shardId })
  expect(readTick(JSON.stringify({ shardId, sentBy: 'dispatch' }))).toEqual({ shardId })
})

test('a tick may say how fast and when its poll may ask', () => {
  const slot = { requestsPerSecond: 2.5, from: 1_000, until: 2_000 }
  expect(readTick(writeTick({ shardId: '0001', slot }))).toEqual({ shardId: '0001', slot })
})

test('a poll asks as its tick says, at its share where it does not, and waits a second at most', () => {
  const slot = { requestsPerSecond: 2.5, from: 1_000, until: 20_000 }
  expect(pollPace(slot, 4, 500)).toEqual(slot)
  expect(pollPace(slot, 4, -90_000)).toEqual({ ...slot, from: -89_000 })
  expect(pollPace(undefined, 4, 500)).toEqual({
    requestsPerSecond: 4,
    from: 500,
    until: Number.POSITIVE_INFINITY,
  })
})

test.each([
  ['', 'nothing'],
  ['poison', 'no JSON'],
  ['null', 'no object'],
  ['{}', 'no shard'],
  ['{"shardId":1}', 'a number'],
  ['{"shardId":"1"}', 'too short a name'],
  ['{"shardId":"0001#secret"}', 'more than a name'],
  ['{"shardId":"1234567890"}', 'a shard that no roster has'],
  ['{"shardId":"secret#0001"}', 'more before a name'],
  ['{"shardId":"0001","slot":{"requestsPerSecond":0,"from":1,"until":2}}', 'a slot without a rate'],
  ['{"shardId":"0001","slot":{"requestsPerSecond":1,"from":1}}', 'a slot without an end'],
])('%j is refused without repeating it (%s)', (body) => {
  const error = (() => {
    try {
      return readTick(body)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(TickError)
  expect(error).toHaveProperty('name', 'TickError')
  expect(error).toHaveProperty('message', 'The message is not {"shardId": "0001"}')
  expect(error).not.toHaveProperty('cause')
})
