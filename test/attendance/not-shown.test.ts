import { describe, expect, test } from 'vitest'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { ShownClockings, Snapshot } from '../../lib/attendance/snapshot.ts'
import type {
  EmployeeState,
  TrackedAbsence,
  TrackedClocking,
} from '../../lib/attendance/state/state.ts'
import { removal } from '../harness/answering.ts'
import {
  aHoliday,
  aSnapshot,
  aState,
  aTrackedClocking,
  nameless,
  nothingSpecial,
  rules,
} from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const at = (time: string) => `2026-11-18T${time}:00Z`

const diff = (state: Partial<EmployeeState>, snapshot: Snapshot = aSnapshot(now)) =>
  diffEmployee(aState(state), snapshot, epochMs(now), rules(), removal)

const toldOf = (state: Partial<EmployeeState>, snapshot?: Snapshot) =>
  diff(state, snapshot).steps.map(({ draft }) => draft && `${draft.name} ${draft.time}`)

describe('a clocking that is not shown', () => {
  const window = { from: epochMs(at('08:00')), to: epochMs(now) }
  const reach = epochMs('2026-08-20T18:00:00Z')
  const stepsFor = (clocking: TrackedClocking, answer: Partial<ShownClockings> = {}) => {
    const clockings = { ...aSnapshot(now).clockings, window, reach, ...answer }
    return diff({ clockings: { id: clocking } }, { clockings, absences: null }).steps
  }

  test.each([
    ['lies in the window', { start: at('09:00'), end: at('17:00') }],
    ['is open', { start: at('07:00'), end: null }],
    ['reaches into the window', { start: at('07:00'), end: '2026-11-18T08:00:00.001Z' }],
    ['begins just before its end', { start: '2026-11-18T17:59:59.999Z', end: null }],
  ])('is missing since then, where it %s', (_what, known) => {
    const tracked = aTrackedClocking(known)
    const missing = (doubted: string[]) => [
      {
        of: 'clocking',
        id: 'id',
        at: epochMs(now),
        draft: null,
        tracked: { ...tracked, missingSince: now, doubted },
      },
    ]
    expect(stepsFor(tracked)).toEqual(missing([]))
    expect(stepsFor(tracked, { isComplete: false })).toEqual([])
    expect(stepsFor(tracked, { unread: ['id'] })).toEqual([])
    // It may be that one: it stays awaited until it is known.
    const perhaps = { unread: [nameless(1)] }
    expect(stepsFor(tracked, perhaps)).toEqual(missing(['unsought', 'perhaps']))
    expect(stepsFor(tracked, { ...perhaps, isComplete: false })).toEqual([])
    expect(stepsFor(tracked, { unread: ['another'] })).toHaveLength(1)
  })

  test.each([
    ['ended when the window starts', { start: at('07:00'), end: at('08:00') }],
    ['starts when the window ends', { start: now, end: null }],
  ])('is not missing where it %s', (_what, known) => {
    expect(stepsFor(aTrackedClocking(known))).toEqual([])
  })

  test('is lost without a word, past the reach of the API, after 90 days', () => {
    const lost = [{ of: 'clocking', id: 'id', at: epochMs(now), draft: null, tracked: null }]
    const known = { start: '2026-08-20T18:00:00Z', end: null }
    const since = (missingSince: string) => aTrackedClocking(known, { missingSince })
    expect(stepsFor(since('2026-08-20T17:59:59Z'))).toEqual(lost)
    expect(stepsFor(since('2026-08-20T18:00:00Z'))).toEqual([])
    expect(stepsFor(since('2026-08-20T17:59:59Z'), { isComplete: false })).toEqual([])
    const within = aTrackedClocking(
      { ...known, start: '2026-08-20T18:00:00.001Z' },
      { missingSince: '2026-08-20T17:59:59Z' },
    )
    expect(stepsFor(within).map(({ draft }) => draft?.name)).toEqual(['clocking-removed'])
  })
})

