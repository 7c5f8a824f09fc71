import { describe, expect, test } from 'vitest'
import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import type { Removal } from '../../../lib/attendance/snapshot.ts'
import { type EmployeeAnswer, isLookedFor, lossOf } from '../../../lib/polling/asking/losses.ts'
import { removal } from '../../harness/answering.ts'
import {
  aClocking,
  anId,
  aSnapshot,
  aState,
  aTrackedClocking,
  nameless,
  nothingSpecial,
} from '../../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const at = epochMs(now)

type Options = { isShown?: boolean; missingSince?: string | null; isAsked?: boolean }

/** The n-th person of a shard, of whom one clocking is known. */
const person = (n: number, options: Options = {}): EmployeeAnswer => {
  const { isShown = true, missingSince = null, isAsked = true } = options
  const clocking = aClocking({ id: anId(n, 1), employeeId: anId(n) })
  const tracked = aTrackedClocking(clocking, { missingSince })
  const snapshot = aSnapshot(now, { clockings: isShown ? [clocking] : [] })
  return {
    state: aState({ employeeId: anId(n), clockings: { [clocking.id]: tracked } }),
    snapshot: isAsked ? snapshot : { clockings: null, absences: null },
  }
}

/** So many people, of whom the first so many have something missing. */
const people = (count: number, missing: number, options: Options = {}): EmployeeAnswer[] =>
  Array.from({ length: count }, (_, n) =>
    person(n, n < missing ? { isShown: false, ...options } : {}),
  )

