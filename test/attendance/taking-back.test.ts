import { describe, expect, test } from 'vitest'
import { formerAfter, isConfirmed, takenBack } from '../../lib/attendance/taking-back.ts'

const never = () => false
const always = () => true

/** What is remembered after a field had these values, one after the other. */
const formerOf = (...values: unknown[]): string[] => {
  let former: string[] = []
  for (const [n, value] of values.slice(1).entries())
    former = formerAfter({ field: values[n] }, { field: value }, former, never)
  return former
}

describe('what an answer takes back', () => {
  test('is a field that returns to what was told of it before', () => {
    const former = formerOf(1, 2)
    expect(takenBack({ field: 2 }, { field: 1 }, former, never)).toEqual(former)
    expect(takenBack({ field: 2 }, { field: 3 }, former, never)).toEqual([])
    expect(takenBack({ field: 2 }, { field: 2 }, former, always)).toEqual([])
  })

  test('is a field that returns to any of its values, not to those of another', () => {
    const former = formerOf(1, 2, 3)
    expect(takenBack({ field: 3 }, { field: 1 }, former, never)).toHaveLength(1)
    expect(takenBack({ field: 3 }, { field: 2 }, former, never)).toHaveLength(1)
    expect(takenBack({ other: 3 }, { other: 1 }, former, never)).toEqual([])
  })

  test('is a field that returns to nothing, as it was before it was told', () => {
    const former = formerOf(null, 1)
    expect(takenBack({ field: 1 }, { field: null }, former, never)).toHaveLength(1)
    expect(takenBack({ field: 1 }, { field: null }, [], never)).toEqual([])
  })

  test('is a field that vanishes where that takes something back', () => {
    expect(takenBack({ end: 1 }, { end: null }, [], always)).toHaveLength(1)
    expect(takenBack({ end: 1 }, {}, [], always)).toHaveLength(1)
    expect(takenBack({ end: 1 }, {}, [], (field) => field === 'start')).toEqual([])
    expect(takenBack({}, { end: 1 }, [], always)).toEqual([])
  })

  test('is told apart by value, whatever the order of its keys', () => {
    const former = formerOf({ a: 1, b: [2] }, 3)
    expect(takenBack({ field: 3 }, { field: { b: [2], a: 1 } }, former, never)).toEqual(former)
    expect(takenBack({ field: 3 }, { field: { b: [3], a: 1 } }, former, never)).toEqual([])
  })
})

describe('what is taken back', () => {
  test('is confirmed where all of it was taken back by the answer before', () => {
    expect(isConfirmed([], [])).toBe(true)
    expect(isConfirmed([], ['a'])).toBe(true)
    expect(isConfirmed(['a'], [])).toBe(false)
    expect(isConfirmed(['a', 'b'], ['a'])).toBe(false)
    expect(isConfirmed(['b', 'a'], ['a', 'b', 'c'])).toBe(true)
  })
})

describe('what is remembered of former values', () => {
  test('is each once, the newest last', () => {
    const [one, two] = formerOf(1, 2, 3)
    expect(formerOf(1, 2, 1, 2)).toEqual([two, one])
    expect(one?.startsWith('field=')).toBe(true)
  })

  test('is nothing new where nothing changed', () => {
    expect(formerAfter({ field: 1 }, { field: 1 }, ['a'], never)).toEqual(['a'])
  })

  test('says nothing of a value but that it was so', () => {
    expect(formerOf('called at eight', 'well')).toEqual([
      expect.stringMatching(/^field=[\da-f]{8}$/),
    ])
  })

  test('are the 24 newest', () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n)
    const former = formerOf(...numbers)
    expect(former).toHaveLength(24)
    expect(former).toEqual(formerOf(...numbers.slice(5)))
  })
})
