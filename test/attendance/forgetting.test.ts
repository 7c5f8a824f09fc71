import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Remaining } from '../../lib/attendance/remaining.ts'
import { forget } from '../../lib/attendance/state/forget.ts'
import type {
  KnownAbsence,
  TrackedAbsence,
  TrackedClocking,
} from '../../lib/attendance/state/state.ts'
import {
  aHoliday,
  aSnapshot,
  aState,
  aTrackedClocking,
  nothingSpecial,
  rules,
} from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const windowFrom = '2026-11-17T18:00:00Z'

const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const anAbsence = (
  phase: TrackedAbsence['phase'],
  start: KnownAbsence['start'],
  end: KnownAbsence['end'],
): TrackedAbsence => ({ ...nothingSpecial, phase, known: { start, end } })

const keptClockings = (clockings: Record<string, TrackedClocking>, remaining?: Remaining) =>
  Object.keys(forget(aState({ clockings }), aSnapshot(now), rules(), remaining).clockings)

/** Which absences are kept by a poll that asked for those of 16 to 20 November. */
const keptAbsences = (absences: Record<string, TrackedAbsence>, shown: string[] = []) => {
  const records = shown.map((id) => aHoliday({ id }))
  const state = forget(aState({ absences }), aSnapshot(now, { absences: records }), rules())
  return Object.keys(state.absences)
}

describe('a clocking is forgotten', () => {
  test('once it ended by the start of the window, and not before', () => {
    const kept = keptClockings({
      ended: aTrackedClocking({ end: windowFrom }),
      within: aTrackedClocking({ end: '2026-11-17T18:00:01Z' }),
      open: aTrackedClocking({ start: '2026-10-01T09:00:00Z', end: null }),
    })
    expect(kept).toEqual(['within', 'open'])
  })

  test('not while it is in doubt whether it is gone, or cannot be read', () => {
    const missingSince = '2026-11-17T12:00:00Z'
    const ended = aTrackedClocking({ end: windowFrom }, { missingSince })
    const entry = { from: windowFrom, to: now, missingSince: null, isHarmless: false }
    const unread = { ids: { unread: entry }, others: null, tries: 0, retryAt: now }
    const state = aState({
      clockings: {
        missing: ended,
        removed: { ...ended, phase: 'removed' },
        unread: aTrackedClocking({ end: windowFrom }),
      },
      unread: { clockings: unread, absences: null },
    })
    const kept = forget(state, aSnapshot(now), rules())
    expect(Object.keys(kept.clockings)).toEqual(['missing', 'unread'])
  })

  test('not where a record without a readable id may be, or it would never be told', () => {
    const hidden = '2026-11-16T12:00:00Z'
    const others = { from: hidden, to: now, count: 1, missingSince: null }
    const state = aState({
      clockings: {
        before: aTrackedClocking({ end: hidden }),
        within: aTrackedClocking({ end: '2026-11-16T12:00:01Z' }),
      },
      unread: {
        clockings: { ids: {}, others, tries: 0, retryAt: now },
        absences: null,
      },
    })
    const kept = forget(state, aSnapshot(now), rules())
    expect(Object.keys(kept.clockings)).toEqual(['within'])
    expect(kept.forgottenBefore.clockings).toBe(hidden)
  })

  test('by its start where it was open when it was removed', () => {
    const kept = keptClockings({
      old: aTrackedClocking({ start: windowFrom, end: null }, { phase: 'removed' }),
      within: aTrackedClocking({ start: '2026-11-17T18:00:01Z', end: null }, { phase: 'removed' }),
    })
    expect(kept).toEqual(['within'])
  })

  test('only with what has been told by then, where a poll tells in parts', () => {
    const remaining = { from: epochMs('2026-11-16T00:00:00Z'), ids: new Set(['corrected']) }
    const kept = keptClockings(
      {
        told: aTrackedClocking({ end: '2026-11-15T23:59:59.999Z' }),
        corrected: aTrackedClocking({ end: '2026-11-14T12:00:00Z' }),
        next: aTrackedClocking({ end: '2026-11-16T00:00:00Z' }),
      },
      remaining,
    )
    expect(kept).toEqual(['corrected', 'next'])
  })

  test.each([
    [null, windowFrom],
    ['2026-11-17T00:00:00Z', windowFrom],
    ['2026-11-18T00:00:00Z', '2026-11-18T00:00:00Z'],
  ])('and up to when is remembered: after %s, %s', (before, after) => {
    const state = aState({ forgottenBefore: { clockings: before, absences: null } })
    expect(forget(state, aSnapshot(now), rules()).forgottenBefore).toEqual({
      clockings: after,
      absences: null,
    })
  })
})

