import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import { isResting, Resting, restedSince } from '../../lib/attendance/resting.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering } from '../harness/answering.ts'
import {
  aClocking,
  aHoliday,
  anId,
  aSickness,
  aSnapshot,
  aState,
  rules,
} from '../harness/builders.ts'
import { learnedFrom, weekly } from '../harness/learned.ts'
import { stateAfter } from '../harness/state-after.ts'

const now = epochMs('2026-11-18T12:00:00Z')
const idle: Resting = { idleEverySeconds: 900, lookbackHours: 24, workday: rules().workday }
const away: Resting = { awayEverySeconds: 900, lookbackHours: 24, workday: rules().workday }

const far: Resting = {
  farEverySeconds: 900,
  usualWeeks: 4,
  lookbackHours: 24,
  workday: rules().workday,
}
/** Their hours on a Wednesday, such as the day of these tests, are from two to four at night. */
const nightWorker = learnedFrom(
  weekly({ start: '2026-10-14T02:00:00Z', end: '2026-10-14T04:00:00Z' }, 5),
)

const known = (snapshot: Parameters<typeof aSnapshot>[1]): EmployeeState =>
  stateAfter(
    aState(),
    aSnapshot('2026-11-18T09:00:00Z', snapshot),
    answering('2026-11-18T09:00:00Z'),
  )

/** At which of the polls of an hour, a minute apart, somebody is asked. */
const turns = (state: EmployeeState, resting: Resting): number[] =>
  Array.from({ length: 60 }, (_, n) => n).filter(
    (n) => !isResting(state, now + n * minute, now + (n + 1) * minute, resting),
  )

describe('somebody of whom no clocking is to be expected', () => {
  test('is asked every so often, and at every poll where others rest', () => {
    const nobody = aState()
    const asked = turns(nobody, idle)
    expect(asked).toHaveLength(4)
    expect(asked.map((n) => n - (asked[0] ?? 0))).toEqual([0, 15, 30, 45])
    expect(turns(nobody, away)).toHaveLength(60)
  })

  test('has a turn that others have not', () => {
    const firsts = Array.from(
      { length: 100 },
      (_, n) => turns(aState({ employeeId: anId(n * 7919 + 1) }), idle)[0],
    )
    expect(new Set(firsts).size).toBeGreaterThan(10)
  })

  test.each([
    ['clocked in', { clockings: [aClocking({ end: null })] }],
    ['clocked out within the lookback', { clockings: [aClocking()] }],
  ])('is somebody else than who has just %s', (_what, snapshot) => {
    expect(turns(known(snapshot), idle)).toHaveLength(60)
  })

  test('is who clocked out before the lookback', () => {
    const state = known({ clockings: [aClocking({ end: '2026-11-18T08:30:00Z' })] })
    expect(turns(state, { ...idle, lookbackHours: 1 })).toHaveLength(4)
  })

  test.each([
    ['is who is absent all day', [aHoliday()], 4],
    ['is who is ill for nobody knows how long', [aSickness()], 4],
    [
      'is not who is absent until midday',
      [
        aHoliday({
          end: { $type: 'LocalDatePart', date: '2026-11-18', datePart: 'FirstHalf' },
        }),
      ],
      60,
    ],
  ])('%s', (_what, absences, times) => {
    expect(turns(known({ absences }), away)).toHaveLength(times)
  })

  test('is who is far from their usual hours, and not who is near them or has none', () => {
    expect(turns(nightWorker, far)).toHaveLength(4)
    expect(turns(nightWorker, { ...far, usualWeeks: 12 })).toHaveLength(60)
    expect(turns({ ...nightWorker, usualHours: null }, far)).toHaveLength(60)
    const dayWorker = learnedFrom(
      weekly({ start: '2026-10-14T08:00:00Z', end: '2026-10-14T12:00:00Z' }, 5),
    )
    expect(turns(dayWorker, far)).toHaveLength(60)
  })

  test('is not who is in though it is far from their usual hours', () => {
    const { clockings } = known({ clockings: [aClocking({ end: null })] })
    expect(turns({ ...nightWorker, clockings }, far)).toHaveLength(60)
  })

  test('is not who is in though absent', () => {
    const state = known({ absences: [aHoliday()], clockings: [aClocking({ end: null })] })
    expect(turns(state, away)).toHaveLength(60)
  })

  test('is not who has never been asked, or has something that seems to be missing', () => {
    const unasked = { clockings: '2026-11-18T09:00:00Z', absences: null }
    expect(turns(aState({ unaskedSince: unasked }), idle)).toHaveLength(60)
    const state = known({ clockings: [aClocking()] })
    const [[id, clocking] = []] = Object.entries(state.clockings)
    const missing = { ...clocking, missingSince: '2026-11-18T11:00:00Z' }
    const doubtful = { ...state, clockings: { [String(id)]: missing } } as EmployeeState
    expect(turns(doubtful, { ...idle, lookbackHours: 1 })).toHaveLength(60)
  })
})

test('a zone that is none keeps nobody from being asked', () => {
  const state = { ...known({ absences: [aHoliday()] }), timeZone: 'Not/AZone' }
  expect(turns(state, away)).toHaveLength(60)
})

test('what a later release adds to the rules leaves the record readable', () => {
  const later = { ...idle, workday: { ...idle.workday, later: true }, later: true }
  expect(Resting.parse(later)).toEqual(idle)
})

describe('whoever rests', () => {
  test('was asked no earlier than it is said, whatever became of them at any poll', () => {
    const all = { ...idle, ...away, ...far, lookbackHours: 5 }
    const either = [
      { ...all, awayEverySeconds: 2_520 },
      { ...all, farEverySeconds: 2_520 },
    ]
    const absent = known({ absences: [aHoliday()] })
    const isIn = known({ clockings: [aClocking({ end: null })] })
    const absentAtNight = { ...absent, usualHours: nightWorker.usualHours }
    const states = [aState(), absent, isIn, nightWorker, absentAtNight]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(4)), { minLength: 60 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...either),
        (polls, n, resting) => {
          const employeeId = anId(n)
          let before = now
          let asked = now
          for (const [gap, which] of polls) {
            const at = before + gap * minute
            const state = { ...(states[which] ?? aState()), employeeId }
            if (!isResting(state, before, at, resting)) asked = at
            // Of who rested before the first of these polls nothing is known here.
            if (at - now > 42 * minute)
              expect(restedSince(at, resting, employeeId)).toBeLessThanOrEqual(asked)
            expect(restedSince(at, resting)).toBeLessThanOrEqual(
              restedSince(at, resting, employeeId),
            )
            before = at
          }
        },
      ),
    )
  })

  test('by usual hours is behind by no more than the longest of all rests', () => {
    const longest = { ...idle, ...far, farEverySeconds: 3_600 }
    expect(now - restedSince(now, longest)).toBe(60 * minute)
  })

  test('is asked at once where the clock was set back', () => {
    expect(isResting(aState(), now, now - minute, idle)).toBe(false)
  })
})
