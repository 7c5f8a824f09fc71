import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute } from '../../../lib/attendance/moments.ts'
import {
  absenceDates,
  absencesForgottenAt,
  beside,
  clockingsForgottenAt,
  isClamped,
  pieces,
  pollWindow,
  reachAt,
  widestAbsenceDates,
} from '../../../lib/polling/asking/window.ts'

const at = epochMs
const now = at('2026-11-20T12:00:00Z')
const moment = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })

describe('the window of a poll', () => {
  test('begins a lookback, and five minutes, before the last complete answer', () => {
    const window = pollWindow(now, now - minute, 24)
    expect(window).toEqual({
      from: now - minute - day - 5 * minute,
      to: now,
      reach: now - 90 * day + 5 * minute,
    })
  })

  test('keeps the whole lookback through an outage', () => {
    const since = at('2026-11-17T22:00:00Z')
    expect(pollWindow(now, since, 24).from).toBe(at('2026-11-16T21:55:00Z'))
    expect(pollWindow(now, since, 168).from).toBe(at('2026-11-10T21:55:00Z'))
  })

  test('is cut, and says so, just inside the 90 days that the API allows', () => {
    const window = pollWindow(now, now - 120 * day, 24)
    expect(isClamped(now, now - 120 * day, 24)).toBe(true)
    expect(window.from).toBe(now - 90 * day + 5 * minute)
    expect(window.from).toBe(window.reach)
  })

  test('covers a lookback before the last answer, or is cut to its reach', () => {
    fc.assert(
      fc.property(
        moment,
        fc.nat(200 * day),
        fc.integer({ min: 1, max: 720 }),
        (to, ago, lookback) => {
          const window = pollWindow(to, to - ago, lookback)
          const wanted = to - ago - lookback * hour - 5 * minute
          expect(window.from).toBe(Math.max(wanted, window.reach))
          expect(isClamped(to, to - ago, lookback)).toBe(wanted < window.reach)
          expect(to - window.from).toBeLessThan(90 * day)
        },
      ),
    )
  })

  test('forgets nothing that the next one asks for', () => {
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 720 }),
        fc.nat(day),
        (asked, lookback, later) => {
          const next = pollWindow(asked + later, asked, lookback)
          expect(clockingsForgottenAt(asked, lookback)).toBeLessThanOrEqual(next.from)
          const { from } = absenceDates(asked + later, asked, lookback)
          expect(absencesForgottenAt(asked, lookback)).toBeLessThan(at(`${from}T00:00:00Z`))
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

  test('cover the range exactly, in order, none longer than 31 days, and overlap by a week', () => {
    fc.assert(
      fc.property(moment, fc.nat(400 * day), (from, span) => {
        const all = pieces({ from, to: from + span })
        expect(all[0]?.from).toBe(from)
        expect(all.at(-1)?.to).toBe(from + span)
        for (const [n, piece] of all.entries()) {
          expect(piece.to - piece.from).toBeLessThanOrEqual(31 * day)
          if (n > 0) expect(piece.from).toBe((all[n - 1]?.to ?? 0) - 7 * day)
        }
        expect(all).toHaveLength(Math.max(1, Math.ceil((span - 7 * day) / (24 * day))))
      }),
    )
  })
})

test('a window that starts where the reach of the API does is not cut', () => {
  const since = reachAt(now) + day + 5 * minute
  expect(pollWindow(now, since, 24).from).toBe(reachAt(now))
  expect(isClamped(now, since, 24)).toBe(false)
  expect(isClamped(now, since - 1, 24)).toBe(true)
})

describe('beside a window', () => {
  test('is everywhere else that the API shows any, and a month ahead, with a week of the window', () => {
    const window = { from: now - 40 * day, to: now, reach: now - 90 * day }
    expect(beside(window)).toEqual([
      { from: now - 90 * day, to: now - 59 * day },
      { from: now - 66 * day, to: now - 35 * day },
      { from: now - 42 * day, to: now - 33 * day },
      { from: now - 7 * day, to: now + 24 * day },
      { from: now + 17 * day, to: now + 31 * day },
    ])
  })

  test('shows with the window whatever was given an end up to a week before its start', () => {
    const within = fc.tuple(fc.integer({ min: -90, max: 30 }), fc.nat(day), fc.nat(7 * day))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), within, (back, [days, part, slip]) => {
        const window = { from: now - back * day, to: now, reach: now - 90 * day }
        const end = now + days * day + part
        const start = Math.min(end + slip, now + 31 * day)
        const asked = [...pieces(window), ...beside(window)]
        expect(asked.filter(({ from, to }) => from <= end && start <= to)).not.toEqual([])
        for (const { from, to } of asked) expect(to - from).toBeLessThanOrEqual(31 * day)
        for (const { from } of asked) expect(from).toBeGreaterThanOrEqual(window.reach)
      }),
    )
  })

  test('is a month ahead where the window reaches back as far as the API does', () => {
    const window = { from: now - 90 * day, to: now, reach: now - 90 * day }
    expect(beside(window)).toEqual([
      { from: now - 7 * day, to: now + 24 * day },
      { from: now + 17 * day, to: now + 31 * day },
    ])
  })
})

describe('the widest dates of absences', () => {
  test('are all that the API may be asked about, and years ahead, as absences are put off', () => {
    expect(widestAbsenceDates(now)).toEqual({ from: '2026-08-23', to: '2031-11-24' })
  })
})

describe('the dates of absences', () => {
  test('go from two days before to two days after, in UTC', () => {
    expect(absenceDates(now, now, 24)).toEqual({ from: '2026-11-18', to: '2026-11-22' })
  })

  test('are those of UTC, however late the local day began', () => {
    expect(absenceDates(at('2026-11-20T23:59:59Z'), now, 24)).toEqual({
      from: '2026-11-18',
      to: '2026-11-22',
    })
    expect(absenceDates(at('2026-11-21T00:00:00Z'), at('2026-11-21T00:00:00Z'), 24).from).toBe(
      '2026-11-19',
    )
  })

  test('go back to a lookback before the last answer, by the clocks of the far west, in an outage and without one', () => {
    expect(absenceDates(now, at('2026-11-11T11:00:00Z'), 24).from).toBe('2026-11-09')
    expect(absenceDates(now, at('2026-11-11T13:00:00Z'), 24).from).toBe('2026-11-10')
    expect(absenceDates(now, at('2026-11-10T23:00:00Z'), 24).from).toBe('2026-11-09')
    expect(absenceDates(now, at('2026-11-10T23:00:00Z'), 168).from).toBe('2026-11-03')
    expect(absenceDates(now, now, 168).from).toBe('2026-11-12')
  })

  test('are never more than 90 days back, whatever the time of day', () => {
    fc.assert(
      fc.property(moment, fc.nat(400 * day), fc.integer({ min: 1, max: 720 }), (to, ago, hours) => {
        const { from } = absenceDates(to, to - ago, hours)
        const today = new Date(to).toISOString().slice(0, 10)
        expect(at(`${today}T00:00:00Z`) - at(`${from}T00:00:00Z`)).toBeLessThanOrEqual(90 * day)
        // The start of that date, too, for an API that counts to the millisecond.
        expect(to - at(`${from}T00:00:00Z`)).toBeLessThan(90 * day)
      }),
    )
  })
})
