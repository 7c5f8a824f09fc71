import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, cover, type Position, place } from '../../consumer/src/position.ts'

const digits = (n: number | bigint): string => String(n).padStart(20, '0')
const after = (...numbers: number[]): Position =>
  numbers.reduce<Position>((position, n) => add(position, digits(n)), [])
const span = (from: number, through: number) => [digits(from), digits(through)]

test.each([
  ['the very first of an employee', [], 1, { kind: 'first', missing: null }],
  ['the first that a latecomer gets', [], 57, { kind: 'first', missing: span(1, 56) }],
  ['the next', [1, 2], 3, { kind: 'next' }],
  ['one above a gap', [1, 2], 6, { kind: 'ahead', missing: span(3, 5) }],
  ['one that fills a gap', [1, 4], 2, { kind: 'late' }],
  ['one from before the first', [57], 56, { kind: 'late' }],
  ['the last again', [1, 2], 2, { kind: 'repeat' }],
  ['one far back again', [1, 2, 9], 1, { kind: 'repeat' }],
])('%s', (_, came, sequence, placement) => {
  expect(place(after(...came), digits(sequence))).toEqual(placement)
})

test('numbers are told apart that JavaScript cannot count to', () => {
  const position = add([], digits(2n ** 60n))
  expect(place(position, digits(2n ** 60n + 1n))).toEqual({ kind: 'next' })
  expect(place(position, digits(2n ** 60n + 2n))).toMatchObject({ kind: 'ahead' })
})

test('a position is as long as there are gaps, not as there are events', () => {
  expect(after(3, 1, 2, 7, 6, 1)).toEqual([span(1, 3), span(6, 7)])
})

test('with gaps without end, what is lowest after the first is forgotten and nothing newer is', () => {
  const position = after(...Array.from({ length: 1_000 }, (_, n) => 2 * n + 1))
  expect(position).toHaveLength(201)
  expect(place(position, digits(1_999))).toEqual({ kind: 'repeat' })
  expect(place(position, digits(1_998))).toEqual({ kind: 'late' })
  expect(place(position, digits(1))).toEqual({ kind: 'repeat' })
  expect(place(position, digits(3))).toEqual({ kind: 'late' })
})

test('with 200 gaps nothing is forgotten', () => {
  const position = after(...Array.from({ length: 201 }, (_, n) => 2 * n + 1))
  expect(place(position, digits(3))).toEqual({ kind: 'repeat' })
})

test('what a snapshot told is not news, however many gaps follow', () => {
  let position = cover([], digits(1_000))
  for (let n = 1_002; n < 2_000; n += 2) position = add(position, digits(n))
  expect(place(position, digits(1))).toEqual({ kind: 'repeat' })
  expect(place(position, digits(1_000))).toEqual({ kind: 'repeat' })
})

const someNumbers = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 80 })

test('whatever the order and the repeats, the same came', () => {
  fc.assert(
    fc.property(someNumbers, fc.func(fc.integer()), (numbers, weight) => {
      const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
      const shuffled = numbers.toSorted((a, b) => weight(a) - weight(b))
      expect(after(...shuffled)).toEqual(after(...sorted))
    }),
  )
})

test('where an event stands is what a list of all that came says', () => {
  const expected = (came: Set<number>, n: number): string => {
    const highest = Math.max(...came)
    if (came.size === 0) return 'first'
    if (came.has(n)) return 'repeat'
    if (n < highest) return 'late'
    return n === highest + 1 ? 'next' : 'ahead'
  }
  fc.assert(
    fc.property(someNumbers, (numbers) => {
      const came = new Set<number>()
      let position: Position = []
      for (const n of numbers) {
        expect(place(position, digits(n)).kind).toBe(expected(came, n))
        came.add(n)
        position = add(position, digits(n))
      }
    }),
  )
})
