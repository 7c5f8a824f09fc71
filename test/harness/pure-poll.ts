import { forget, settle, tellStep } from '../../lib/attendance/apply.ts'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { ReadAbsence } from '../../lib/workforce/reading.ts'
import { pollMoment } from './arbitraries.ts'
import { aSnapshot } from './builders.ts'

/** A complete answer at the moment of the poll. */
export const answer = (clockings: Clocking[], records: ReadAbsence[]): Snapshot => ({
  ...aSnapshot(pollMoment, { clockings }),
  absences: { records, from: '2026-11-16', to: '2026-11-20', complete: true },
})

/** One poll of one employee: all of it but the calls, the store and the topic. */
export const poll = (
  state: EmployeeState,
  snapshot: Snapshot,
  rules: AttendanceRules,
  at = epochMs(pollMoment),
): { state: EmployeeState; events: AttendanceEvent[] } => {
  const { timeZone, steps } = diffEmployee(state, snapshot, at, rules)
  const recording = { now: at, after: null, rules }
  const told = steps.reduce((before, step) => tellStep(before, step, recording), state)
  const events = told.outbox.map(({ message }): AttendanceEvent => JSON.parse(message))
  const settled = settle({ ...told, outbox: [] }, timeZone, at)
  return { state: forget(settled, snapshot, rules), events }
}
