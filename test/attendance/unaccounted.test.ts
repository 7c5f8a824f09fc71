import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { KnownAbsence, TrackedAbsence } from '../../lib/attendance/state.ts'
import {
  isAnyAbsenceUnaccounted,
  isStrictlyInside,
  unaccountedClockings,
} from '../../lib/attendance/unaccounted.ts'
import { aClocking, aState } from '../harness/builders.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const window = { from: epochMs(at('08:00')), to: epochMs(at('18:00')) }
const dates = { from: '2026-11-16', to: '2026-11-20' }
const on = (date: string) => ({ $type: 'LocalDate' as const, date })

describe('a clocking that an answer should have shown', () => {
  const sought = (
    known: { start?: string; end?: string | null },
    phase: 'present' | 'removed' = 'present',
    shown: string[] = [],
  ) => {
    const { id: _id, employeeId: _employeeId, ...clocking } = aClocking(known)
    const tracked = { revision: 0, missed: 0, phase, known: clocking, raised: [] }
    const records = shown.map((id) => aClocking({ id }))
    return unaccountedClockings(aState({ clockings: { mine: tracked } }), records, window)
  }

  test.each([
    ['lies in the window', { start: at('09:00'), end: at('17:00') }],
    ['is open', { start: at('07:00'), end: null }],
    ['reaches into the window', { start: at('07:00'), end: at('08:01') }],
    ['begins just before its end', { start: at('17:59'), end: null }],
  ])('%s', (_what, known) => {
    expect(sought(known)).toEqual([{ id: 'mine', start: epochMs(known.start) }])
  })

  test.each([
    ['ended when the window starts', { start: at('07:00'), end: at('08:00') }],
    ['starts when the window ends', { start: at('18:00'), end: null }],
  ])('is not one that %s', (_what, known) => {
    expect(sought(known)).toEqual([])
  })

  test('is not one that is shown, or was removed', () => {
    expect(sought({}, 'present', ['mine'])).toEqual([])
    expect(sought({}, 'present', ['other'])).toHaveLength(1)
    expect(sought({}, 'removed')).toEqual([])
  })
})

describe('an absence that an answer should have shown', () => {
  test.each<[string, boolean, KnownAbsence]>([
    ['inside the dates', true, { start: on('2026-11-17'), end: on('2026-11-19') }],
    ['across them', true, { start: on('2026-11-01'), end: on('2026-11-30') }],
    ['without an end', true, { start: on('2026-11-19'), end: null }],
    ['from the last of them on', false, { start: on('2026-11-20'), end: null }],
    ['up to the first of them', false, { start: on('2026-11-01'), end: on('2026-11-16') }],
    ['that starts nobody knows when', false, { start: { $type: 'LocalWeek' }, end: null }],
    ['that ends nobody knows when', false, { start: on('2026-11-17'), end: { $type: 'Week' } }],
  ])('%s: %s', (_where, isInside, known) => {
    expect(isStrictlyInside(known, dates)).toBe(isInside)
  })

  const isSought = (
    phase: TrackedAbsence['phase'],
    known: KnownAbsence = { start: on('2026-11-18'), end: null },
    shown: string[] = [],
  ) => {
    const mine: TrackedAbsence = { revision: 0, missed: 0, phase, known, raised: [] }
    const gone: TrackedAbsence = { ...mine, phase: 'withdrawn' }
    const records = shown.map((id) => ({ id }))
    return isAnyAbsenceUnaccounted(aState({ absences: { gone, mine } }), records, dates)
  }

  test('is one that is to come or has started', () => {
    expect([isSought('upcoming'), isSought('started')]).toEqual([true, true])
    expect([isSought('ended'), isSought('withdrawn')]).toEqual([false, false])
  })

  test('is not one that is shown, or lies elsewhere', () => {
    expect(isSought('started', undefined, ['mine'])).toBe(false)
    expect(isSought('started', undefined, ['other'])).toBe(true)
    expect(isSought('upcoming', { start: on('2026-11-20'), end: null })).toBe(false)
  })
})
