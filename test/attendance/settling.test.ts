import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { settle } from '../../lib/attendance/settle.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState, TrackedAbsence } from '../../lib/attendance/state/state.ts'
import { aSnapshot, aState, aTrackedClocking, nothingSpecial } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const windowFrom = '2026-11-17T18:00:00Z'
const earlier = '2026-11-15T18:00:00Z'
const justUnderADay = '2026-11-17T18:00:01Z'
const both = aSnapshot(now, { absences: [] })
const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const anAbsence = (phase: TrackedAbsence['phase']): TrackedAbsence => ({
  ...nothingSpecial,
  phase,
  known: { start: on('2026-11-10'), end: null },
})

const settled = (overrides: Partial<EmployeeState>, snapshot: Snapshot = both) =>
  settle(aState(overrides), snapshot, {
    asked: epochMs(now),
    timeZone: 'Europe/Paris',
    lookbackHours: 24,
    givenUp: null,
  })

describe('an answer all of which is told', () => {
  const unseen = {
    seen: false,
    baselineAt: windowFrom,
    unaskedSince: { clockings: windowFrom, absences: windowFrom },
  }

  test('has seen the employee, and caught up', () => {
    expect(settled(unseen)).toMatchObject({
      ...{ seen: true, timeZone: 'Europe/Paris', baselineAt: null, baselineOver: [] },
      unaskedSince: { clockings: null, absences: null },
    })
  })

  test('is the first of absences: what had ended by the dates that it was asked for is no news any more', () => {
    const date = both.absences?.from
    expect(settled(unseen).forgottenBefore).toEqual({
      clockings: null,
      absences: `${date}T12:00:00Z`,
    })
    expect(settled({}).forgottenBefore.absences).toBeNull()
  })

  test('of clockings alone leaves absences to be asked for', () => {
    expect(settled(unseen, aSnapshot(now))).toEqual(
      aState({
        timeZone: 'Europe/Paris',
        baselineAt: windowFrom,
        baselineOver: ['clockings'],
        unaskedSince: { clockings: null, absences: windowFrom },
      }),
    )
  })

  test('that is not complete has seen nobody', () => {
    const broken = aSnapshot(now, { absences: [], isComplete: false })
    expect(settled(unseen, broken)).toEqual(aState({ ...unseen, timeZone: 'Europe/Paris' }))
    expect(settled({}, broken).seen).toBe(true)
  })
})

describe('a leaver', () => {
  const restOf = (overrides: Partial<EmployeeState>, snapshot?: Snapshot) =>
    settled({ membership: 'leaver', leftAt: windowFrom, ...overrides }, snapshot).restSince

  test('is at rest once they were asked about for a lookback after they left', () => {
    expect(restOf({})).toBe(now)
    expect(restOf({ leftAt: justUnderADay })).toBeNull()
    expect(restOf({ restSince: windowFrom })).toBe(windowFrom)
  })

  test('of whom it is not known when they left has left now', () => {
    const { leftAt, restSince } = settled({ membership: 'leaver', leftAt: null })
    expect([leftAt, restSince]).toEqual([now, null])
  })

  test('is not at rest by an answer that is not whole, or is of absences alone', () => {
    expect(restOf({}, aSnapshot(now, { absences: [], isComplete: false }))).toBeNull()
    expect(restOf({}, { ...both, clockings: null })).toBeNull()
  })

  const open = { open: aTrackedClocking({ end: null }) }
  const missing = (start: string) => ({
    id: aTrackedClocking({ start, end: null }, { missingSince: windowFrom }),
  })

  test.each<[string, Partial<EmployeeState>]>([
    ['a clocking is open', { clockings: open }],
    ['a clocking is missing', { clockings: missing('2026-08-20T18:00:01Z') }],
    [
      'a correction is in doubt',
      { clockings: { id: aTrackedClocking({}, { doubted: ['end=1'] }) } },
    ],
    ['an absence lasts', { absences: { id: anAbsence('started') } }],
    ['one of several things is open', { clockings: { closed: aTrackedClocking(), ...open } }],
  ])('is asked about while %s', (_what, state) => {
    expect(restOf(state)).toBeNull()
  })

  test.each<[string, Partial<EmployeeState>]>([
    ['closed', { clockings: { id: aTrackedClocking() } }],
    [
      'removed while open',
      { clockings: { id: aTrackedClocking({ end: null }, { phase: 'removed' }) } },
    ],
    ['past the reach, and not shown', { clockings: missing('2026-08-20T18:00:00Z') }],
    ['yet to come', { absences: { id: anAbsence('upcoming') } }],
  ])('is at rest whose only record is %s', (_what, state) => {
    expect(restOf(state)).toBe(now)
  })

  test('whom the API refuses is at rest since then', () => {
    const leaver = aState({ membership: 'leaver', leftAt: windowFrom, clockings: open })
    const circumstances = {
      asked: epochMs(now),
      timeZone: null,
      lookbackHours: 24,
      givenUp: { since: { clockings: windowFrom, absences: earlier }, areAbsencesFollowed: true },
    }
    const given = settle(leaver, { clockings: null, absences: null }, circumstances)
    const unaskedSince = { clockings: null, absences: earlier }
    expect(given).toEqual({ ...leaver, restSince: windowFrom, unaskedSince })
  })

  test('whom the API refuses is followed while an absence lasts that it answers', () => {
    const absences = { id: anAbsence('started') }
    const leaver = aState({ membership: 'leaver', leftAt: windowFrom, absences })
    const restOf = (areAbsencesFollowed: boolean) =>
      settle(
        leaver,
        { clockings: null, absences: null },
        {
          asked: epochMs(now),
          timeZone: null,
          lookbackHours: 24,
          givenUp: { since: { clockings: windowFrom, absences: windowFrom }, areAbsencesFollowed },
        },
      ).restSince
    expect([restOf(true), restOf(false)]).toEqual([null, windowFrom])
  })
})

test('members neither rest nor have left, whoever they were', () => {
  const { leftAt, restSince } = settled({ leftAt: windowFrom, restSince: windowFrom })
  expect([leftAt, restSince]).toEqual([null, null])
})
