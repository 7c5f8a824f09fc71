import { describe, expect, test } from 'vitest'
import { isAbsenceAwaited } from '../../../lib/attendance/missing/awaited.ts'
import {
  endedToFind,
  expectedAbsences,
  expectedClockings,
} from '../../../lib/attendance/missing/expected.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { ShownAbsences, ShownClockings } from '../../../lib/attendance/snapshot.ts'
import type {
  KnownAbsence,
  TrackedAbsence,
  TrackedClocking,
} from '../../../lib/attendance/state/state.ts'
import {
  aClocking,
  aHoliday,
  aSnapshot,
  aState,
  aTrackedClocking,
  nameless,
  nothingSpecial,
} from '../../harness/builders.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const now = at('18:00')
const window = { from: epochMs(at('08:00')), to: epochMs(now) }
const dates = { from: '2026-11-16', to: '2026-11-20' }
const on = (date: string) => ({ $type: 'LocalDate' as const, date })

describe('a clocking that an answer should have shown', () => {
  const sought = (
    known: { start?: string; end?: string | null },
    tracked: Partial<TrackedClocking> = {},
    answer: Partial<ShownClockings> = {},
  ) => {
    const clockings = { mine: aTrackedClocking(known, tracked) }
    const shown = { ...aSnapshot(now).clockings, window, ...answer }
    return expectedClockings(aState({ clockings }), shown)
  }
  const neither = { expected: [], unshown: [], missing: [] }
  const both = { expected: ['mine'], unshown: ['mine'], missing: ['mine'] }
  const expected = { expected: ['mine'], unshown: [], missing: [] }

  test.each([
    ['lies in the window', { start: at('09:00'), end: at('17:00') }],
    ['is open', { start: at('07:00'), end: null }],
    ['reaches into the window', { start: at('07:00'), end: at('08:01') }],
    ['begins just before its end', { start: at('17:59'), end: null }],
  ])('%s', (_what, known) => {
    expect(sought(known)).toEqual(both)
  })

  test.each([
    ['ended when the window starts', { start: at('07:00'), end: at('08:00') }],
    ['starts when the window ends', { start: at('18:00'), end: null }],
  ])('is not one that %s', (_what, known) => {
    expect(sought(known)).toEqual(neither)
  })

  test('is one that was missing before, wherever it is', () => {
    const missingSince = at('17:00')
    expect(sought({ start: at('06:00'), end: at('07:00') }, { missingSince })).toEqual(both)
    expect(sought({}, { missingSince, phase: 'removed' })).toEqual(neither)
  })

  test('is not missing where it is shown, and not expected once it was removed', () => {
    expect(sought({}, {}, { records: [aClocking({ id: 'mine' })] })).toEqual(expected)
    expect(sought({}, {}, { records: [aClocking({ id: 'other' })] })).toEqual(both)
    expect(sought({}, { phase: 'removed' })).toEqual(neither)
  })

  test('is not missing where the answer may have it: unreadable, nameless, on a lost page', () => {
    expect(sought({}, {}, { unread: ['mine'] })).toEqual(expected)
    expect(sought({}, {}, { unread: ['other'] })).toEqual(both)
    expect(sought({}, {}, { unread: [nameless(1)] })).toEqual({ ...both, missing: [] })
    expect(sought({}, {}, { isComplete: false })).toEqual(expected)
  })
})

