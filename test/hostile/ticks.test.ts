import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTick, TickError } from '../../lib/polling/dispatching/tick.ts'
import { hostileValue, mutated } from './arbitraries.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  hostileValue.map((value) => JSON.stringify(value) ?? ''),
  mutated({ shardId: '0001' }).map((value) => JSON.stringify(value)),
)

test('a message of the poll queue is a tick or a TickError that repeats none of it', () => {
  fc.assert(
    fc.property(text, (body) => {
      try {
        expect(readTick(body).shardId).toMatch(/^\d{4,9}$/)
      } catch (error) {
        expect(error).toBeInstanceOf(TickError)
        expect(String(error)).toBe('TickError: The message is not {"shardId": "0001"}')
      }
    }),
    { numRuns: 500 },
  )
})