describe('an absence that is over', () => {
  const on = (date: string) => ({ $type: 'LocalDate' as const, date })
  const over = (phase: 'ended' | 'withdrawn' | 'started') => ({
    ...nothingSpecial,
    phase,
    known: { start: on('2026-11-17'), end: on('2026-11-17') },
  })

  const stepsOf = (phase: 'ended' | 'withdrawn', absences: [] | null) =>
    diff({ absences: { id: over(phase) } }, aSnapshot(now, { absences })).steps

  test('is not missed where it was withdrawn, asked for or not, nor where nobody asked', () => {
    expect([stepsOf('withdrawn', null), stepsOf('withdrawn', [])]).toEqual([[], []])
    expect(stepsOf('ended', null)).toEqual([])
  })

  /** What is remembered of one that has ended, after an answer that lacks it. */
  const doubtedAfter = (
    before: Partial<TrackedAbsence>,
    answer: Partial<NonNullable<Snapshot['absences']>> = {},
  ) => {
    const { absences } = aSnapshot(now, { absences: [] })
    const { steps } = diff(
      { absences: { id: { ...over('ended'), ...before } } },
      { clockings: null, absences: absences && { ...absences, ...answer } },
    )
    return steps.map((step) =>
      step.of === 'absence' ? [step.tracked?.missingSince, step.tracked?.doubted] : step,
    )
  }

  test('is missed without a word where it has ended, until it was looked for everywhere twice', () => {
    const earlier = (time: string, doubted: string[]) => ({ missingSince: at(time), doubted })
    expect(doubtedAfter({})).toEqual([[now, ['sought-once']]])
    expect(doubtedAfter(earlier('17:51', ['sought-once']))).toEqual([])
    expect(doubtedAfter(earlier('17:50', ['sought-once']))).toEqual([[at('17:50'), []]])
    expect(doubtedAfter(earlier('17:50', []))).toEqual([])
  })

  test('is missed anew where it has ended and could not be looked for everywhere', () => {
    const isWide = { isWide: false }
    expect(doubtedAfter({}, isWide)).toEqual([[now, ['unsought']]])
    const unsought = { missingSince: at('17:00'), doubted: ['unsought'] }
    expect(doubtedAfter(unsought, isWide)).toEqual([])
    expect(doubtedAfter(unsought)).toEqual([[now, ['sought-once']]])
    expect(doubtedAfter({ ...unsought, doubted: ['sought-once'] }, isWide)).toEqual([])
  })

  test('is missed where it ended on the first date asked for', () => {
    expect(doubtedAfter({}, { from: '2026-11-17' })).toEqual([[now, ['sought-once']]])
  })

  test('is not missed where it cannot be in the answer, or may be what cannot be read', () => {
    const { absences } = aSnapshot(now, { absences: [] })
    const stepsFor = (answer: Partial<NonNullable<typeof absences>>) =>
      diff(
        { absences: { id: over('ended') } },
        { clockings: null, absences: absences && { ...absences, ...answer } },
      ).steps
    expect(stepsFor({ from: '2026-11-18' })).toEqual([])
    expect(stepsFor({ isComplete: false })).toEqual([])
    expect(stepsFor({ unread: ['id'] })).toEqual([])
    expect(stepsFor({ unread: [nameless(1)] })).toEqual([])
  })

  test('by a correction is told to have ended, even if its like was forgotten', () => {
    const shown = aHoliday({ start: on('2026-11-16'), end: on('2026-11-16') })
    const absences = { [shown.id]: over('started') }
    const forgottenBefore = { clockings: null, absences: '2026-11-18T00:00:00Z' }
    const snapshot = aSnapshot(now, { absences: [shown] })
    expect(toldOf({ absences, forgottenBefore }, snapshot)).toEqual([
      `absence-amended ${now}`,
      'absence-ended 2026-11-17T00:00:00Z',
    ])
  })
})
