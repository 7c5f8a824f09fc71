import { expect, test } from 'vitest'
import { applySnapshot } from '../../lib/attendance/apply-snapshot.ts'
import { epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { stateBytes } from '../../lib/attendance/state/keep-small.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering } from '../harness/answering.ts'
import { aClocking, aHoliday, anId, aSnapshot, aState, rules } from '../harness/builders.ts'

/** Room for so many clockings. */
const most = 20
const bytesOf = ({ clockings }: EmployeeState): number =>
  Object.keys(clockings).length * (stateBytes / most)

/** Visits of twenty minutes, one an hour, from midnight. */
const visits = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const start = epochMs('2026-11-18T00:00:00Z') + n * hour
    return aClocking({ id: anId(n, 1), start: utc(start), end: utc(start + 20 * minute) })
  })

const evening = '2026-11-18T20:00:00Z'
const midnight = '2026-11-19T00:00:00Z'

test('a state that is full makes no room by what a later part still corrects', () => {
  const context = (now: string) => answering(now, { bytesOf })
  const full = applySnapshot(
    aState(),
    aSnapshot(evening, { clockings: visits(most) }),
    context(evening),
  ).state
  const told = { ...full, outbox: [] }
  const corrected = visits(most + 3).map((each, n) =>
    n < 5 ? { ...each, end: utc(epochMs(each.end ?? '') + minute) } : each,
  )
  const snapshot = aSnapshot(midnight, { clockings: corrected })
  const part = applySnapshot(told, snapshot, context(midnight), ({ outbox }) => outbox.length === 2)
  expect(part.rest).not.toEqual([])
  expect(Object.keys(part.state.clockings).length).toBeLessThanOrEqual(most)
  // The poll ends here: the next one has to see all that is left from what was saved.
  const rest = applySnapshot({ ...part.state, outbox: [] }, snapshot, context(midnight))
  const events = [...part.state.outbox, ...rest.state.outbox]
  const counts = Map.groupBy(events, ({ type }) => type)
  expect([...counts].map(([type, each]) => [type, each.length])).toEqual([
    ['attendance.clocked-in', 3],
    ['attendance.clocked-out', 3],
    ['attendance.clocking-amended', 5],
  ])
})

test('before the first complete answer a correction of an absence is saved with the end that follows from it', () => {
  const noon = '2026-11-18T12:00:00Z'
  const date = (day: number) => ({ $type: 'LocalDate', date: `2026-11-${day}` }) as const
  const away = { ...aHoliday(), start: date(16), end: null }
  const over = { ...away, end: date(17) }
  const shown = (now: string, absence: typeof away | typeof over) =>
    aSnapshot(now, { absences: [absence], isComplete: false })
  const context = (now: string) => answering(now, { rules: rules({ baseline: 'silent' }) })
  const before = aState({
    seen: false,
    baselineAt: noon,
    unaskedSince: { clockings: noon, absences: noon },
    timeZone: 'UTC',
  })
  const known = applySnapshot(before, shown(evening, away), context(evening)).state
  expect(known.outbox).toEqual([])
  // The poll ends with the first part: the next answer shows what that one was saved as.
  const correction = shown(midnight, over)
  const part = applySnapshot(
    known,
    correction,
    context(midnight),
    ({ outbox }) => outbox.length > 0,
  )
  const rest = applySnapshot({ ...part.state, outbox: [] }, correction, context(midnight)).state
  const told = [...part.state.outbox, ...rest.outbox].map(({ message }) => JSON.parse(message))
  expect(told.map(({ type, baseline }) => [type, baseline])).toEqual([
    ['attendance.absence-amended', undefined],
    ['attendance.absence-ended', undefined],
  ])
})
