import { describe, expect, test } from 'vitest'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { removal } from '../harness/answering.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anId,
  aSnapshot,
  aState,
  aTrackedClocking,
  nothingSpecial,
  rules,
} from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const at = (time: string) => `2026-11-18T${time}:00Z`

const diff = (state: Partial<EmployeeState>, snapshot: Snapshot = aSnapshot(now)) =>
  diffEmployee(aState(state), snapshot, epochMs(now), rules(), removal)

const toldOf = (state: Partial<EmployeeState>, snapshot?: Snapshot) =>
  diff(state, snapshot).steps.map(({ draft }) => draft && `${draft.name} ${draft.time}`)

describe('what happened is told in its order', () => {
  test('whatever clocking or absence it is of', () => {
    const snapshot = aSnapshot(now, {
      clockings: [
        aClocking({ id: anId(1, 1), start: at('13:00'), end: at('17:00') }),
        aClocking({ id: anId(2, 1), start: at('06:00'), end: at('12:00') }),
      ],
      absences: [
        aHoliday({ start: { $type: 'LocalDateTime', date: '2026-11-18', time: '12:30' } }),
      ],
    })
    expect(toldOf({}, snapshot)).toEqual([
      `clocked-in ${at('06:00')}`,
      `clocked-out ${at('12:00')}`,
      `absence-started ${at('12:30')}`,
      `clocked-in ${at('13:00')}`,
      `clocked-out ${at('17:00')}`,
    ])
  })

  test('a correction just before what follows from it', () => {
    const on = (time: string) => ({ $type: 'LocalDateTime' as const, date: '2026-11-18', time })
    const started = {
      ...nothingSpecial,
      phase: 'started' as const,
      known: { start: on('08:00'), end: null, $type: 'Holiday' },
    }
    const ended = aHoliday({ start: on('08:00'), end: on('09:30') })
    const clockings = [aClocking({ start: at('09:45'), end: null })]
    const snapshot = aSnapshot(now, { clockings, absences: [ended] })
    expect(toldOf({ absences: { [ended.id]: started } }, snapshot)).toEqual([
      `absence-amended ${now}`,
      `absence-ended ${at('09:30')}`,
      `clocked-in ${at('09:45')}`,
    ])
  })

  test('and of what happened at once, by id', () => {
    const clockings = [2, 1].map((n) => aClocking({ id: anId(n, 1), end: null }))
    const { steps } = diff({}, aSnapshot(now, { clockings }))
    expect(steps.map(({ id }) => id)).toEqual([anId(1, 1), anId(2, 1)])
  })

  test('but a clocking in its own order, where its breaks lie outside it', () => {
    const early = aBreak({ start: at('08:00'), end: at('08:30') })
    const clockings = [
      aClocking({ breaks: [early] }),
      aClocking({ id: anId(2, 1), start: at('08:15'), end: null }),
    ]
    expect(toldOf({}, aSnapshot(now, { clockings }))).toEqual([
      `clocked-in ${at('08:15')}`,
      `clocked-in ${at('09:00')}`,
      `break-started ${at('08:00')}`,
      `break-ended ${at('08:30')}`,
      `clocked-out ${at('17:00')}`,
    ])
  })
})

describe('a clocking that was forgotten', () => {
  const forgottenBefore = { clockings: at('12:00'), absences: null }
  const shown = (clocking: Clocking) => aSnapshot(now, { clockings: [clocking] })

  test('is not told again by the end up to which all was told', () => {
    const ended = shown(aClocking({ end: at('12:00') }))
    expect(toldOf({ forgottenBefore }, ended)).toEqual([])
    expect(toldOf({}, ended)).toHaveLength(2)
    expect(toldOf({ forgottenBefore }, shown(aClocking({ end: at('12:01') })))).toHaveLength(2)
  })

  test('is another matter than one still known, whose end is corrected to long ago', () => {
    const clockings = { [anId(1, 1)]: aTrackedClocking({ end: null }) }
    const ended = shown(aClocking({ end: at('10:00') }))
    expect(toldOf({ clockings, forgottenBefore }, ended)).toEqual([`clocked-out ${at('10:00')}`])
  })

  test('is told with new ids where a correction brings it back', () => {
    const factsOf = (start: string) =>
      diff({ forgottenBefore }, shown(aClocking({ start }))).steps[0]?.draft?.facts
    expect(factsOf(at('12:00'))).toEqual([anId(1, 1), epochMs(at('12:00')), epochMs(now)])
    expect(factsOf(at('12:01'))).toEqual([anId(1, 1), epochMs(at('12:01'))])
  })
})

describe('an absence that was forgotten', () => {
  const forgottenBefore = { clockings: null, absences: '2026-11-18T12:00:00Z' }
  const on = (date: string) => ({ $type: 'LocalDate' as const, date })
  const shown = (start: string, end: string) =>
    aSnapshot(now, { absences: [aHoliday({ start: on(start), end: on(end) })] })

  test('is not told again', () => {
    expect(toldOf({ forgottenBefore }, shown('2026-11-16', '2026-11-17'))).toEqual([])
    expect(toldOf({}, shown('2026-11-16', '2026-11-17'))).toHaveLength(2)
  })

  test('is told where it ended on a date that was asked for, by which nothing of it was there', () => {
    const morning = { $type: 'LocalDateTime' as const, date: '2026-11-18', time: '11:00' }
    const ended = aSnapshot(now, {
      absences: [aHoliday({ start: on('2026-11-18'), end: morning })],
    })
    expect(toldOf({ forgottenBefore }, ended)).toHaveLength(2)
    // Of who is back nothing is kept but the moment.
    const unaskedSince = { clockings: now, absences: now }
    expect(toldOf({ forgottenBefore, unaskedSince }, ended)).toEqual([])
  })

  test('is told with new ids where a correction brings it back', () => {
    const { steps } = diff({ forgottenBefore }, shown('2026-11-17', '2026-11-18'))
    expect(steps[0]?.draft?.facts.at(-1)).toBe(epochMs(now))
    const later = diff(
      { forgottenBefore: { clockings: null, absences: '2026-11-16T00:00:00Z' } },
      shown('2026-11-17', '2026-11-18'),
    )
    expect(later.steps[0]?.draft?.facts).toEqual([anId(1, 3), epochMs('2026-11-17T00:00:00Z')])
  })
})

test('a clocking of no length is one', () => {
  const shown = aSnapshot(now, { clockings: [aClocking({ end: at('09:00') })] })
  expect(toldOf({}, shown)).toEqual([`clocked-in ${at('09:00')}`, `clocked-out ${at('09:00')}`])
})
