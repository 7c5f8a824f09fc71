import { describe, expect, test } from 'vitest'
import { retiredOf } from '../../../lib/attendance/state/retired.ts'
import type { TrackedClocking } from '../../../lib/attendance/state/state.ts'
import { aState, aTrackedClocking } from '../../harness/builders.ts'

const at = (day: number, time = '12:00') => `2026-11-${day}T${time}:00Z`
const absences = null

describe('of the clockings of a leaver who is let go, all counts as told that ended', () => {
  const through = (
    clockings: Record<string, TrackedClocking>,
    forgotten: string | null = at(17),
    restSince: string | null = at(19),
  ) =>
    retiredOf(aState({ clockings, forgottenBefore: { clockings: forgotten, absences }, restSince }))
      .forgottenBefore.clockings

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
    expect(through({ a: aTrackedClocking() }, at(17), null)).toBe(at(17))
  })
})
