import type { AbsenceSpan } from './absences/absence-times.ts'
import { absenceSpan } from './absences/absence-times.ts'
import type { DataOf, EventName } from './events/events.ts'
import type { EpochMs } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { Removal } from './snapshot.ts'
import type { Kind, KnownAbsence, TrackedAbsence, TrackedClocking } from './state/state.ts'
import type { WronglySaid } from './where-they-are.ts'

/** What every step of one employee's poll is worked out from. */
export type PollContext = {
  employeeId: string
  /** The moment of the employee's answer. */
  now: EpochMs
  /** The employee's IANA zone. */
  zone: string
  /** What it was before this answer. */
  formerZone: string
  /** When the clocking began that says so; null where none does. */
  zoneSince: EpochMs | null
  /** Whether this answer shows that it was said wrongly where they were at a moment. */
  wronglySaid: WronglySaid
  rules: AttendanceRules
  removal: Removal
  /** Up to when things of each kind are forgotten. */
  forgottenBefore: Record<Kind, EpochMs | null>
}

/** An event before it has an employee, a number and an envelope. */
export type Draft = {
  [Name in EventName]: {
    name: Name
    /** When it happened, RFC 3339 in UTC. */
    time: string
    /** What its id is derived from, beside the employee. */
    facts: readonly unknown[]
    data: Omit<DataOf<Name>, 'employee' | 'observed'>
  }
}[EventName]

/**
 * One change of one employee's state, with the event that says it (null: it is only
 * remembered). The state after any number of steps holds what has been recorded by then, so a
 * long list of them can be saved and published in parts. `tracked: null` forgets.
 */
export type Step = {
  /** Where the step stands among the others: when the change happened. */
  at: EpochMs
  draft: Draft | null
  /** Whether it is of something that was recorded as gone: that it is back is news, whenever it happened. */
  isBack?: boolean
  /** Whether it says that what was recorded was wrong, or follows from that: it is news, whenever it happened. */
  isCorrected?: boolean
} & (
  | { of: 'clocking'; id: string; tracked: TrackedClocking | null }
  | {
      of: 'absence'
      id: string
      tracked: TrackedAbsence | null
      /** What brought it about: an answer that showed something, or the employee's local clock. */
      by: 'answer' | 'clock'
    }
)

/** A change of an absence. */
export type AbsenceStep = Extract<Step, { of: 'absence' }>

/** When a known absence holds, by the employee's local clock. */
export const spanOf = (
  known: KnownAbsence,
  { zone, rules }: Pick<PollContext, 'zone' | 'rules'>,
): AbsenceSpan | null => absenceSpan(known, zone, rules.workday)

/** The facts that distinguish a repeat of something taken back from its first time. */
export const again = (revision: number): number[] => (revision === 0 ? [] : [revision])
