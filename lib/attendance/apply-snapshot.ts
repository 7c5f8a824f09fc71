import { type After, applySteps } from './apply.ts'
import { diffEmployee } from './diff.ts'
import { forget } from './forget.ts'
import { keptSmall } from './keep-small.ts'
import type { EpochMs } from './moments.ts'
import { redactState } from './privacy.ts'
import type { AttendanceRules } from './rules.ts'
import { type GivenUp, settle, unreadInPart } from './settle.ts'
import type { Removal, Snapshot } from './snapshot.ts'
import type { EmployeeState } from './state.ts'
import type { Step } from './steps.ts'
import { untoldIn } from './untold.ts'

/** How an employee's answer came about, and what it is judged by. */
export type Answering = {
  /** When the employee was asked, and when the answer had come. */
  asked: EpochMs
  now: EpochMs
  after: After
  rules: AttendanceRules
  removal: Removal
  lookbackHours: number
  /** Where no more is to be asked about a leaver; else null. */
  givenUp: GivenUp | null
  /** The room that a state takes in its item, its outbox aside, in bytes. */
  bytesOf: (state: EmployeeState) => number
}

/** A change that begins: its steps are told as far as an outbox has room, then saved. */
export const beginApplying = (
  before: EmployeeState,
  snapshot: Snapshot,
  answering: Answering,
  isFull: (state: EmployeeState) => boolean,
) => {
  const { now, rules, removal } = answering
  const { timeZone, steps } = diffEmployee(before, snapshot, now, rules, removal)
  return { ...applySteps({ ...before, timeZone }, steps, answering, isFull), steps }
}

/**
 * A state to save with some steps still to be told: what happened before the first of them may
 * be forgotten, unless it is corrected by another, or could not be read.
 */
export const savedInPart = (
  state: EmployeeState,
  snapshot: Snapshot,
  { asked, rules, bytesOf }: Answering,
  rest: readonly Step[],
): EmployeeState => {
  const untold = untoldIn(rest)
  const noted = { ...state, unread: unreadInPart(state, snapshot, asked) }
  return keptSmall(forget(noted, snapshot, rules, untold), bytesOf, untold)
}

/** The state once all is told: settled, and without what the next window does not reach. */
export const settledAfter = (
  told: EmployeeState,
  snapshot: Snapshot,
  { asked, lookbackHours, givenUp, rules, bytesOf }: Answering,
): { settled: EmployeeState; toSave: EmployeeState } => {
  const { timeZone } = told
  const allowed = redactState(told, rules.privacy)
  const settled = settle(allowed, snapshot, { asked, timeZone, lookbackHours, givenUp })
  return { settled, toSave: keptSmall(forget(settled, snapshot, rules), bytesOf) }
}

/** The state that a snapshot makes of another, with all of its events in the outbox. */
export const applySnapshot = (
  before: EmployeeState,
  snapshot: Snapshot,
  answering: Answering,
): EmployeeState => {
  const { state } = beginApplying(before, snapshot, answering, () => false)
  return settledAfter(state, snapshot, answering).toSave
}
