import { describe, expect, test } from 'vitest'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { retiredOf } from '../../../lib/attendance/state/retired.ts'
import type { TrackedAbsence, TrackedClocking } from '../../../lib/attendance/state/state.ts'
import { aState, aTrackedAbsence, aTrackedClocking } from '../../harness/builders.ts'

const at = (day: number, time = '12:00') => `2026-11-${day}T${time}:00Z`

describe('of the clockings of a leaver who is let go, all counts as told that ended', () => {
  const through = (
    clockings: Record<string, TrackedClocking>,
    forgotten: string | null = at(17),
    restSince: string | null = at(19),
  ) =>
    retiredOf(
      aState({ clockings, forgottenBefore: { clockings: forgotten, absences: null }, restSince }),
      epochMs(at(20)),
    ).forgottenBefore.clockings

  test.each<[string, Record<string, TrackedClocking>, string]>([
    ['by when things are forgotten', {}, at(17)],
    ['by the end of the last', { a: aTrackedClocking() }, at(18, '17:00')],
    [
      'by when one was told as removed',
      { a: aTrackedClocking({}, { phase: 'removed', keptUntil: at(18, '18:00') }) },
      at(18, '18:00'),
    ],
    ['by the last answer, at most', { a: aTrackedClocking({ end: at(25) }) }, at(19)],
  ])('%s', (_what, clockings, told) => {
    expect(through(clockings)).toBe(told)
  })

  test('by the last answer, where nothing was forgotten yet', () => {
    expect(through({ a: aTrackedClocking() }, null)).toBe(at(19))
  })

  test('by the end of the last, of who is asked about still', () => {
    expect(through({ a: aTrackedClocking() }, at(17), null)).toBe(at(18, '17:00'))
    expect(through({ a: aTrackedClocking() }, null, null)).toBe(at(18, '17:00'))
    expect(through({}, at(17), null)).toBe(at(17))
    expect(through({}, null, null)).toBeNull()
  })

  test('by today, of who is asked about still, where an end was entered ahead', () => {
    expect(through({ a: aTrackedClocking({ end: at(25) }) }, at(17), null)).toBe(at(20))
  })
})

describe('of the absences of a leaver who is let go, all counts as told that ended', () => {
  const through = (
    absences: TrackedAbsence[],
    unasked: string | null = null,
    restSince: string | null = at(19),
  ) =>
    retiredOf(
      aState({
        absences: Object.fromEntries(absences.map((each, n) => [`${n}`, each])),
        forgottenBefore: { clockings: null, absences: at(10) },
        unaskedSince: { clockings: null, absences: unasked },
        restSince,
      }),
      epochMs(at(20)),
    ).forgottenBefore.absences
  const until = (day: number) => ({
    $type: 'LocalDate' as const,
    date: `2026-11-${`${day}`.padStart(2, '0')}`,
  })
  const ended = (day: number, more: Partial<TrackedAbsence> = {}) =>
    aTrackedAbsence({ start: until(1), end: until(day) }, { phase: 'ended', ...more })

  test.each<[string, TrackedAbsence[], string]>([
    ['by when things are forgotten', [ended(8)], at(10)],
    ['by the end of the last, wherever they may be', [ended(16), ended(14)], at(17)],
    ['by when an older answer may show it', [ended(14, { keptUntil: at(18) })], at(18)],
    ['by the last answer, at most', [ended(24)], at(19)],
    [
      'whatever else there was',
      (['upcoming', 'started', 'withdrawn'] as const).map((phase) => ended(18, { phase })),
      at(10),
    ],
  ])('%s', (_what, absences, told) => {
    expect(through(absences)).toBe(told)
  })

  test('by today, of who is asked about still, where one was cut short that would have lasted', () => {
    expect(through([ended(14, { keptUntil: at(28) })], null, null)).toBe(at(20))
  })

  test('by the last answer that was about absences', () => {
    expect(through([ended(16)], at(15))).toBe(at(15))
  })
})
