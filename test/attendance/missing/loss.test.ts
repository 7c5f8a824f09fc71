import { describe, expect, test } from 'vitest'
import {
  isAccepted,
  lossAmong,
  rememberedShare,
  type Share,
} from '../../../lib/attendance/missing/loss.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { TrackedAbsence } from '../../../lib/attendance/state/state.ts'
import { aState, aTrackedClocking, nothingSpecial } from '../../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'

/** So many people of whom something is missing, and so many of whom nothing is. */
const among = (missing: number, well: number, nobody = 0): Share[] => {
  const share = { hasExpected: true, missingSince: null, endedMissingSince: null }
  return [
    ...Array.from({ length: missing }, () => ({ ...share, missingSince: epochMs(now) })),
    ...Array.from({ length: well }, () => share),
    ...Array.from({ length: nobody }, () => ({ ...share, hasExpected: false })),
  ]
}

describe('what is missing at once', () => {
  test.each([
    ['a fifth of 25 is believed', 5, 20, false],
    ['more than a fifth of 24 is doubted', 5, 19, true],
    ['four of four is believed, for these may be a small shop', 4, 0, false],
    ['five of five is doubted', 5, 0, true],
    ['fifty of fifty is doubted', 50, 0, true],
    ['fifty of 250 is believed', 50, 200, false],
    ['51 of 250 is doubted', 51, 199, true],
    ['of nobody is believed', 0, 0, false],
  ])('%s', (_what, missing, well, isDoubted) => {
    expect(lossAmong(among(missing, well))).toEqual({ of: missing + well, missing, isDoubted })
  })

  test('is judged by those of whom something should be shown, not by everybody', () => {
    expect(lossAmong(among(5, 10, 200))).toEqual({ of: 15, missing: 5, isDoubted: true })
    expect(lossAmong(among(0, 0, 200))).toEqual({ of: 0, missing: 0, isDoubted: false })
  })
})

test('what was missing by the moment of an operator’s word is accepted, and nothing after it', () => {
  const acceptedAt = epochMs(now)
  expect(isAccepted('2026-11-18T17:59:59Z', acceptedAt)).toBe(true)
  expect(isAccepted(now, acceptedAt)).toBe(true)
  expect(isAccepted('2026-11-18T18:00:01Z', acceptedAt)).toBe(false)
  expect([isAccepted(null, acceptedAt), isAccepted(now, null)]).toEqual([false, false])
})

describe('the share of somebody of whom nothing new is known', () => {
  const missing = aTrackedClocking({}, { missingSince: now })
  const nothing = { hasExpected: false, missingSince: null, endedMissingSince: null }
  const well = { ...nothing, hasExpected: true }
  const shareOf = (clockings: Record<string, typeof missing>, acceptedAt: number | null = null) =>
    rememberedShare(aState({ clockings }), 'clockings', acceptedAt)

  test('has what was missing, and still is, since the first of it', () => {
    expect(shareOf({})).toEqual(nothing)
    expect(shareOf({ a: aTrackedClocking() })).toEqual(well)
    const later = { ...missing, missingSince: '2026-11-18T18:00:01Z' }
    expect(shareOf({ a: aTrackedClocking(), later, missing })).toEqual({
      ...well,
      missingSince: epochMs(now),
    })
  })

  test('has nothing of what is gone, and of what has ended for itself', () => {
    expect(shareOf({ removed: { ...missing, phase: 'removed' as const } })).toEqual(nothing)
    const absence = (phase: TrackedAbsence['phase'], missingSince = now): TrackedAbsence => ({
      ...nothingSpecial,
      missingSince,
      phase,
      known: { start: { $type: 'LocalDate', date: '2026-11-18' }, end: null },
    })
    const of = (...absences: TrackedAbsence[]) =>
      rememberedShare(
        aState({ absences: Object.fromEntries(absences.map((each, n) => [`${n}`, each])) }),
        'absences',
        null,
      )
    const since = epochMs(now)
    expect(of(absence('upcoming'))).toEqual({ ...well, missingSince: since })
    expect(of(absence('started'))).toEqual({ ...well, missingSince: since })
    expect(of(absence('withdrawn'))).toEqual(nothing)
    expect(of(absence('ended'), absence('ended', '2026-11-18T17:00:00Z'))).toEqual({
      ...nothing,
      endedMissingSince: since,
    })
  })

  test('lacks nothing that an operator accepted as gone', () => {
    expect(shareOf({ missing }, epochMs(now))).toEqual(well)
    expect(shareOf({ missing }, epochMs(now) - 1)).toMatchObject({ missingSince: epochMs(now) })
  })
})
