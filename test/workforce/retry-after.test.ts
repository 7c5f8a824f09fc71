import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readRetryAfter } from '../../lib/workforce/retry-after.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

describe('Retry-After', () => {
  test.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:00:07 GMT', 7_000],
    ['Friday, 20-Nov-26 12:00:07 GMT', 7_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['99999999999', 86_400_000],
    ['1.5', null],
    ['-1', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %j ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })

  test('reads a date that names no zone as UTC, wherever it runs', () => {
    vi.stubEnv('TZ', 'America/New_York')
    try {
      expect(readRetryAfter('Fri Nov 20 12:00:07 2026', now)).toBe(7_000)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('reads any header as a wait of at most a day, or as none', () => {
    const header = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date().map((d) => d.toUTCString()),
    )
    fc.assert(
      fc.property(header, (value) => {
        const wait = readRetryAfter(value, now)
        expect(wait === null || (wait >= 0 && wait <= 86_400_000)).toBe(true)
      }),
    )
  })
})
