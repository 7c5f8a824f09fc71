import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placesFor, readMembership } from '../../../lib/polling/roster/membership.ts'
import { anId, aState } from '../../harness/builders.ts'
import { aShard } from '../../harness/shards.ts'

const people = (count: number): string[] => Array.from({ length: count }, (_, n) => anId(n))

describe('places for newcomers', () => {
  test('begin with the first shard', () => {
    expect(placesFor(3, new Map(), 2)).toEqual(['0001', '0001', '0002'])
  })

  test('fill the first shard with room before a new one', () => {
    const places = new Map([
      ['0001', people(3)],
      ['0002', people(1)],
    ])
    expect(placesFor(4, places, 3)).toEqual(['0002', '0002', '0003', '0003'])
  })

  test('are none for nobody', () => {
    expect(placesFor(0, new Map([['0001', people(1)]]), 3)).toEqual([])
  })

  test('leave a shard alone that a smaller setting has made too full', () => {
    expect(placesFor(1, new Map([['0001', people(5)]]), 3)).toEqual(['0002'])
  })

  test('are one for each, none beyond the size of a shard, and leave no room before the last', () => {
    const sizes = fc.array(fc.nat(6), { maxLength: 5 })
    fc.assert(
      fc.property(fc.nat(30), sizes, fc.integer({ min: 1, max: 5 }), (count, present, size) => {
        const places = new Map(present.map((n, at) => [String(at + 1).padStart(4, '0'), people(n)]))
        const given = placesFor(count, places, size)
        expect(given).toHaveLength(count)
        expect(given).toEqual(given.toSorted())
        const total = (shard: string) =>
          (places.get(shard)?.length ?? 0) + given.filter((each) => each === shard).length
        for (const shard of new Set(given)) {
          expect(total(shard)).toBeLessThanOrEqual(size)
          if (shard !== given.at(-1)) expect(total(shard)).toBe(size)
        }
      }),
    )
  })

  test('are none in a shard whose record cannot be read', () => {
    const places = new Map([['0001', people(1)]])
    expect(placesFor(3, places, 3, new Set(['0001']))).toEqual(['0002', '0002', '0002'])
    expect(placesFor(4, places, 3, new Set(['0002']))).toEqual(['0001', '0001', '0003', '0003'])
  })
})

test('membership is read as last written, unreadable states and shards included', async () => {
  const reads: unknown[] = []
  const { known, places, closed } = await readMembership({
    shards: { all: async () => ({ shards: [aShard({ shardId: '0002' })], unreadable: ['0001'] }) },
    employees: {
      inShard: async (shardId, options) => {
        reads.push([shardId, options])
        return shardId === '0001'
          ? { employees: [aState()], unreadable: [anId(2)] }
          : { employees: [], unreadable: [] }
      },
    },
  })
  expect(reads).toEqual([
    ['0001', { isConsistent: true }],
    ['0002', { isConsistent: true }],
  ])
  expect(known).toEqual([{ shardId: '0001', state: aState() }])
  expect(places).toEqual(
    new Map([
      ['0001', [anId(1), anId(2)]],
      ['0002', []],
    ]),
  )
  expect(closed).toEqual(new Set(['0001']))
})
