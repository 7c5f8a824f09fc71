import fc from 'fast-check'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { day, type EpochMs, epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import { joined } from '../../lib/attendance/roster.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering } from './answering.ts'
import {
  type ApiRecords,
  type Doing,
  done,
  emptyApi,
  shownOf,
  someDoing,
  sorts,
} from './api-history.ts'
import { anEmployee, anId, aState, rules } from './builders.ts'
import { stateAfter } from './state-after.ts'

const watching = rules({
  attention: {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 45,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  },
})

/** Something that is done, and what comes after it. */
export type Turn = {
  doing: Doing
  /** Minutes before each of the polls that follow. */
  waits: number[]
  /** Whether one more poll is answered by a replica that does not know of it yet. */
  isStale: boolean
  /** Whether everybody leaves, is let go where they are at rest, and is back. */
  isRehire: boolean
}

const wait = fc.oneof(
  fc.constantFrom(1, 11),
  fc.integer({ min: 1, max: 90 }),
  fc.integer({ min: 1, max: (3 * day) / minute }),
)
const turnsOf = (sort: (typeof sorts)[number]): fc.Arbitrary<Turn[]> =>
  fc.array(
    fc.record({
      doing: someDoing(sort),
      waits: fc.array(wait, { minLength: 1, maxLength: 4 }),
      isStale: fc.boolean(),
      isRehire: fc.nat(19).map((n) => n === 0),
    }),
    { minLength: 2, maxLength: 25 },
  )
export const someTurns = fc.constantFrom(...sorts).chain(turnsOf)
/** Absences change unseen while they are far ahead, so that a stale answer may be news. */
export const someTurnsOfClockings = fc
  .constantFrom(...sorts.filter((sort) => sort !== 'absences'))
  .chain(turnsOf)

/** Whoever left and is at rest is let go, and is back later; others are still waited for. */
const rehired = (state: EmployeeState, now: EpochMs): EmployeeState => {
  const { employeeId, sequence, forgottenBefore } = state
  if (state.restSince === null) return { ...state, membership: 'member', leftAt: null }
  const recording = { now, after: null, rules: watching }
  const retired = { employeeId, sequence, forgottenBefore }
  return joined(anEmployee({ id: employeeId }), utc(now), retired, recording)
}

const applied = (
  state: EmployeeState,
  api: ApiRecords,
  now: EpochMs,
  isWide?: boolean,
): EmployeeState =>
  stateAfter(state, shownOf(api, state, now, isWide), answering(utc(now), { rules: watching }))

const eventsOf = ({ outbox }: EmployeeState): AttendanceEvent[] =>
  outbox.map(({ message }): AttendanceEvent => JSON.parse(message))

/** That something known is shown to go on is no invention: the clock may bring on what is due. */
const isDue = ({ type }: AttendanceEvent) =>
  type.endsWith('-overdue') ||
  type === 'attendance.clocked-in-while-absent' ||
  /absence-(started|ended)$/.test(type)

const outlined = ({ type, subject, time }: AttendanceEvent) => `${type} ${subject} ${time}`

/**
 * What is told over a history of what two employees and their managers did.
 * @returns all events, and those that a stale answer told and a good one would not have
 */
export const historyOf = (turns: readonly Turn[]) => {
  let now = epochMs('2026-11-18T09:00:00Z')
  let states = [1, 2].map((n) => aState({ employeeId: anId(n) }))
  const told: AttendanceEvent[] = []
  const invented: AttendanceEvent[] = []
  const take = (state: EmployeeState): EmployeeState => {
    told.push(...eventsOf(state))
    return { ...state, outbox: [] }
  }
  const poll = (api: ApiRecords, minutes: number) => {
    now += minutes * minute
    states = states.map((state) => take(applied(state, api, now)))
  }
  const pollStale = (stale: ApiRecords, good: ApiRecords) => {
    now += minute
    for (const state of states) {
      const expected = new Set(eventsOf(applied(state, good, now)).map(outlined))
      const events = eventsOf(applied(state, stale, now, false))
      invented.push(...events.filter((event) => !isDue(event) && !expected.has(outlined(event))))
    }
    states = states.map((state) => take(applied(state, stale, now, false)))
  }
  const past: ApiRecords[] = [emptyApi]
  let isConfirmed = true
  for (const { doing, waits, isStale, isRehire } of turns) {
    const before = past.at(-1) ?? emptyApi
    const undone = past.at(-2) ?? before
    const api = doing.what === 'undo' ? undone : done(before, doing, now)
    past.push(api)
    const [first = 1, ...others] = waits
    poll(api, first)
    // What was taken back just before may be confirmed by an answer that is late.
    if (isStale && isConfirmed) {
      poll(api, 1)
      pollStale(before, api)
      poll(api, 1)
    }
    for (const minutes of others) poll(api, minutes)
    isConfirmed = others.length > 0
    if (isRehire) {
      states = states.map((state) => ({ ...state, membership: 'leaver', leftAt: utc(now) }))
      poll(api, day / minute)
      now += 8 * day
      states = states.map((state) => take(rehired(state, now)))
    }
  }
  return { told, invented }
}
