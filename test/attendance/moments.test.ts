import { describe, expect, test } from 'vitest'
import { asUtc, epochMs, sameMoment, utc, utcDate } from '../../lib/attendance/moments.ts'

const nine = Date.UTC(2026, 10, 18, 9)

describe('a moment', () => {
  test.each([
    ['2026-11-18T09:00:00Z', nine],
    ['2026-11-18T09:00:00', nine],
    ['2026-11-18T09:00:00.1234567', nine + 123],
    ['2026-11-18T09:00:00.1234567Z', nine + 123],
    ['2026-11-18T10:00:00+01:00', nine],
    ['2026-11-18T03:30:00-05:30', nine],
    ['2026-11-18T09:00Z', nine],
    ['2026-11-18T10:00+01:00', nine],
  ])('%s is read, without an offset as UTC', (text, moment) => {
    expect(epochMs(text)).toBe(moment)
  })

  test('is written as UTC, with a fraction only where there is one', () => {
    expect(utc(nine)).toBe('2026-11-18T09:00:00Z')
    expect(utc(nine + 120)).toBe('2026-11-18T09:00:00.120Z')
    expect(utcDate(nine)).toBe('2026-11-18')
  })

  test.each([
    ['2026-11-18T09:00:00.1234567Z', '2026-11-18T09:00:00.1234567Z'],
    ['2026-11-18T09:00:00', '2026-11-18T09:00:00Z'],
    ['2026-11-18T10:00:00+01:00', '2026-11-18T09:00:00Z'],
    ['2026-11-18T09:00Z', '2026-11-18T09:00:00Z'],
  ])('%s of the API is told as %s', (text, told) => {
    expect(asUtc(text)).toBe(told)
  })

  test('is the same however it is written, and never the same as none', () => {
    const [zulu, offset] = ['2026-11-18T09:00:00Z', '2026-11-18T10:00:00+01:00']
    expect(sameMoment(zulu, offset)).toBe(true)
    expect(sameMoment(null, null)).toBe(true)
    expect(sameMoment(zulu, '2026-11-18T09:00:01Z')).toBe(false)
    expect([sameMoment(zulu, null), sameMoment(null, zulu)]).toEqual([false, false])
  })
})
