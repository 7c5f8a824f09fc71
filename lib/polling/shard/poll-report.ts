import type { Loss } from '../../attendance/missing/loss.ts'
import { countUnread } from '../../attendance/missing/unread-again.ts'
import { unreadSettled } from '../../attendance/settle.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Progress } from '../../store/shard-record.ts'
import type { WorkforceError } from '../../workforce/errors.ts'
import type { ShardAnswers } from '../asking/ask-shard.ts'
import type { Answered } from '../asking/losses.ts'
import type { EmployeeOutcome, ShardOutcomes } from '../publishing/publish-shard-changes.ts'
import type { UnsavedState } from '../publishing/save-and-publish.ts'

/** Why an employee could not be asked. */
export type EmployeeFailure = { employeeId: string; error: WorkforceError }

/** What a poll knows of what waits to be published, whatever became of its questions. */
type Waiting = {
  /** When the oldest event still waiting for SNS was recorded, UTC. */
  oldestPending: string | null
}

/** What became of a poll. */
export type PollReport =
  /** Another poll of the shard runs, or there is no such shard. */
  | { kind: 'skipped' }
  /** Its slot was over before it came to ask: nobody was asked, and the next plan begins with it. */
  | ({ kind: 'late'; polledThrough: string } & Waiting)
  /** The whole API fails: nothing was written but what waited, the next poll covers it. */
  | ({ kind: 'outage'; reason: string; polledThrough: string; clamped: string[] } & Waiting)
  | ({
      kind: 'polled'
      polledThrough: string
      /** Employees whose clockings were answered. */
      polled: number
      /**
       * Employees for whom time did not suffice, who wait for their turn, or of whom not all could be
       * saved; the next poll begins with them.
       */
      leftOver: number
      failures: EmployeeFailure[]
      /** Whether most calls about clockings failed, though not all. */
      haveMostFailed: boolean
      absenceFailures: EmployeeFailure[]
      /** Of whom the API refuses to be asked where what seems to be missing may lie. */
      refusedLooks: EmployeeFailure[]
      /** Why nobody's clockings could be had, or null. */
      clockingOutage: string | null
      /** Likewise absences. */
      absenceOutage: string | null
      /** Employees whose window should reach back further than the API allows. */
      clamped: string[]
      /** Employees whose saved state cannot be read. */
      unreadable: string[]
      /** Leavers whom the API refuses to answer about: no more is asked. */
      givenUp: string[]
      /** Of what so much is missing at once that none of it is believed. */
      doubted: ({ what: Kind } & Pick<Loss, 'missing' | 'of'>)[]
      /** Employees with records that cannot be read and are remembered until they can. */
      unreadRecords: { employeeId: string; count: number }[]
      /** Employees whose absences could not be had. */
      absencesBehind: number
      outcomes: Record<EmployeeOutcome, number>
      /** Employees whose new state could not be saved. */
      unsaved: UnsavedState[]
      /** Since when the one who has waited longest has no complete answer on clockings, UTC. */
      oldestBehind: string | null
    } & Waiting)

/** What became of one that was answered. */
export type Polled = Extract<PollReport, { kind: 'polled' }>

/** How many employees came to each end. */
export const countOutcomes = (
  outcomes: Iterable<EmployeeOutcome>,
): Record<EmployeeOutcome, number> => {
  const counts = { saved: 0, blocked: 0, overtaken: 0, unsaved: 0 }
  for (const outcome of outcomes) counts[outcome]++
  return counts
}

/** When the oldest event that still waits for SNS was recorded. */
export const oldestPending = (employees: readonly EmployeeState[]): string | null =>
  employees.flatMap(({ outbox }) => outbox.map((entry) => entry.recordedtime)).sort()[0] ?? null

/** Since when the one who has waited longest has no complete answer on clockings. */
export const oldestBehind = ({ behind }: Pick<Progress, 'behind'>): string | null =>
  Object.values(behind.clockings)
    .map(({ since }) => since)
    .sort()[0] ?? null

/** Who has records that cannot be read and are remembered, after their answers. */
export const unreadRecords = (
  people: readonly Pick<Answered, 'state' | 'snapshot' | 'asked'>[],
): { employeeId: string; count: number }[] =>
  people.flatMap(({ state, snapshot, asked }) => {
    const { clockings, absences } = unreadSettled(state, snapshot, asked)
    const count = countUnread(clockings, asked) + countUnread(absences, asked)
    return count === 0 ? [] : [{ employeeId: state.employeeId, count }]
  })

/** Who could not be asked one kind of question, and why. */
const failuresIn = (answers: ShardAnswers[Kind]): EmployeeFailure[] =>
  answers.kind === 'outage'
    ? []
    : answers.failures.map(({ of, error }) => ({ employeeId: of.employeeId, error }))

/** What a poll was answered, and what became of that. */
export type Found = {
  answers: ShardAnswers
  published: ShardOutcomes
  progress: Progress
  /** How many of those are left who were to be asked. */
  left: Record<Kind, number>
  clamped: string[]
  /** The ids of those whose item cannot be read. */
  unreadable: string[]
  unsaved: UnsavedState[]
  /** Everyone after the poll. */
  after: readonly EmployeeState[]
}

const doubtedIn = ({ losses }: ShardAnswers): Polled['doubted'] =>
  (['clockings', 'absences'] as const).flatMap((what) => {
    const { isDoubted, missing, of } = losses[what]
    return isDoubted ? [{ what, missing, of }] : []
  })

/** What a poll reports that was answered. */
export const polledReport = (found: Found): Polled => {
  const { answers, published, progress } = found
  const { clockings, absences } = answers
  const areAbsencesOut = absences.kind === 'outage'
  const areClockingsOut = clockings.kind === 'outage'
  return {
    kind: 'polled',
    polledThrough: progress.polledThrough,
    polled: areClockingsOut ? 0 : clockings.answers.length,
    leftOver: found.left.clockings,
    failures: failuresIn(clockings),
    haveMostFailed: !areClockingsOut && clockings.haveMostFailed,
    absenceFailures: failuresIn(absences),
    refusedLooks: answers.refused,
    clockingOutage: areClockingsOut ? clockings.reason : null,
    absenceOutage: areAbsencesOut ? absences.reason : null,
    clamped: found.clamped,
    unreadable: found.unreadable,
    givenUp: published.givenUp,
    doubted: doubtedIn(answers),
    unreadRecords: unreadRecords(answers.people),
    absencesBehind: areAbsencesOut
      ? answers.due.absences.length
      : Object.keys(progress.behind.absences).length,
    outcomes: countOutcomes(published.outcomes.values()),
    unsaved: found.unsaved,
    oldestPending: oldestPending(found.after),
    oldestBehind: oldestBehind(progress),
  }
}
