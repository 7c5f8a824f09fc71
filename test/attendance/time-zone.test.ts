import { describe, expect, test } from 'vitest'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { removal } from '../harness/answering.ts'
import { aClocking, anId, aSnapshot, aState, nothingSpecial, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'

const clocking = (n: number, startTimeZone: string, start = '2026-11-18T09:00:00Z') =>
  aClocking({ id: anId(n, 1), startTimeZone, start, end: null })

/** The zone of an employee of whom some clockings are known and some are shown. */
const zoneOf = ({ seen = [], shown = [] }: { seen?: Clocking[]; shown?: Clocking[] }) => {
  const clockings = Object.fromEntries(
    seen.map(({ id, employeeId: _, ...known }) => [
      id,
      { ...nothingSpecial, phase: 'present' as const, known },
    ]),
  )
  const state = aState({ clockings, timeZone: 'Asia/Tokyo' })
  const snapshot = aSnapshot(now, { clockings: shown })
  return diffEmployee(state, snapshot, epochMs(now), rules(), removal).timeZone
}

describe('the zone of an employee', () => {
  test('stays as it was while no clocking is known', () => {
    expect(zoneOf({})).toBe('Asia/Tokyo')
  })

  test('is that of the newest clocking, known or shown', () => {
    const older = clocking(1, 'Europe/Paris', '2026-11-18T09:00:00+01:00')
    const newer = clocking(2, 'Europe/London', '2026-11-18T08:30:00Z')
    expect(zoneOf({ shown: [older, newer] })).toBe('Europe/London')
    expect(zoneOf({ shown: [newer, older] })).toBe('Europe/London')
    expect(zoneOf({ seen: [newer], shown: [older] })).toBe('Europe/London')
    expect(zoneOf({ seen: [older], shown: [newer] })).toBe('Europe/London')
  })

  test('is that which an answer gives for a clocking that was known with another', () => {
    expect(
      zoneOf({ seen: [clocking(1, 'Europe/London')], shown: [clocking(1, 'Europe/Paris')] }),
    ).toBe('Europe/Paris')
  })

  test('is that of the lower id where two clockings began at once', () => {
    const [first, second] = [clocking(1, 'Europe/London'), clocking(2, 'Europe/Paris')]
    expect(zoneOf({ shown: [first, second] })).toBe('Europe/London')
    expect(zoneOf({ shown: [second, first] })).toBe('Europe/London')
  })

  test('is unknown where the newest clocking names none that exists', () => {
    expect(zoneOf({ shown: [clocking(1, 'Mars/Phobos')] })).toBeNull()
  })
})
