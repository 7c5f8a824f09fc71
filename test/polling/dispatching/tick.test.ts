import { expect, test } from 'vitest'
import { readTick, TickError, writeTick } from '../../../lib/polling/dispatching/tick.ts'

test.each(['0001', '12345'])('a tick names shard %s', (shardId) => {
  expect(writeTick({ shardId })).toBe(`{"shardId":"${shardId}"}`)
  expect(readTick(writeTick({ shardId }))).toEqual({ shardId })
  expect(readTick(JSON.stringify({ shardId, sentBy: 'dispatch' }))).toEqual({ shardId })
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
