import { describe, expect, test } from 'vitest'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState, TrackedClocking } from '../../lib/attendance/state.ts'
import { aHoliday, aSnapshot, aState, aTrackedClocking, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const at = (time: string) => `2026-11-18T${time}:00Z`

const diff = (state: Partial<EmployeeState>, snapshot: Snapshot = aSnapshot(now)) =>
  diffEmployee(aState(state), snapshot, epochMs(now), rules())

const toldOf = (state: Partial<EmployeeState>, snapshot?: Snapshot) =>
  diff(state, snapshot).steps.map(({ draft }) => draft && `${draft.name} ${draft.time}`)

describe('a clocking that is not shown', () => {
  const covers = { from: epochMs(at('08:00')), to: epochMs(now) }
  const reach = epochMs('2026-08-20T18:00:00Z')
  const answer = (complete = true): Snapshot => ({
    clockings: { records: [], covers, windowFrom: covers.from, reach, complete },
    absences: null,
  })
  const stepsFor = (clocking: TrackedClocking, complete = true) =>
    diff({ clockings: { id: clocking } }, answer(complete)).steps

  test('is missing where it began strictly inside what the answer covers', () => {
    expect(stepsFor(aTrackedClocking({ start: '2026-11-18T08:00:00.001Z' }))).toMatchObject([
      { id: 'id', draft: null, tracked: { missed: 1, phase: 'present' } },
    ])
    for (const start of [at('08:00'), at('07:00'), now])
      expect(stepsFor(aTrackedClocking({ start }))).toEqual([])
    expect(stepsFor(aTrackedClocking({ start: at('09:00') }), false)).toEqual([])
  })

  test('is lost without a word where it was open, and is past the reach of the API', () => {
    const lost = [{ of: 'clocking', id: 'id', at: epochMs(now), draft: null, tracked: null }]
    expect(stepsFor(aTrackedClocking({ start: '2026-08-20T18:00:00Z', end: null }))).toEqual(lost)
    expect(stepsFor(aTrackedClocking({ start: '2026-08-20T18:00:01Z', end: null }))).toEqual([])
    expect(stepsFor(aTrackedClocking({ start: '2026-08-20T17:00:00Z' }))).toEqual([])
    expect(stepsFor(aTrackedClocking({ start: '2026-08-20T17:00:00Z', end: null }), false)).toEqual(
      [],
    )
  })
})

describe('an absence that is over', () => {
  const on = (date: string) => ({ $type: 'LocalDate' as const, date })
  const over = (phase: 'ended' | 'withdrawn' | 'started') => ({
    revision: 0,
    missed: 0,
    phase,
    known: { start: on('2026-11-17'), end: on('2026-11-17') },
    raised: [],
  })

  test('is not missed, asked for or not', () => {
    for (const phase of ['ended', 'withdrawn'] as const)
      for (const absences of [null, []])
        expect(diff({ absences: { id: over(phase) } }, aSnapshot(now, { absences })).steps).toEqual(
          [],
        )
  })

  test('by a correction is told to have ended, even if its like was forgotten', () => {
    const shown = aHoliday({ start: on('2026-11-16'), end: on('2026-11-16') })
    const absences = { [shown.id]: over('started') }
    const absencesForgottenBefore = '2026-11-18T00:00:00Z'
    const snapshot = aSnapshot(now, { absences: [shown] })
    expect(toldOf({ absences, absencesForgottenBefore }, snapshot)).toEqual([
      `absence-amended ${now}`,
      'absence-ended 2026-11-17T00:00:00Z',
    ])
  })
})
