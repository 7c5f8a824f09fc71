import { day, type EpochMs, epochMs, hour, utc } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { lanes } from '../../store/events/lanes.ts'
import { positionBefore, readKept } from '../../store/events/log-reader.ts'
import type { LoggedEvent } from '../../store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../../store/events/segment-store.ts'
import type { SavedState } from '../../store/saved-state.ts'
import type { PersonPresence } from '../answers.ts'
import type { Showing } from '../events/shown-events.ts'
import { ReadApiError } from '../problem.ts'
import { recordsLastingAt, together } from './logged-records.ts'
import { personThen } from './person-then.ts'
import { type KnownRecords, knownRecordsOf } from './records.ts'

export type PastPorts = {
  segments: Pick<SegmentReading, 'after' | 'before' | 'newest'> & Pick<SegmentWriting, 'tail'>
  now: () => EpochMs
  days: number
  /** Whether it has taken so long that whoever waits is told to ask for less. */
  isTimeUp: () => boolean
}

/**
 * From when on the log tells everything; null where it holds nothing. Of what was written an hour
 * before, some may have expired.
 */
const reachOf = async ({ segments, now, days }: PastPorts): Promise<EpochMs | null> => {
  const firsts = await Promise.all(lanes.map((lane) => segments.after(lane, 0, 1)))
  const moments = firsts.flat().map(({ writtenAt }) => epochMs(writtenAt))
  return moments.length === 0 ? null : Math.max(Math.min(...moments), now() - days * day + 2 * hour)
}

const tooFarBack = (reach: EpochMs | null): ReadApiError =>
  new ReadApiError(
    410,
    reach === null
      ? 'at: nothing that was published is kept yet, so only the present can be told'
      : `at: what was so is known from ${utc(reach)} on`,
  )

const tooMuch = new ReadApiError(
  413,
  'at: too much has happened since for one answer: ask for a later moment',
)

const partlyGone = new ReadApiError(
  410,
  'at: some of what was published since is no longer kept, because eventLogDays was shorter for a while',
)

/** Takes everything that was written to a lane since a moment, and an hour before. */
const takeSince = async (
  lane: number,
  at: EpochMs,
  { segments, isTimeUp }: PastPorts,
  take: (event: LoggedEvent) => void,
): Promise<void> => {
  let position = await positionBefore(segments, lane, utc(at))
  for (;;) {
    const kept = await readKept(segments, lane, position, utc(at))
    if (kept.isAnyGone) throw partlyGone
    const last = kept.segments.at(-1)
    if (last === undefined) return
    if (isTimeUp()) throw tooMuch
    for (const { events } of kept.segments) for (const event of events) take(event)
    position = last.position
  }
}

/** Absences of who is not on the roster are nobody's business. */
const withoutAbsences = (records: KnownRecords): KnownRecords => ({
  ...records,
  absences: new Map(),
})

/** Whether somebody was no longer asked about at a moment: then what was open is not known to have lasted. */
const wasAtRest = ({ restSince }: EmployeeState, at: EpochMs): boolean =>
  restSince !== null && epochMs(restSince) < at

const withoutOpenClockings = (records: KnownRecords): KnownRecords => ({
  ...records,
  clockings: new Map(
    [...records.clockings].filter(([, each]) => each === null || each.end !== null),
  ),
})

/** What is known of somebody that may have lasted at a moment. */
const recordsThen = (state: EmployeeState, records: KnownRecords, at: EpochMs): KnownRecords => {
  const { leftAt } = state
  const asked = wasAtRest(state, at) ? withoutOpenClockings(records) : records
  return leftAt !== null && epochMs(leftAt) <= at ? withoutAbsences(asked) : asked
}

/**
 * Where everybody was at a past moment, as far as is known now. Whatever lasted then is in the state, or its
 * end was published since.
 * @throws {ReadApiError} 410 where the log does not reach back so far, 413 where it would take too long
 */
export const pastPresence = async (
  at: EpochMs,
  { employees }: Pick<SavedState, 'employees'>,
  ports: PastPorts,
  rules: AttendanceRules,
  showing: Showing,
): Promise<PersonPresence[]> => {
  const reach = await reachOf(ports)
  if (reach === null || at < reach) throw tooFarBack(reach)
  const { take, people, joinedLater, leftLater } = recordsLastingAt(at, showing)
  await Promise.all(lanes.map((lane) => takeSince(lane, at, ports, take)))
  const known = people()
  // Whoever has no state any more has left: before the moment, where nothing says that it was later.
  const former = new Set(known.keys())
  for (const state of employees) {
    const { employeeId } = state
    former.delete(employeeId)
    const records = together(known.get(employeeId), knownRecordsOf(state, rules))
    known.set(employeeId, recordsThen(state, records, at))
  }
  for (const [employeeId, records] of known)
    if (joinedLater(employeeId) || (former.has(employeeId) && !leftLater(employeeId)))
      known.set(employeeId, withoutAbsences(records))
  return [...known.values()]
    .map((records) => personThen(records, at, rules.workday))
    .filter((person) => person !== null)
}
