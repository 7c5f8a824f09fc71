import fc from 'fast-check'
import { isAbsenceAwaited, isClockingAwaited } from '../../lib/attendance/missing/awaited.ts'
import { day, type EpochMs, epochMs, minute, utc, utcDate } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import type { Clocking, ClockingBreak } from '../../lib/workforce/contract/clocking.ts'
import { aClocking, aHoliday, anId, aSnapshot } from './builders.ts'

/** What the API has: a clocking or absence that is deleted is kept, for it may come back. */
type Shown<T> = { record: T; isDeleted: boolean }
export type ApiRecords = {
  clockings: readonly Shown<Clocking>[]
  absences: readonly Shown<Absence>[]
}

/** One thing that somebody does to one of three clockings, or one of two absences. */
export type Doing = {
  what: (typeof doings)[keyof typeof doings][number]
  n: number
  days: number
  /** Which break of two. */
  b: number
}
const doings = {
  shifts: ['begin', 'end', 'reopen', 'shift', 'undo'],
  whose: ['begin', 'end', 'shift', 'delete', 'restore', 'give away', 'undo'],
  breaks: ['begin', 'end', 'begin break', 'end break', 'drop break', 'move break', 'undo'],
  absences: ['begin', 'book', 'shift absence', 'prolong', 'withdraw', 'book again', 'undo'],
} as const

/** What somebody does over some days: mostly to the same record, and mostly of one sort. */
export const someDoing = (sort: keyof typeof doings): fc.Arbitrary<Doing> =>
  fc.record({
    what: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...doings[sort]) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(doings).flat()) },
    ),
    n: fc.constantFrom(0, 0, 0, 1, 2),
    days: fc.integer({ min: -4, max: 4 }),
    b: fc.nat(1),
  })
export const sorts = ['shifts', 'whose', 'breaks', 'absences'] as const

const changeNth = <T>(all: readonly T[], n: number, change: (each: T) => T): T[] =>
  all.map((each, index) => (index === n % all.length ? change(each) : each))

const shifted = <T extends string | null>(moment: T, days: number): T | string =>
  moment === null ? moment : utc(epochMs(moment) + days * day)

const shiftedClocking = (clocking: Clocking, days: number, now: EpochMs): Clocking => {
  const start = shifted(clocking.start, days)
  const end = clocking.end === null ? null : shifted(clocking.end, days)
  if (epochMs(end ?? start) > now) return clocking
  const breaks = clocking.breaks.map((each) => ({
    ...each,
    start: shifted(each.start, days),
    end: each.end === null ? null : shifted(each.end, days),
  }))
  return { ...clocking, start, end, breaks }
}

const other = (employeeId: string): string => (employeeId === anId(1) ? anId(2) : anId(1))

const withBreaks = (
  all: ApiRecords['clockings'],
  n: number,
  change: (breaks: ClockingBreak[]) => ClockingBreak[],
) =>
  changeNth(all, n, (each) => ({
    ...each,
    record: { ...each.record, breaks: change(each.record.breaks) },
  }))

const dated = (boundary: AbsenceBoundary, days: number): AbsenceBoundary => ({
  $type: 'LocalDate',
  date: utcDate(Date.parse(boundary.date) + days * day),
})

/** So a clocking is that nobody has begun yet. */
const longAgo = { start: '2026-09-01T09:00:00Z', end: '2026-09-01T17:00:00Z' }
const onlyOfKnown = new Set<string>(['restore', 'shift', 'reopen'])

