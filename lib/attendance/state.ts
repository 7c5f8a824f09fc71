import * as z from 'zod'
import { Duration, EstimatedReturn, SicknessReason } from '../workforce/contract/absence.ts'
import { ClockingBreak } from '../workforce/contract/clocking.ts'
import { ReadBoundary } from '../workforce/reading.ts'

/** What was last told of a clocking. A key that privacy forbade at the time is missing. */
export const KnownClocking = z.object({
  start: z.string(),
  end: z.string().nullable(),
  startTimeZone: z.string(),
  endTimeZone: z.string(),
  breaks: z.array(ClockingBreak),
  note: z.string().nullable().optional(),
})
export type KnownClocking = z.infer<typeof KnownClocking>

/** What was last told of an absence. A key that privacy forbade at the time is missing. */
export const KnownAbsence = z.object({
  start: ReadBoundary,
  end: ReadBoundary.nullable(),
  $type: z.string().optional(),
  displayName: z.string().optional(),
  note: z.string().optional(),
  estimatedReturn: EstimatedReturn.nullable().optional(),
  isCertified: z.boolean().optional(),
  reason: SicknessReason.optional(),
  duration: Duration.nullable().optional(),
  isPaid: z.boolean().optional(),
  paidDuration: Duration.nullable().optional(),
})
export type KnownAbsence = z.infer<typeof KnownAbsence>

/** What was last told of an employee. */
export const EmployeeProfile = z.object({
  givenName: z.string(),
  familyName: z.string(),
  jobTitle: z.string().nullable(),
  externalReference: z.string().nullable(),
  employmentStart: z.string().nullable(),
  employmentEnd: z.string().nullable(),
  email: z.string().optional(),
  payrollNumber: z.string().nullable().optional(),
})
export type EmployeeProfile = z.infer<typeof EmployeeProfile>

/** Fields of everything that is watched over several polls. */
const tracked = {
  /**
   * How often something told was taken back: tells the second clock-out from the first. Counts
   * from the moment of the poll for what may have been told before and forgotten.
   */
  revision: z.int().min(0),
  /** Complete answers in a row that should have shown it and did not. */
  missed: z.int().min(0),
}

export const TrackedClocking = z.object({
  ...tracked,
  /** `removed` stays until it leaves the window, in case the clocking comes back. */
  phase: z.enum(['present', 'removed']),
  known: KnownClocking,
  /** Attention events already raised: `overdue`, `break:<id>`, `absence:<id>`. */
  raised: z.array(z.string()),
})
export type TrackedClocking = z.infer<typeof TrackedClocking>

export const TrackedAbsence = z.object({
  ...tracked,
  phase: z.enum(['upcoming', 'started', 'ended', 'withdrawn']),
  known: KnownAbsence,
  /** Attention events already raised: `return:<date>T<time>`. */
  raised: z.array(z.string()),
})
export type TrackedAbsence = z.infer<typeof TrackedAbsence>

/**
 * An event on its way out, frozen as it will be published, so that a repeat is the same
 * to the byte whatever was deployed in between.
 */
export const OutboxEntry = z.object({
  id: z.guid(),
  type: z.string(),
  time: z.string(),
  recordedtime: z.string(),
  message: z.string(),
  attributes: z.record(z.string(), z.string()),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

/** What we last knew of one employee. Moments are UTC date-times. */
export const EmployeeState = z.object({
  employeeId: z.guid(),
  /** Grows by one with every write; every write is conditional on it. 0 is not yet saved. */
  version: z.int().min(0),
  /** The number of the employee's last event. */
  sequence: z.int().min(0),
  profile: EmployeeProfile,
  membership: z.enum(['member', 'leaver']),
  /** When a leaver of whom nothing is open is forgotten; from then on they are not polled. */
  expiresAt: z.string().nullable(),
  /** Until the first complete poll: what happened by this moment is not news. */
  baselineAt: z.string().nullable(),
  /** Whether a poll has been completed for the employee. */
  seen: z.boolean(),
  /** The zone of the newest clocking, where it is a valid one. */
  timeZone: z.string().nullable(),
  clockings: z.record(z.string(), TrackedClocking),
  absences: z.record(z.string(), TrackedAbsence),
  /** Untracked clockings that ended by then have been reported and forgotten. */
  clockingsForgottenBefore: z.string().nullable(),
  /** Untracked absences that ended by then have been reported and forgotten. */
  absencesForgottenBefore: z.string().nullable(),
  /** Since when polls of this employee alone have failed; their next window starts there. */
  behindSince: z.string().nullable(),
  /** Events not yet acknowledged by SNS, in order. */
  outbox: z.array(OutboxEntry),
})
export type EmployeeState = z.infer<typeof EmployeeState>

/** The state of an employee of whom nothing is known yet. */
export const newEmployee = (
  employeeId: string,
  profile: EmployeeProfile,
  baselineAt: string | null,
): EmployeeState => ({
  employeeId,
  version: 0,
  sequence: 0,
  profile,
  membership: 'member',
  expiresAt: null,
  baselineAt,
  seen: false,
  timeZone: null,
  clockings: {},
  absences: {},
  clockingsForgottenBefore: null,
  absencesForgottenBefore: null,
  behindSince: null,
  outbox: [],
})
