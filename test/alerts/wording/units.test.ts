import { describe, expect, test } from 'vitest'
import {
  duration,
  nameOf,
  plural,
  possessive,
  quoted,
} from '../../../lib/alerts/wording/en-units.ts'
import { hour, minute } from '../../../lib/attendance/moments.ts'

describe('durations', () => {
  test.each([
    [0, 'less than a minute'],
    [59_000, 'less than a minute'],
    [minute, '1 min'],
    [30 * minute, '30 min'],
    [2 * hour, '2 h'],
    [8 * hour + 29 * minute, '8 h 29 min'],
    [24 * hour + 26 * minute, '24 h 26 min'],
    [48 * hour, '2 days'],
    [74 * hour, '3 days 2 h'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text)
  })
})

describe('numbers and names', () => {
  test('plurals', () => {
    expect([plural(0, 'break'), plural(1, 'break'), plural(1_204, 'person', 'people')]).toEqual([
      '0 breaks',
      '1 break',
      '1,204 people',
    ])
  })

  test('a name stays as it is written, in one line, and never takes over the line', () => {
    expect(quoted("  D'Arcy\n\tNí Bhriain ")).toBe("D'Arcy Ní Bhriain")
    expect(quoted('abc\u202egnp')).toBe('abc gnp')
    expect(quoted('x'.repeat(300))).toHaveLength(101)
    expect(quoted('می\u200cخواهم')).toBe('\u2068می\u200cخواهم\u2069')
    expect(nameOf({ givenName: ' ', familyName: '' })).toBe('An employee')
  })

  test('possessives', () => {
    expect([possessive('James'), possessive("Amina O'Neill"), possessive('結城')]).toEqual([
      "James'",
      "Amina O'Neill's",
      "結城's",
    ])
  })
})