describe('an absence is forgotten', () => {
  const over = anAbsence('ended', on('2026-11-10'), on('2026-11-11'))

  test('once it is over everywhere, a day before the dates asked for', () => {
    const kept = keptAbsences({
      over,
      notFound: { ...over, missingSince: now, doubted: ['unsought'] },
      touching: anAbsence('ended', on('2026-11-10'), on('2026-11-13')),
      within: anAbsence('ended', on('2026-11-10'), on('2026-11-14')),
    })
    expect(kept).toEqual(['within'])
  })

  test('never while it is to start, to end, or shown', () => {
    const absences = {
      upcoming: { ...over, phase: 'upcoming' as const },
      started: { ...over, phase: 'started' as const },
      shown: over,
      withdrawn: { ...over, phase: 'withdrawn' as const },
    }
    expect(keptAbsences(absences, ['shown'])).toEqual(['upcoming', 'started', 'shown'])
  })

  test('90 days after its start where it has no end', () => {
    const kept = keptAbsences({
      old: anAbsence('withdrawn', on('2026-08-17'), null),
      recent: anAbsence('withdrawn', on('2026-08-18'), null),
    })
    expect(kept).toEqual(['recent'])
  })

  test('once its start is over where it holds for no time, though it never started', () => {
    const first = on('2026-11-01')
    const upcoming = anAbsence('upcoming', on('2026-11-12'), first)
    const kept = keptAbsences({
      old: anAbsence('ended', on('2026-11-12'), first),
      touching: anAbsence('ended', on('2026-11-13'), first),
      recent: anAbsence('ended', on('2026-11-14'), first),
      upcoming,
      missing: { ...upcoming, missingSince: '2026-11-18T08:00:00Z' },
      laterOn: anAbsence('upcoming', on('2026-11-14'), first),
    })
    expect(kept).toEqual(['recent', 'missing', 'laterOn'])
  })

  test('by the later of its dates where its moments cannot be known', () => {
    const week = { $type: 'LocalWeek' }
    const kept = keptAbsences({
      old: anAbsence('ended', on('2026-11-13'), week),
      recent: anAbsence('ended', on('2026-11-14'), week),
      unknownAtAll: anAbsence('ended', week, null),
    })
    expect(kept).toEqual(['recent'])
  })

  test.each(['America/Los_Angeles', 'Pacific/Auckland', null])(
    'by its dates alone, since its employee may go by another clock than that of %s',
    (timeZone) => {
      const absences = {
        old: anAbsence('ended', on('2026-11-10'), on('2026-11-13')),
        recent: anAbsence('ended', on('2026-11-10'), on('2026-11-14')),
      }
      const state = aState({ timeZone, absences })
      const kept = forget(state, aSnapshot(now, { absences: [] }), rules()).absences
      expect(Object.keys(kept)).toEqual(['recent'])
    },
  )

  test.each([
    [null, '2026-11-15T00:00:00Z'],
    ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'],
    ['2026-11-17T00:00:00Z', '2026-11-17T00:00:00Z'],
  ])('and up to when is remembered: after %s, %s', (before, after) => {
    const state = aState({ forgottenBefore: { clockings: null, absences: before } })
    const asked = forget(state, aSnapshot(now, { absences: [] }), rules())
    expect(asked.forgottenBefore.absences).toBe(after)
    expect(forget(state, aSnapshot(now), rules()).forgottenBefore.absences).toBe(before)
  })

  test('not by a part of a poll', () => {
    const state = aState({ absences: { over } })
    const snapshot = aSnapshot(now, { absences: [] })
    const remaining = { from: epochMs(now), ids: new Set<string>() }
    expect(forget(state, snapshot, rules(), remaining).absences).toEqual({ over })
  })
})