describe('an absence that an answer should have shown', () => {
  const anAbsence = (
    known: KnownAbsence,
    tracked: Partial<TrackedAbsence> = {},
  ): TrackedAbsence => ({ ...nothingSpecial, phase: 'started', known, ...tracked })

  test.each<[string, boolean, KnownAbsence]>([
    ['inside the dates', true, { start: on('2026-11-17'), end: on('2026-11-19') }],
    ['across them', true, { start: on('2026-11-01'), end: on('2026-11-30') }],
    ['without an end', true, { start: on('2026-11-19'), end: null }],
    ['from the last of them on', false, { start: on('2026-11-20'), end: null }],
    ['up to the first of them', false, { start: on('2026-11-01'), end: on('2026-11-16') }],
    ['that starts nobody knows when', false, { start: { $type: 'LocalWeek' }, end: null }],
    ['that ends nobody knows when', false, { start: on('2026-11-17'), end: { $type: 'Week' } }],
  ])('%s: %s', (_where, isInside, known) => {
    expect(isAbsenceAwaited(anAbsence(known), dates)).toBe(isInside)
    // One that was missing before stays so until it is found.
    expect(isAbsenceAwaited(anAbsence(known, { missingSince: now }), dates)).toBe(true)
  })

  const sought = (
    phase: TrackedAbsence['phase'],
    known: KnownAbsence = { start: on('2026-11-18'), end: null },
    { shown = [], unread = [] }: { shown?: string[]; unread?: string[] } = {},
  ) => {
    const mine = anAbsence(known, { phase })
    const gone: TrackedAbsence = { ...mine, phase: 'withdrawn' }
    const { absences } = aSnapshot(now, { absences: shown.map((id) => aHoliday({ id })) })
    if (absences === null) throw new Error('absences were asked for')
    const answer = { ...absences, ...dates, unread }
    return expectedAbsences(aState({ absences: { gone, mine } }), answer)
  }

  test('is one that is to come or has started', () => {
    for (const phase of ['upcoming', 'started'] as const)
      expect(sought(phase)).toMatchObject({ expected: ['mine'], missing: ['mine'] })
    for (const phase of ['ended', 'withdrawn'] as const)
      expect(sought(phase)).toMatchObject({ expected: [], missing: [] })
  })

  test('is not missing where it is shown, or cannot be read, nor expected elsewhere', () => {
    const found = { expected: ['mine'], unshown: [], missing: [] }
    const hidden = { ...found, unshown: ['mine'] }
    expect(sought('started', undefined, { shown: ['mine'] })).toEqual(found)
    expect(sought('started', undefined, { shown: ['other'] }).missing).toEqual(['mine'])
    expect(sought('started', undefined, { unread: ['mine'] })).toEqual(found)
    expect(sought('started', undefined, { unread: [nameless(1)] })).toEqual(hidden)
    expect(sought('upcoming', { start: on('2026-11-20'), end: null }).expected).toEqual([])
  })
})

describe('an absence that has ended, and that an answer does not show, is to be found', () => {
  const missingSince = now
  const foundOf = (
    end: string,
    tracked: Partial<TrackedAbsence> = {},
    answer: Partial<ShownAbsences> = {},
  ) => {
    const known = { start: on('2026-11-01'), end: on(end) }
    const mine = { ...nothingSpecial, phase: 'ended' as const, known, ...tracked }
    const { absences } = aSnapshot(now, { absences: [] })
    if (absences === null) throw new Error('absences were asked for')
    const state = aState({ absences: { mine } })
    return endedToFind(state, { ...absences, ...dates, ...answer })
  }

  test('where it ended in the dates asked for, the first of them included', () => {
    expect(foundOf('2026-11-17')).toEqual(['mine'])
    expect(foundOf('2026-11-16')).toEqual(['mine'])
    expect(foundOf('2026-11-15')).toEqual([])
  })

  test('where it was missing before, until it was looked for everywhere twice, or would be forgotten', () => {
    const unsought = { missingSince, doubted: ['unsought'] }
    expect(foundOf('2026-11-15', unsought)).toEqual(['mine'])
    expect(foundOf('2026-11-15', { missingSince, doubted: ['sought-once'] })).toEqual(['mine'])
    expect(foundOf('2026-11-17', { missingSince })).toEqual([])
    const forgetBefore = epochMs('2026-11-16T12:00:00Z')
    expect(foundOf('2026-11-15', unsought, { forgetBefore })).toEqual([])
  })

  test('not one that lasts, was withdrawn, is shown unreadable, may be without an id, or of an answer in part', () => {
    for (const phase of ['upcoming', 'started', 'withdrawn'] as const)
      expect(foundOf('2026-11-17', { phase })).toEqual([])
    for (const answer of [{ unread: ['mine'] }, { unread: [nameless(1)] }, { isComplete: false }])
      expect(foundOf('2026-11-17', {}, answer)).toEqual([])
  })
})
