import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering } from './answering.ts'
import { aState, rules as defaultRules } from './builders.ts'
import { stateAfter } from './state-after.ts'

/** One employee's state over several polls, and the events that each of them told. */
export const employeePoller = (
  start: Partial<EmployeeState> = {},
  rules: AttendanceRules = defaultRules(),
) => {
  let state = aState(start)
  return {
    get state() {
      return state
    },
    poll: (now: string, snapshot: Snapshot): AttendanceEvent[] => {
      const next = stateAfter(state, snapshot, answering(now, { rules }))
      const events = next.outbox.map(({ message }): AttendanceEvent => JSON.parse(message))
      state = { ...next, outbox: [] }
      return events
    },
  }
}

/** The type and time of each event, `clocked-in 2026-11-18T09:00:00Z`. */
export const outline = (events: AttendanceEvent[]): string[] =>
  events.map(({ type, time }) => `${type.replace('attendance.', '')} ${time}`)
