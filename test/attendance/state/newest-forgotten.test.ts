import { describe, expect, test } from 'vitest'
import { keptSmall, stateBytes } from '../../../lib/attendance/state/keep-small.ts'
import { keepingClockings } from '../../../lib/attendance/state/newest-forgotten.ts'
import type { TrackedClocking } from '../../../lib/attendance/state/state.ts'
import { aState, aTrackedClocking } from '../../harness/builders.ts'

const at = (day: number) => `2026-11-${day}T09:00:00Z`
const on = (day: number, startTimeZone: string, more: Partial<TrackedClocking> = {}) =>
  aTrackedClocking({ start: at(day), end: at(day + 1), startTimeZone }, more)
const london = on(18, 'Europe/London')
const tokyo = on(15, 'Asia/Tokyo')
const sydney = on(12, 'Australia/Sydney')

describe('of the clockings that are forgotten', () => {
  const forgetting = (
    clockings: Record<string, TrackedClocking>,
    kept: Record<string, TrackedClocking> = {},
    before = aState(),
  ) =>
    keepingClockings({ ...before, clockings }, new Map(Object.entries(kept))).newestForgotten
      ?.startTimeZone

  test('the newest is remembered', () => {
    expect(forgetting({ tokyo, london, sydney })).toBe('Europe/London')
  })

  test('also beside one that is newer and may be removed', () => {
    expect(forgetting({ sydney, london }, { london })).toBe('Australia/Sydney')
  })

  test('until a newer one is forgotten', () => {
    const before = aState({ newestForgotten: { start: at(15), startTimeZone: 'Asia/Tokyo' } })
    expect(forgetting({ sydney }, {}, before)).toBe('Asia/Tokyo')
    expect(forgetting({ london }, {}, before)).toBe('Europe/London')
  })

  test('as it is by now, where it was known again', () => {
    const start = at(18)
    const noted = (id?: string) =>
      aState({ newestForgotten: { ...(id && { id }), start, startTimeZone: 'Asia/Tokyo' } })
    expect(forgetting({ london }, {}, noted('london'))).toBe('Europe/London')
    // A release before noted no ids.
    expect(forgetting({ london }, {}, noted())).toBe('Europe/London')
    expect(forgetting({ london }, { london }, noted('london'))).toBeUndefined()
    expect(forgetting({ sydney }, {}, noted('other'))).toBe('Asia/Tokyo')
  })

  test('none that was removed', () => {
    expect(forgetting({ london: on(18, 'Europe/London', { phase: 'removed' }) })).toBeUndefined()
  })
})

test('what an item has no room for is remembered likewise', () => {
  const state = aState({ clockings: { tokyo, london } })
  const small = keptSmall(state, ({ clockings }) => stateBytes * Object.keys(clockings).length + 1)
  expect(small.clockings).toEqual({})
  expect(small.newestForgotten).toEqual({
    id: 'london',
    start: at(18),
    startTimeZone: 'Europe/London',
  })
})
