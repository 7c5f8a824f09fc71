import { describe, expect, test } from 'vitest'
import { day, type EpochMs, epochMs, hour } from '../../../lib/attendance/moments.ts'
import { keptUntil } from '../../../lib/attendance/state/retention.ts'
import type { EmployeeState, TrackedAbsence } from '../../../lib/attendance/state/state.ts'
import { aState, aTrackedClocking, nothingSpecial } from '../../harness/builders.ts'

const leftAt = '2026-11-10T18:00:00Z'
const restSince = '2026-11-12T18:00:00Z'
const rest = epochMs(restSince)

const until = (overrides: Partial<EmployeeState> = {}, lookbackHours = 24): EpochMs | null =>
  keptUntil(aState({ membership: 'leaver', leftAt, restSince, ...overrides }), lookbackHours)

const anAbsence = (phase: TrackedAbsence['phase']): TrackedAbsence => ({
  ...nothingSpecial,
  phase,
  known: { start: { $type: 'LocalDate', date: '2026-11-10' }, end: null },
})

describe('the state of a leaver at rest', () => {
  test('is kept for a week, and at least a day longer than the lookback', () => {
    expect([24, 144, 145].map((hours) => until({}, hours))).toEqual([
      rest + 7 * day,
      rest + 7 * day,
      rest + 7 * day + hour,
    ])
  })

  test('is kept from when they left, where they were last answered about before that', () => {
    expect(until({ restSince: '2026-11-01T18:00:00Z' })).toBe(epochMs(leftAt) + 7 * day)
    expect(until({ leftAt: null })).toBe(rest + 7 * day)
  })

  test.each<[string, Partial<EmployeeState>]>([
    ['a clocking', { clockings: { id: aTrackedClocking({ end: null }) } }],
    ['an absence', { absences: { id: anAbsence('started') } }],
  ])('is kept for longer where the end of %s was not told', (_what, state) => {
    expect(until(state)).toBe(rest + 97 * day)
  })

  test.each<[string, Partial<EmployeeState>]>([
    ['a clocking', { clockings: { id: aTrackedClocking() } }],
    ['a removed one', { clockings: { id: aTrackedClocking({ end: null }, { phase: 'removed' }) } }],
    ['one yet to come', { absences: { id: anAbsence('upcoming') } }],
    ['an absence', { absences: { id: anAbsence('ended') } }],
  ])('is not where %s is over, or never began', (_what, state) => {
    expect(until(state)).toBe(rest + 7 * day)
  })

  test('is kept for as long as they are asked about', () => {
    expect(until({ restSince: null })).toBeNull()
  })
})
