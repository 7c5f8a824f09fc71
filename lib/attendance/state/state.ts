import * as z from 'zod'
import { Duration, EstimatedReturn, SicknessReason } from '../../workforce/contract/absence.ts'
import { ClockingBreak } from '../../workforce/contract/clocking.ts'
import { ReadBoundary } from '../../workforce/reading.ts'
import { UnreadRecords } from '../missing/unread-records.ts'

/** A moment, UTC: whatever else stands in its place makes a record unreadable. */
export const StoredMoment = z.string().refine((text) => !Number.isNaN(Date.parse(text)))

/** What was last recorded of a clocking. A key that privacy forbade at the time is missing. */
export const KnownClocking = z.object({
  start: z.string(),
  end: z.string().nullable(),
  startTimeZone: z.string(),
  endTimeZone: z.string(),
  breaks: z.array(ClockingBreak),
  note: z.string().nullable().optional(),
})
export type KnownClocking = z.infer<typeof KnownClocking>

/** What was last recorded of an absence. A key that privacy forbade at the time is missing. */
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

/** What was last recorded of an employee. */
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

/** What distinguishes a stale answer from a correction (docs/decisions/removal.md). */
const doubtable = {
  /** Since when complete answers that should have shown it did not, UTC; null while they do. */
  missingSince: StoredMoment.nullable().default(null),
  /** Marks of what was recorded before it was corrected: an older answer would show it again. */
  former: z.array(z.string()).default([]),
  /**
   * Marks of what one answer took back and no second one has confirmed; and, of what is missing,
   * that it was not looked for everywhere yet, or, of what has ended, only once.
   */
  doubted: z.array(z.string()).default([]),
}

/** Fields of everything that is watched over several polls. */
const tracked = {
  /**
   * When something recorded was last taken back, or may have been recorded before: distinguishes the
   * second clock-out from the first. Epoch milliseconds of the answer; 0 where nothing was.
   */
  revision: z.int().min(0).default(0),
  ...doubtable,
  /**
   * Until when it is kept, UTC, though it has ended longer ago: it was corrected to that, and may
   * be back, or an older answer may show it as it was.
   */
  keptUntil: StoredMoment.nullable().default(null),
  /** Attention events already raised. */
  raised: z.array(z.string()).default([]),
}

export const TrackedClocking = z.object({
  ...tracked,
  /** `removed` stays until it leaves the window, in case the clocking comes back. */
  phase: z.enum(['present', 'removed']).default('present'),
  known: KnownClocking,
})
export type TrackedClocking = z.infer<typeof TrackedClocking>

export const TrackedAbsence = z.object({
  ...tracked,
  phase: z.enum(['upcoming', 'started', 'ended', 'withdrawn']),
  known: KnownAbsence,
  /** By the clock of which IANA zone it was last recorded; none before that, and where it was not noted. */
  zone: z.string().optional(),
  /** When it began, UTC, as was recorded: another midday since does not move that. */
  startedAt: StoredMoment.optional(),
  /** When it ended, likewise. */
  endedAt: StoredMoment.optional(),
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

/** What the API is asked about each employee. */
export type Kind = 'clockings' | 'absences'

const ofEachKind = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ clockings: schema, absences: schema })
const momentOfEachKind = ofEachKind(StoredMoment.nullable())
const neither = { clockings: null, absences: null }

/** The hours of the week in which somebody clocks, week by week (lib/attendance/usual-hours.ts). */
export const UsualHours = z.object({
  /** Since when they are learned. */
  since: StoredMoment,
  /** By the date of its Monday, `YYYY-MM-DD`, the 168 hours of a week as bits, the lowest first, in base64. */
  weeks: z.record(z.string(), z.string()),
})
export type UsualHours = z.infer<typeof UsualHours>

/** What is remembered of a clocking that is forgotten, for where somebody is. */
const ForgottenClocking = z.object({
  /** Not of one that a release before noted. */
  id: z.string().optional(),
  start: StoredMoment,
  startTimeZone: z.string(),
})
export type ForgottenClocking = z.infer<typeof ForgottenClocking>

/** What we last knew of one employee. Moments are UTC date-times. */
export const EmployeeState = z.object({
  employeeId: z.guid(),
  /** Grows by one with every write; every write is conditional on it. 0 is not yet saved. */
  version: z.int().min(0),
  /** The number of the employee's last event. */
  sequence: z.int().min(0),
  profile: EmployeeProfile,
  membership: z.enum(['member', 'leaver']),
  /** Of the roster: a member whom it lacks, what was recorded of a profile, a leaver who is back. */
  ...doubtable,
  /** When a leaver was recorded as having left. */
  leftAt: StoredMoment.nullable().default(null),
  /** The last complete answer about a leaver of whom no more is asked. */
  restSince: StoredMoment.nullable().default(null),
  /** Until the first complete answer of each kind: what happened by this moment is not news. */
  baselineAt: StoredMoment.nullable().default(null),
  /** Of which kinds that answer has come while the other is awaited: what they show is news, though they be asked anew. */
  baselineOver: z.array(z.enum(['clockings', 'absences'])).default([]),
  /** Whether a poll has been completed for the employee. */
  seen: z.boolean(),
  /** From when on nobody has asked about them: newcomers, and leavers who are back. */
  unaskedSince: momentOfEachKind.default(neither),
  /** The zone of the newest clocking, where it is a valid one. */
  timeZone: z.string().nullable().default(null),
  /** The newest of the clockings that were forgotten. */
  newestForgotten: ForgottenClocking.optional(),
  clockings: z.record(z.string(), TrackedClocking),
  absences: z.record(z.string(), TrackedAbsence),
  /** What is untracked and ended by then has been reported and forgotten. */
  forgottenBefore: momentOfEachKind,
  unread: ofEachKind(UnreadRecords.nullable()).default(neither),
  /** While polls go by them. Worth no more than calls: what cannot be read is learned anew. */
  usualHours: UsualHours.nullable().default(null).catch(null),
  /** Events not yet acknowledged by SNS, in order. */
  outbox: z.array(OutboxEntry),
})
export type EmployeeState = z.infer<typeof EmployeeState>

/**
 * The state of an employee of whom nothing is known yet.
 * @param since from when on they must be asked about, UTC
 */
export const newEmployee = (
  employeeId: string,
  profile: EmployeeProfile,
  since: string,
): EmployeeState =>
  EmployeeState.parse({
    employeeId,
    version: 0,
    sequence: 0,
    profile,
    membership: 'member',
    seen: false,
    unaskedSince: { clockings: since, absences: since },
    clockings: {},
    absences: {},
    forgottenBefore: neither,
    outbox: [],
  })
