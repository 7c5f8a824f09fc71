import { type After, applySteps } from './apply.ts'
import { sameJson } from './changes.ts'
import { diffEmployee } from './diff.ts'
import { redactState } from './events/privacy.ts'
import type { EpochMs } from './moments.ts'
import { remainingIn } from './remaining.ts'
import type { AttendanceRules } from './rules.ts'
import { type GivenUp, settle, unreadInPart } from './settle.ts'
import type { Removal, Snapshot } from './snapshot.ts'
import { forget } from './state/forget.ts'
import { keptSmall } from './state/keep-small.ts'
import type { EmployeeState } from './state/state.ts'
import type { Step } from './steps.ts'
import { type Learning, withUsualHours } from './usual-hours.ts'

/** How an employee's answer came about, and what it is judged by. */
export type Answering = Learning & {
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

/** What a snapshot makes of a state. */
export type Applied = {
  /** The state with its new events in the outbox, as it is to be saved. */
  state: EmployeeState
  /** Whether anything is to be saved. */
  isChanged: boolean
  /** What had no room in the outbox: it is applied to the state once that is saved and published. */
  rest: readonly Step[]
}

/**
 * A state to save with some steps still to be applied: what happened before the first of them may
 * be forgotten, unless it is corrected by another, or could not be read.
 */
const savedInPart = (
  state: EmployeeState,
  snapshot: Snapshot,
  { asked, rules, bytesOf }: Answering,
  rest: readonly Step[],
): EmployeeState => {
  const remaining = remainingIn(rest)
  const noted = { ...state, unread: unreadInPart(state, snapshot, asked) }
  return keptSmall(forget(noted, snapshot, rules, remaining), bytesOf, remaining)
}

/** The state once all is applied. */
const settledAfter = (
  state: EmployeeState,
  snapshot: Snapshot,
  { asked, lookbackHours, givenUp, rules }: Answering,
): EmployeeState => {
  const { timeZone } = state
  const allowed = redactState(state, rules.privacy)
  return settle(allowed, snapshot, { asked, timeZone, lookbackHours, givenUp })
}

const applied = (
  known: EmployeeState,
  begun: EmployeeState,
  steps: readonly Step[],
  snapshot: Snapshot,
  answering: Answering,
  isFull: IsFull,
): Applied => {
  const { state, rest } = applySteps(begun, steps, answering, isFull)
  if (rest.length > 0 && rest.length === steps.length)
    return { state: known, isChanged: false, rest }
  const done = steps.slice(0, steps.length - rest.length)
  const learned = (each: EmployeeState) => withUsualHours(each, done, answering)
  if (rest.length > 0)
    return { state: savedInPart(learned(state), snapshot, answering, rest), isChanged: true, rest }
  const settled = settledAfter(state, snapshot, answering)
  const isChanged = !sameJson(settled, known)
  // Usual hours alone are worth no write, nor the work.
  const toSave = isChanged ? learned(settled) : settled
  const { rules, bytesOf } = answering
  return { state: keptSmall(forget(toSave, snapshot, rules), bytesOf), isChanged, rest }
}

/** Whether the outbox of a state has no room for another event. */
export type IsFull = (state: EmployeeState) => boolean
const neverFull: IsFull = () => false

/**
 * The door to the core: what a snapshot makes of the state of an employee, as far as the outbox has
 * room for its events; all of it where there is no limit.
 */
export const applySnapshot = (
  before: EmployeeState,
  snapshot: Snapshot,
  answering: Answering,
  isFull = neverFull,
): Applied => {
  const { now, rules, removal } = answering
  const { timeZone, steps } = diffEmployee(before, snapshot, now, rules, removal)
  return applied(before, { ...before, timeZone }, steps, snapshot, answering, isFull)
}

/**
 * What the rest of a snapshot makes of the state that its first part was saved as.
 * @param saved as it was saved, less the events that were published since
 */
export const applyRest = (
  saved: EmployeeState,
  rest: readonly Step[],
  snapshot: Snapshot,
  answering: Answering,
  isFull: IsFull,
): Applied =>
  isFull(saved)
    ? { state: saved, isChanged: false, rest }
    : applied(saved, saved, rest, snapshot, answering, isFull)