describe('a loss in a shard', () => {
  test.each([
    ['of five of twenty-four is doubted', 24, 5, true],
    ['of five of twenty-five, a fifth, is believed', 25, 5, false],
    ['of four of four is believed: they are few', 4, 4, false],
    ['of five of five is doubted', 5, 5, true],
    ['of six of twenty-nine is doubted', 29, 6, true],
  ])('%s', (_what, count, missing, isDoubted) => {
    expect(lossOf(people(count, missing), 'clockings', null, at)).toEqual({
      of: count,
      missing,
      isDoubted,
    })
  })

  test('does not count those of whom nothing should be shown', () => {
    const idle = Array.from({ length: 40 }, (_, n) => ({
      state: aState({ employeeId: anId(100 + n) }),
      snapshot: aSnapshot(now),
    }))
    expect(lossOf([...people(10, 5), ...idle], 'clockings', null, at)).toEqual({
      of: 10,
      missing: 5,
      isDoubted: true,
    })
  })

  test('still counts what was missing of those who were not asked this time', () => {
    const unasked = people(10, 5, { isAsked: false, missingSince: utc(at - minute) })
    expect(lossOf(unasked, 'clockings', null, at)).toEqual({ of: 10, missing: 5, isDoubted: true })
    const fine = people(10, 5, { isAsked: false })
    expect(lossOf(fine, 'clockings', null, at)).toMatchObject({ missing: 0, isDoubted: false })
  })

  test('counts those of whom a record without an id may be what is not shown', () => {
    const [first, ...others] = people(10, 5)
    if (first?.snapshot.clockings == null) throw new Error('everybody is asked')
    const clockings = { ...first.snapshot.clockings, unread: [nameless(1)] }
    const hidden = { ...first, snapshot: { ...first.snapshot, clockings } }
    expect(lossOf([hidden, ...others], 'clockings', null, at)).toMatchObject({ missing: 5 })
  })

  test('counts of an answer that is not whole what was missing before it', () => {
    const broken = (missingSince: string | null) =>
      people(10, 5, { missingSince }).map(({ state, snapshot: { clockings } }) => {
        if (clockings === null) throw new Error('everybody is asked')
        return {
          state,
          snapshot: { clockings: { ...clockings, isComplete: false }, absences: null },
        }
      })
    const missingOf = (all: EmployeeAnswer[]) => lossOf(all, 'clockings', null, at).missing
    expect([missingOf(broken(null)), missingOf(broken(utc(at - minute)))]).toEqual([0, 5])
  })

  describe('counts absences that have ended', () => {
    const on = (date: string) => ({ $type: 'LocalDate' as const, date })
    const range = { start: on('2026-11-17'), end: on('2026-11-17') }
    const absent = (n: number, phase: 'started' | 'ended', missingSince: string | null) => ({
      state: aState({
        employeeId: anId(n),
        absences: { id: { ...nothingSpecial, phase, known: range, missingSince } },
      }),
      snapshot: aSnapshot(now, { absences: [] }),
    })
    const four = Array.from({ length: 4 }, (_, n) => absent(n, 'started', utc(at - 30 * minute)))
    const doubtOf = (ended: EmployeeAnswer) =>
      lossOf([...four, ended], 'absences', null, at).isDoubted

    test('that went when the others did, or later', () => {
      expect(doubtOf(absent(5, 'ended', null))).toBe(true)
      expect(doubtOf(absent(5, 'ended', utc(at - 90 * minute)))).toBe(true)
    })

    test('not those that went long before', () => {
      expect(doubtOf(absent(5, 'ended', utc(at - 91 * minute)))).toBe(false)
    })

    test('not those that cannot be in the answer, or are', () => {
      const ended = absent(5, 'ended', null)
      const { absences } = ended.snapshot
      const answered = (answer: Partial<NonNullable<typeof absences>>): EmployeeAnswer => ({
        ...ended,
        snapshot: { ...ended.snapshot, absences: absences && { ...absences, ...answer } },
      })
      expect(doubtOf(answered({ from: '2026-11-17' }))).toBe(false)
      expect(doubtOf(answered({ isComplete: false }))).toBe(false)
      expect(doubtOf(answered({ unread: ['id'] }))).toBe(false)
    })

    test('alone they are no loss', () => {
      const all = Array.from({ length: 10 }, (_, n) => absent(n, 'ended', null))
      expect(lossOf(all, 'absences', null, at)).toEqual({ of: 0, missing: 0, isDoubted: false })
    })
  })

  test('is over by itself once the records are back', () => {
    const back = people(10, 5, { isShown: true, missingSince: utc(at - minute) })
    expect(lossOf(back, 'clockings', null, at)).toEqual({ of: 10, missing: 0, isDoubted: false })
  })

  test('counts no more where an operator has said that it is true, up to that moment', () => {
    const known = people(10, 5, { missingSince: utc(at - minute) })
    expect(lossOf(known, 'clockings', at - minute, at)).toMatchObject({
      missing: 0,
      isDoubted: false,
    })
    const newer = people(10, 5, { missingSince: utc(at) })
    expect(lossOf(newer, 'clockings', at - minute, at)).toMatchObject({
      missing: 5,
      isDoubted: true,
    })
    const newest = people(10, 5)
    expect(lossOf(newest, 'clockings', at, at)).toMatchObject({ missing: 5, isDoubted: true })
  })

  test('in one kind says nothing of the other', () => {
    expect(lossOf(people(10, 10), 'absences', null, at)).toEqual({
      of: 0,
      missing: 0,
      isDoubted: false,
    })
  })
})

describe('what is missing', () => {
  const looked = (options: Options, overrides: Partial<Removal> = {}) =>
    isLookedFor(
      person(1, { isShown: false, ...options }),
      'clockings',
      { ...removal, ...overrides },
      at,
    )
  const doubted = { clockings: true, absences: false }

  test('is looked for at first, and again before it is told as gone', () => {
    expect(looked({})).toBe(true)
    expect(looked({ missingSince: utc(at - 9 * minute) })).toBe(false)
    expect(looked({ missingSince: utc(at - 10 * minute) })).toBe(true)
  })

  test('is not looked for where it is shown, or nobody was asked', () => {
    expect(looked({ isShown: true })).toBe(false)
    expect(looked({ isAsked: false })).toBe(false)
  })

  test('is not looked for while so much is missing that none of it is believed', () => {
    expect(looked({}, { doubted })).toBe(false)
    expect(looked({}, { doubted: { clockings: false, absences: true } })).toBe(true)
  })

  test('is looked for where an operator has said that it is gone', () => {
    const missingSince = utc(at - 20 * minute)
    expect(looked({ missingSince }, { doubted, acceptedAt: at - minute })).toBe(true)
    expect(looked({ missingSince }, { doubted, acceptedAt: at - 21 * minute })).toBe(false)
  })
})
