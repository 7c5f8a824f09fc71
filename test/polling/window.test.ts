import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute } from '../../lib/attendance/moments.ts'
import {
  absenceDates,
  pieces,
  pollWindow,
  secondLook,
  widestAbsenceDates,
} from '../../lib/polling/window.ts'

const at = epochMs
const now = at('2026-11-20T12:00:00Z')
const moment = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })

describe('the window of a poll', () => {
  test('reaches back over the lookback where the last poll was a minute ago', () => {
    const window = pollWindow(now, now - minute, 24)
    expect(window).toMatchObject({ from: now - day, to: now, isClamped: false })
  })

  test('overlaps the last poll by five minutes where that lies before the lookback', () => {
    const since = at('2026-11-17T08:00:00Z')
    expect(pollWindow(now, since, 24).from).toBe(at('2026-11-17T07:55:00Z'))
  })

  test('is cut, and says so, just inside the 90 days that the API allows', () => {
    const window = pollWindow(now, now - 120 * day, 24)
    expect(window.isClamped).toBe(true)
    expect(window.from).toBe(now - 90 * day + 5 * minute)
    expect(window.from).toBe(window.reach)
  })

  test('covers the lookback and the last poll, or is clamped to its reach', () => {
    fc.assert(
      fc.property(
        moment,
        fc.nat(200 * day),
        fc.integer({ min: 1, max: 720 }),
        (to, ago, lookback) => {
          const window = pollWindow(to, to - ago, lookback)
          const wanted = Math.min(to - lookback * hour, to - ago - 5 * minute)
          expect(window.from).toBe(Math.max(wanted, window.reach))
          expect(window.isClamped).toBe(wanted < window.reach)
          expect(to - window.from).toBeLessThan(90 * day)
        },
      ),
    )
  })
})

describe('pieces', () => {
  test('of a window that the API accepts is the window', () => {
    expect(pieces({ from: now - 31 * day, to: now })).toEqual([{ from: now - 31 * day, to: now }])
  })

  test('of a moment is that moment', () => {
    expect(pieces({ from: now, to: now })).toEqual([{ from: now, to: now }])
  })

  test('cover the range exactly, in order, none longer than 31 days', () => {
    fc.assert(
      fc.property(moment, fc.nat(400 * day), (from, span) => {
        const all = pieces({ from, to: from + span })
        expect(all[0]?.from).toBe(from)
        expect(all.at(-1)?.to).toBe(from + span)
        for (const [n, piece] of all.entries()) {
          expect(piece.to - piece.from).toBeLessThanOrEqual(31 * day)
          if (n > 0) expect(piece.from).toBe(all[n - 1]?.to)
        }
        expect(all).toHaveLength(Math.max(1, Math.ceil(span / (31 * day))))
      }),
    )
  })
})

test('a window that starts where the reach of the API does is not cut', () => {
  const reach = pollWindow(now, now - minute, 24).reach
  expect(pollWindow(now, reach + 5 * minute, 24)).toMatchObject({ from: reach, isClamped: false })
  expect(pollWindow(now, reach + 5 * minute - 1, 24)).toMatchObject({ isClamped: true })
})

describe('a second look', () => {
  const window = pollWindow(now, now - minute, 24)

  test('goes from a day before the earliest start up to the window', () => {
    const starts = [now - 26 * hour, now - 40 * hour]
    expect(secondLook(starts, window)).toEqual({ from: now - 64 * hour, to: window.from })
  })

  test('is not needed where the window covers it', () => {
    expect(secondLook([now], { ...window, from: now - 3 * day })).toBeNull()
    expect(secondLook([now], { ...window, from: now - day })).toBeNull()
  })

  test('stays within the reach of the API', () => {
    expect(secondLook([now - 90 * day], window)?.from).toBe(window.reach)
  })
})

describe('the widest dates of absences', () => {
  test('are all that the API may be asked about, and as far ahead', () => {
    expect(widestAbsenceDates(now)).toEqual({ from: '2026-08-23', to: '2027-02-18' })
  })
})

describe('the dates of absences', () => {
  test('go from two days before to two days after, in UTC', () => {
    expect(absenceDates(now, now)).toEqual({ from: '2026-11-18', to: '2026-11-22' })
  })

  test('are those of UTC, however late the local day began', () => {
    expect(absenceDates(at('2026-11-20T23:59:59Z'), now)).toEqual({
      from: '2026-11-18',
      to: '2026-11-22',
    })
    expect(absenceDates(at('2026-11-21T00:00:00Z'), now).from).toBe('2026-11-19')
  })

  test('go back to the day before the last reading after an outage', () => {
    expect(absenceDates(now, at('2026-11-10T23:00:00Z')).from).toBe('2026-11-09')
  })

  test('are never more than 90 days back, whatever the time of day', () => {
    fc.assert(
      fc.property(moment, fc.nat(400 * day), (to, ago) => {
        const { from } = absenceDates(to, to - ago)
        const today = new Date(to).toISOString().slice(0, 10)
        expect(at(`${today}T00:00:00Z`) - at(`${from}T00:00:00Z`)).toBeLessThanOrEqual(90 * day)
        // The start of that date, too, for an API that counts to the millisecond.
        expect(to - at(`${from}T00:00:00Z`)).toBeLessThan(90 * day)
      }),
    )
  })
})
