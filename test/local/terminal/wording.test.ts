import { describe, expect, test } from 'vitest'
import {
  count,
  localTime,
  printable,
  shortDuration,
  someOf,
} from '../../../local/terminal/wording.ts'

const s = 1_000
const min = 60 * s
const h = 60 * min

describe('duration', () => {
  test.each([
    [-5 * s, '0 s'],
    [0, '0 s'],
    [41 * s, '41 s'],
    [59.9 * s, '59 s'],
    [12 * min + 59 * s, '12 min'],
    [8 * h, '8 h'],
    [8 * h + 12 * min, '8 h 12 min'],
    [24 * h, '1 d'],
    [76 * h, '3 d 4 h'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(shortDuration(milliseconds)).toBe(text)
  })
})

describe('localTime', () => {
  test('is the time of day and the day in the zone', () => {
    const moment = Date.parse('2026-07-01T23:05:00Z')
    expect(localTime(moment, 'Europe/London')).toEqual({
      weekday: 'Thu',
      day: '2 Jul',
      time: '00:05',
    })
    expect(localTime(moment, 'America/Los_Angeles')).toMatchObject({ weekday: 'Wed', day: '1 Jul' })
  })
})

describe('count, someOf and printable', () => {
  test('says one and many', () => {
    expect([count(1, 'poll'), count(2, 'poll'), count(1, 'person', 'people')]).toEqual([
      '1 poll',
      '2 polls',
      '1 person',
    ])
  })

  test('names a few and counts the rest', () => {
    expect(someOf(['Ada', 'Grace'], 3)).toBe('Ada, Grace')
    expect(someOf(['Ada', 'Grace', 'Mary', 'Joan'], 3)).toBe('Ada, Grace, Mary, 1 more')
  })

  test('leaves out what a terminal would obey, and keeps every script', () => {
    expect(printable('A\u001b[31mda\n\u202e Ірина')).toBe('A[31mda Ірина')
  })
})