/** What the API has after somebody did something; what makes no sense changes nothing. */
export const done = (api: ApiRecords, { what, n, days, b }: Doing, now: EpochMs): ApiRecords => {
  const clocking = (change: (record: Clocking) => Clocking, isDeleted?: boolean): ApiRecords => ({
    ...api,
    clockings: changeNth(api.clockings, n, (each) => ({
      record: change(each.record),
      isDeleted: isDeleted ?? each.isDeleted,
    })),
  })
  const absence = (change: (record: Absence) => Absence, isDeleted?: boolean): ApiRecords => ({
    ...api,
    absences: changeNth(api.absences, n, (each) => ({
      record: change(each.record),
      isDeleted: isDeleted ?? each.isDeleted,
    })),
  })
  const breaks = (change: (all: ClockingBreak[]) => ClockingBreak[]): ApiRecords => ({
    ...api,
    clockings: withBreaks(api.clockings, n, change),
  })
  const id = anId(b, 2)
  const isUnheardOf = api.clockings[n]?.record.start === longAgo.start
  if (isUnheardOf ? what !== 'begin' && onlyOfKnown.has(what) : what === 'begin') return api
  if (what === 'begin')
    return clocking((each) => ({ ...each, start: utc(now - minute), end: null, breaks: [] }), false)
  if (what === 'end') return clocking((each) => ({ ...each, end: each.end ?? utc(now - minute) }))
  if (what === 'reopen') return clocking((each) => ({ ...each, end: null }))
  if (what === 'shift') return clocking((each) => shiftedClocking(each, days, now))
  if (what === 'delete') return clocking((each) => each, true)
  if (what === 'restore') return clocking((each) => each, false)
  if (what === 'give away')
    return clocking((each) => ({ ...each, employeeId: other(each.employeeId) }))
  if (what === 'begin break')
    return breaks((all) => [
      ...all.filter((each) => each.id !== id),
      { id, start: utc(now - minute), end: null },
    ])
  if (what === 'end break')
    return breaks((all) => all.map((each) => ({ ...each, end: each.end ?? utc(now - minute) })))
  if (what === 'drop break') return breaks((all) => all.filter((each) => each.id !== id))
  if (what === 'move break') {
    const moved = api.clockings[n]?.record.breaks ?? []
    const emptied = withBreaks(api.clockings, n, () => [])
    return { ...api, clockings: withBreaks(emptied, n + 1, () => moved) }
  }
  if (what === 'book') {
    const start = { $type: 'LocalDate' as const, date: utcDate(now + days * day) }
    return absence((each) => ({ ...each, start, end: start }), false)
  }
  if (what === 'shift absence')
    return absence((each) => ({
      ...each,
      start: dated(each.start, days),
      end: each.end === null ? null : dated(each.end, days),
    }))
  if (what === 'prolong')
    return absence((each) => ({ ...each, end: dated(each.start, Math.abs(days)) }))
  if (what === 'withdraw') return absence((each) => each, true)
  return what === 'book again' ? absence((each) => each, false) : api
}

/** An API with nothing but what was deleted. */
export const emptyApi: ApiRecords = {
  clockings: [0, 1, 2].map((n) => ({
    record: aClocking({ id: anId(n, 1), employeeId: anId((n % 2) + 1), ...longAgo }),
    isDeleted: true,
  })),
  absences: [0, 1].map((n) => ({
    record: aHoliday({ id: anId(n, 3), employeeId: anId(n + 1) }),
    isDeleted: true,
  })),
}

/**
 * What the API shows of an employee: its window, and what is known and is now elsewhere.
 * @param isWide whether what the window lacks is looked for elsewhere
 */
export const shownOf = (
  api: ApiRecords,
  state: EmployeeState,
  now: EpochMs,
  isWide = true,
): Snapshot => {
  const asked = aSnapshot(utc(now), { absences: [] })
  const { clockings, absences } = asked
  if (absences === null) throw new Error('absences are asked for')
  const mine = <T extends { employeeId: string }>(all: readonly Shown<T>[]): T[] =>
    all
      .filter(({ record, isDeleted }) => !isDeleted && record.employeeId === state.employeeId)
      .map(({ record }) => record)
  const { window } = clockings
  const isClockingShown = ({ id, start, end }: Clocking): boolean => {
    const known = state.clockings[id]
    const isActive = epochMs(start) <= window.to && (end === null || epochMs(end) > window.from)
    return isActive || (isWide && known !== undefined && isClockingAwaited(known, window))
  }
  const isAbsenceShown = ({ id, start, end }: Absence): boolean => {
    const known = state.absences[id]
    const isActive = start.date <= absences.to && (end === null || end.date >= absences.from)
    return isActive || (isWide && known !== undefined && isAbsenceAwaited(known, absences))
  }
  return {
    clockings: { ...clockings, isWide, records: mine(api.clockings).filter(isClockingShown) },
    absences: { ...absences, isWide, records: mine(api.absences).filter(isAbsenceShown) },
  }
}
