import { forget, settle, tellStep } from '../../lib/attendance/apply.ts'
import { diffEmployee } from '../../lib/attendance/diff.ts'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state.ts'
import { aState, rules as defaultRules } from './builders.ts'

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
      const recording = { now: epochMs(now), after: null, rules }
      const { timeZone, steps } = diffEmployee(state, snapshot, epochMs(now), rules)
      const told = steps.reduce((before, step) => tellStep(before, step, recording), state)
      const events = told.outbox.map(({ message }): AttendanceEvent => JSON.parse(message))
      const settled = settle({ ...told, outbox: [] }, timeZone, epochMs(now))
      state = forget(settled, snapshot, rules)
      return events
    },
  }
}

/** The type and time of each event, `clocked-in 2026-11-18T09:00:00Z`. */
export const outline = (events: AttendanceEvent[]): string[] =>
  events.map(({ type, time }) => `${type.replace('attendance.', '')} ${time}`)
