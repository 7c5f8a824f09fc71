import { applySnapshot } from '../../lib/attendance/apply-snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'

/** The state that a snapshot makes of another, with all of its events in the outbox. */
export const stateAfter = (...about: Parameters<typeof applySnapshot>): EmployeeState =>
  applySnapshot(...about).state
