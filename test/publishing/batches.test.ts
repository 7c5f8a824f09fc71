import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import type { TopicMessage } from '../../lib/publishing/publication.ts'
import { batches } from '../../lib/publishing/topic.ts'
import { anEntry } from '../harness/builders.ts'

const entries = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, n) => anEntry(n))

/** What SNS counts of a batch, which may have 256 KiB: messages and attributes. */
const bytesOf = (batch: readonly TopicMessage[]): number =>
  batch.reduce((sum, { message, attributes }) => {
    const words = Object.entries(attributes).flatMap(([name, value]) => [name, 'String', value])
    return sum + Buffer.byteLength(message) + Buffer.byteLength(words.join(''))
  }, 0)

describe('batches', () => {
  test('have ten entries at most', () => {
    expect(batches(entries(23)).map(({ length }) => length)).toEqual([10, 10, 3])
    expect(batches([])).toEqual([])
  })

  test('have 250,000 bytes at most, attributes and a hundred for each entry included', () => {
    const bytes = Buffer.byteLength(JSON.stringify(anEntry(0).attributes)) + 100
    const half = (length: number) => anEntry(0, { message: 'x'.repeat(length - bytes) })
    expect(batches([half(125_000), half(125_000)])).toHaveLength(1)
    expect(batches([half(125_000), half(125_001)])).toHaveLength(2)
    expect(batches([half(125_000), half(125_001), half(124_999)])).toHaveLength(2)
  })

  test('keep the order, lose nothing and stay within 256 KiB', () => {
    const size = fc.oneof(fc.nat(200), fc.integer({ min: 50_000, max: 120_000 }))
    fc.assert(
      fc.property(
        fc.array(size, { maxLength: 30 }),
        fc.constantFrom('x', 'é', '😀'),
        (sizes, unit) => {
          const all = sizes.map((length, n) => {
            const message = unit.repeat(Math.floor(length / Buffer.byteLength(unit)))
            return anEntry(n, { message })
          })
          const made = batches(all)
          expect(made.flat()).toEqual(all)
          for (const batch of made) {
            expect(batch.length).toBeLessThanOrEqual(10)
            expect(bytesOf(batch)).toBeLessThanOrEqual(262_144)
          }
        },
      ),
    )
  })
})
