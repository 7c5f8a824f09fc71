import type { EmployeeState } from '../attendance/state.ts'
import type { WorkforceError } from '../workforce/errors.ts'
import type { Telling } from './tell-employee.ts'

/** Why an employee could not be polled. */
export type EmployeeFailure = { employeeId: string; error: WorkforceError }

/** Whose new state could not be saved, and the name of the error. */
export type UnsavedState = { employeeId: string; problem: string }

/** What became of a poll. */
export type PollReport =
  /** Another poll of the shard runs, or there is no such shard. */
  | { kind: 'skipped' }
  /** The whole API fails: nothing was written, the next poll covers it. */
  | { kind: 'outage'; reason: string; polledThrough: string }
  | {
      kind: 'polled'
      polledThrough: string
      polled: number
      /** Employees for whom time did not suffice; the next poll begins with them. */
      leftOver: number
      failures: EmployeeFailure[]
      /** Employees whose window should reach back further than the API allows. */
      clamped: string[]
      /** Employees whose saved state cannot be read. */
      unreadable: string[]
      tellings: Record<Telling, number>
      /** Employees whose new state could not be saved. */
      unsaved: UnsavedState[]
      /** When the oldest event still waiting for SNS was recorded, UTC. */
      oldestPending: string | null
    }

/** How many employees came to each end. */
export const countTellings = (tellings: Telling[]): Record<Telling, number> => ({
  told: tellings.filter((each) => each === 'told').length,
  blocked: tellings.filter((each) => each === 'blocked').length,
  overtaken: tellings.filter((each) => each === 'overtaken').length,
  unsaved: tellings.filter((each) => each === 'unsaved').length,
})

/** When the oldest event that still waits for SNS was recorded. */
export const oldestPending = (employees: EmployeeState[]): string | null =>
  employees.flatMap(({ outbox }) => outbox.map((entry) => entry.recordedtime)).sort()[0] ?? null
