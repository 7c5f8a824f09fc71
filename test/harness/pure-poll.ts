import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { ShownAbsences, ShownClockings, Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { ReadAbsence } from '../../lib/workforce/reading.ts'
import { answering } from './answering.ts'
import { pollMoment } from './arbitraries.ts'
import { aSnapshot } from './builders.ts'
import { stateAfter } from './state-after.ts'

type WholeSnapshot = { clockings: ShownClockings; absences: ShownAbsences }

/** A complete answer at the moment of the poll. */
export const answer = (clockings: Clocking[], records: ReadAbsence[]): WholeSnapshot => {
  const whole = {
    unread: [],
    places: {},
    unsure: [],
    lost: [],
    lackedElsewhere: [],
    isComplete: true,
    isInDoubt: false,
    isWide: true,
    askedAgain: null,
  }
  const dates = { from: '2026-11-16', to: '2026-11-20' }
  const forgetBefore = epochMs('2026-11-15T00:00:00Z')
  return {
    ...aSnapshot(pollMoment, { clockings }),
    absences: { ...whole, ...dates, records, forgetBefore, reach: epochMs('2026-08-20T00:00:00Z') },
  }
}

/** One poll of one employee: all of it but the calls, the store and the topic. */
export const poll = (
  state: EmployeeState,
  snapshot: Snapshot,
  rules: AttendanceRules,
  at = epochMs(pollMoment),
): { state: EmployeeState; events: AttendanceEvent[] } => {
  const next = stateAfter(state, snapshot, answering(utc(at), { rules }))
  const events = next.outbox.map(({ message }): AttendanceEvent => JSON.parse(message))
  return { state: { ...next, outbox: [] }, events }
}
