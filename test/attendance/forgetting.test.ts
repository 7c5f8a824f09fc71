import { describe, expect, test } from 'vitest'
import { forget, settle } from '../../lib/attendance/apply.ts'
import { day, epochMs } from '../../lib/attendance/moments.ts'
import type {
  EmployeeState,
  KnownAbsence,
  TrackedAbsence,
  TrackedClocking,
} from '../../lib/attendance/state.ts'
import { aClocking, aHoliday, aSnapshot, aState, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const windowFrom = '2026-11-17T18:00:00Z'

const tracked = (
  known: { start?: string; end?: string | null },
  overrides: Partial<TrackedClocking> = {},
): TrackedClocking => {
  const { id: _id, employeeId: _employeeId, ...clocking } = aClocking(known)
  return { revision: 0, missed: 0, phase: 'present', known: clocking, raised: [], ...overrides }
}

const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const anAbsence = (
  phase: TrackedAbsence['phase'],
  start: KnownAbsence['start'],
  end: KnownAbsence['end'],
): TrackedAbsence => ({ revision: 0, missed: 0, phase, known: { start, end }, raised: [] })

const keptClockings = (clockings: Record<string, TrackedClocking>, toldBefore?: number) =>
  Object.keys(forget(aState({ clockings }), aSnapshot(now), rules(), toldBefore).clockings)

/** Which absences are kept by a poll that asked for those of 16 to 20 November. */
const keptAbsences = (absences: Record<string, TrackedAbsence>, shown: string[] = []) => {
  const records = shown.map((id) => aHoliday({ id }))
  const state = forget(aState({ absences }), aSnapshot(now, { absences: records }), rules())
  return Object.keys(state.absences)
}

describe('a clocking is forgotten', () => {
  test('once it ended by the start of the window, and not before', () => {
    const kept = keptClockings({
      ended: tracked({ end: windowFrom }),
      within: tracked({ end: '2026-11-17T18:00:01Z' }),
      open: tracked({ start: '2026-10-01T09:00:00Z', end: null }),
    })
    expect(kept).toEqual(['within', 'open'])
  })

  test('by its start where it was open when it was removed', () => {
    const kept = keptClockings({
      old: tracked({ start: windowFrom, end: null }, { phase: 'removed' }),
      within: tracked({ start: '2026-11-17T18:00:01Z', end: null }, { phase: 'removed' }),
    })
    expect(kept).toEqual(['within'])
  })

  test('only with what has been told by then, where a poll tells in parts', () => {
    const toldBefore = epochMs('2026-11-16T00:00:00Z')
    const kept = keptClockings(
      {
        told: tracked({ end: '2026-11-15T23:59:59.999Z' }),
        next: tracked({ end: '2026-11-16T00:00:00Z' }),
      },
      toldBefore,
    )
    expect(kept).toEqual(['next'])
  })

  test.each([
    [null, windowFrom],
    ['2026-11-17T00:00:00Z', windowFrom],
    ['2026-11-18T00:00:00Z', '2026-11-18T00:00:00Z'],
  ])('and up to when is remembered: after %s, %s', (before, after) => {
    const state = aState({ clockingsForgottenBefore: before })
    expect(forget(state, aSnapshot(now), rules()).clockingsForgottenBefore).toBe(after)
  })
})

describe('an absence is forgotten', () => {
  const over = anAbsence('ended', on('2026-11-10'), on('2026-11-11'))

  test('once it is over everywhere, a day before the dates asked for', () => {
    const kept = keptAbsences({
      over,
      // London's midnight is the cutoff itself.
      touching: anAbsence('ended', on('2026-11-10'), on('2026-11-14')),
      within: anAbsence('ended', on('2026-11-10'), on('2026-11-15')),
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

  test('by the later of its dates where these make no sense', () => {
    const kept = keptAbsences({
      old: anAbsence('ended', on('2026-11-13'), on('2026-11-01')),
      recent: anAbsence('ended', on('2026-11-14'), on('2026-11-01')),
      backwards: anAbsence(
        'ended',
        { $type: 'LocalDateTime', date: '2026-11-14', time: '09:00' },
        {
          $type: 'LocalDateTime',
          date: '2026-11-14',
          time: '08:00',
        },
      ),
      unknown: anAbsence('ended', on('2026-11-14'), { $type: 'LocalWeek' }),
      unknownAtAll: anAbsence('ended', { $type: 'LocalWeek' }, null),
    })
    expect(kept).toEqual(['recent', 'backwards', 'unknown'])
  })

  test('by the day where the employee is', () => {
    const ended = anAbsence('ended', on('2026-11-10'), on('2026-11-14'))
    const snapshot = aSnapshot(now, { absences: [] })
    const keptIn = (timeZone: string | null) =>
      Object.keys(forget(aState({ timeZone, absences: { ended } }), snapshot, rules()).absences)
    expect(keptIn('America/Los_Angeles')).toEqual(['ended'])
    expect(keptIn('Pacific/Auckland')).toEqual([])
    expect(keptIn(null)).toEqual([])
  })

  test.each([
    [null, '2026-11-15T00:00:00Z'],
    ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'],
    ['2026-11-17T00:00:00Z', '2026-11-17T00:00:00Z'],
  ])('and up to when is remembered: after %s, %s', (before, after) => {
    const state = aState({ absencesForgottenBefore: before })
    const asked = forget(state, aSnapshot(now, { absences: [] }), rules())
    expect(asked.absencesForgottenBefore).toBe(after)
    expect(forget(state, aSnapshot(now), rules()).absencesForgottenBefore).toBe(before)
  })

  test('not by a part of a poll', () => {
    const state = aState({ absences: { over } })
    const snapshot = aSnapshot(now, { absences: [] })
    expect(forget(state, snapshot, rules(), epochMs(now)).absences).toEqual({ over })
  })
})

describe('a poll that was completed', () => {
  const open = { id: tracked({ end: null }) }
  const settled = (overrides: Partial<EmployeeState>) =>
    settle(aState(overrides), 'Europe/Paris', epochMs(now))

  test('has seen the employee, and left nothing behind', () => {
    const unseen = { seen: false, baselineAt: windowFrom, behindSince: windowFrom }
    expect(settled(unseen)).toEqual(aState({ timeZone: 'Europe/Paris' }))
  })

  test('lets a leaver of whom nothing is open go a week later, once', () => {
    const expiresAt = new Date(epochMs(now) + 7 * day).toISOString().replace('.000Z', 'Z')
    expect(settled({ membership: 'leaver' }).expiresAt).toBe(expiresAt)
    expect(settled({ membership: 'leaver', expiresAt: windowFrom }).expiresAt).toBe(windowFrom)
  })

  test.each([
    ['a clocking is open', { clockings: open }],
    ['a clocking is in doubt', { clockings: { id: tracked({}, { missed: 1 }) } }],
    ['an absence lasts', { absences: { id: anAbsence('started', on('2026-11-10'), null) } }],
    ['one of several things is', { clockings: { closed: tracked({}), ...open } }],
  ])('keeps a leaver while %s', (_what, state) => {
    expect(settled({ membership: 'leaver', ...state }).expiresAt).toBeNull()
  })

  test.each([
    ['closed', { clockings: { id: tracked({}) } }],
    ['removed while open', { clockings: { id: tracked({ end: null }, { phase: 'removed' }) } }],
    ['yet to come', { absences: { id: anAbsence('upcoming', on('2026-11-20'), null) } }],
  ])('lets a leaver go whose only record is %s', (_what, state) => {
    expect(settled({ membership: 'leaver', ...state }).expiresAt).not.toBeNull()
  })

  test('keeps members, whoever they were', () => {
    expect(settled({}).expiresAt).toBeNull()
    expect(
      settled({ expiresAt: windowFrom, clockings: { id: tracked({}, { phase: 'removed' }) } })
        .expiresAt,
    ).toBeNull()
  })
})
