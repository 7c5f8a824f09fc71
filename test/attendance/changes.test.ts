import { describe, expect, test } from 'vitest'
import { canonicalJson, changedFields, sameJson } from '../../lib/attendance/changes.ts'

describe('canonical JSON', () => {
  test.each([
    ['keys in order, at every depth', { b: { d: 1, c: 2 }, a: [] }, '{"a":[],"b":{"c":2,"d":1}}'],
    ['lists as they are', [3, 1, [2, null]], '[3,1,[2,null]]'],
    ['nothing as null', undefined, 'null'],
    ['null as null', null, 'null'],
  ])('writes %s', (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})

describe('equality as JSON', () => {
  test.each([
    ['the order of keys means nothing', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['a key that is undefined is none', { a: 1, b: undefined }, { a: 1 }],
    ['lists are equal item by item', [1, { a: [2] }], [1, { a: [2] }]],
  ])('%s', (_law, a, b) => {
    expect([sameJson(a, b), sameJson(b, a)]).toEqual([true, true])
  })

  test.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['another key', { a: undefined, b: 1 }, { a: 1, b: undefined }],
    ['a key more', { a: 1 }, { a: 1, b: 2 }],
    ['a key that every object inherits', { toString: 1 }, { b: 1 }],
    ['another order of a list', [1, 2], [2, 1]],
    ['a list and an object', [1], { 0: 1 }],
    ['an empty list and an empty object', [], {}],
    ['null and an empty object', null, {}],
    ['a number and its text', 1, '1'],
    ['text and a list of its letters', 'a', ['a']],
  ])('%s makes a difference', (_what, a, b) => {
    expect([sameJson(a, b), sameJson(b, a)]).toEqual([false, false])
  })
})

describe('changed fields', () => {
  test('are those that both have and that differ, in order of their names', () => {
    const before = { z: 1, same: { a: 1 }, a: 'x', gone: 1 }
    const after = { a: 'y', same: { a: 1 }, z: 2, added: 2 }
    expect(changedFields(before, after)).toEqual([
      { field: 'a', before: 'x', after: 'y' },
      { field: 'z', before: 1, after: 2 },
    ])
  })

  test('show what is undefined as null', () => {
    expect(changedFields({ a: undefined }, { a: 1 })).toEqual([
      { field: 'a', before: null, after: 1 },
    ])
    expect(changedFields({ a: 1 }, { a: undefined })).toEqual([
      { field: 'a', before: 1, after: null },
    ])
  })

  test('are decided by the equality that is given', () => {
    const same = (field: string, a: unknown, b: unknown) => field === 'loose' || a === b
    expect(changedFields({ loose: 1, strict: 1 }, { loose: 2, strict: 2 }, same)).toEqual([
      { field: 'strict', before: 1, after: 2 },
    ])
  })
})
