import { lastMomentOf } from './clockings/clocking-times.ts'
import { type Recording, withEvent } from './events/outbox.ts'
import { type EpochMs, epochMs, utc } from './moments.ts'
import type { EmployeeState, Kind } from './state/state.ts'
import type { Step } from './steps.ts'

/** The answers before, UTC, of each kind: what is recorded became visible since. */
export type After = Record<Kind, string | null>

/** What the events of one employee's poll share. */
export type PollRecording = Omit<Recording, 'after'> & { after: After }

const kindOf = (step: Step): Kind => (step.of === 'clocking' ? 'clockings' : 'absences')

/** Changes two records in place; both belong to whoever calls. */
const remember = (state: Pick<EmployeeState, Kind>, step: Step): void => {
  const { id, tracked } = step
  if (tracked === null) delete state[kindOf(step)][id]
  else if (step.of === 'clocking' && step.tracked !== null) state.clockings[id] = step.tracked
  else if (step.of === 'absence' && step.tracked !== null) state.absences[id] = step.tracked
}

const copied = (state: EmployeeState): EmployeeState => ({
  ...state,
  clockings: { ...state.clockings },
  absences: { ...state.absences },
})

/** The state with what steps remember, without recording events. */
export const withSteps = (state: EmployeeState, steps: readonly Step[]): EmployeeState => {
  const next = copied(state)
  for (const step of steps) remember(next, step)
  return next
}

/** The earlier of two moments; of one that is not known, nobody can say what was before it. */
const earlier = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return null
  return epochMs(one) < epochMs(other) ? one : other
}

/**
 * Whether somebody who is in though absent was known to be in, and to be absent, before: by answers each of which showed one of
 * both, so that neither could say so, however early it was so.
 */
const wereBothKnown = ({ clockings, absences }: EmployeeState, { id, draft }: Step): boolean =>
  clockings[id] !== undefined &&
  draft !== null &&
  'absence' in draft.data &&
  absences[draft.data.absence.id] !== undefined

/**
 * Whether the clock brought about what a step records, of what was known. Polls may have passed since that could not say so: they
 * read nothing of it, or not all.
 */
const isByTheClock = (before: EmployeeState, step: Step): boolean => {
  if (step.of === 'absence') return step.by === 'clock'
  switch (step.draft?.name) {
    case 'clocking-overdue':
    case 'break-overdue':
      return before.clockings[step.id]?.known.end === null
    case 'clocked-in-while-absent':
      return wereBothKnown(before, step)
    default:
      return false
  }
}

/**
 * Since when what a step records was not observed. What the local clock brought about happened since the
 * last poll, not since the last reading, and at its time at the latest; what follows from both kinds, since the one that was read
 * longer ago.
 */
const afterOf = (
  step: Step,
  { clockings, absences }: After,
  before: EmployeeState,
): string | null => {
  const ofKind = step.of === 'absence' && step.by === 'answer' ? absences : clockings
  const since =
    step.draft?.name === 'clocked-in-while-absent' ? earlier(clockings, absences) : ofKind
  return step.draft !== null && isByTheClock(before, step) ? earlier(since, step.draft.time) : since
}

/** When what a step records happened, though it may stand after what happened later. */
const happenedAt = ({ at, draft }: Step): EpochMs =>
  draft === null ? at : Math.min(at, epochMs(draft.time))

/** Whether something was recorded of it that happened after a moment: it was news, and remains so wherever it is moved. */
const wasNews = (state: EmployeeState, { of, id }: Step, moment: EpochMs): boolean => {
  if (of === 'absence') return epochMs(state.absences[id]?.startedAt ?? utc(moment)) > moment
  const clocking = state.clockings[id]
  return clocking !== undefined && lastMomentOf(clocking.known) > moment
}

/** A record, of which a poll may have several steps. */
const keyOf = ({ of, id }: Step): string => `${of} ${id}`

/** The last step of each record: what that is by the answer. */
const lastSteps = (steps: readonly Step[]): ReadonlyMap<string, Step> =>
  new Map(steps.map((step) => [keyOf(step), step]))

/**
 * Whether a clocking goes on, is not known, and began before one that was forgotten: none is forgotten while
 * it goes on, so that its end may have been told.
 * @param last the last step of it
 */
const isOpenAgain = ({ clockings, newestForgotten }: EmployeeState, last: Step): boolean =>
  last.of === 'clocking' &&
  last.tracked?.known.end === null &&
  clockings[last.id] === undefined &&
  newestForgotten !== undefined &&
  epochMs(last.tracked.known.start) <= epochMs(newestForgotten.start)

/**
 * Whether a step is not news because it had happened before the first run: so it is until
 * the first complete answer of its kind.
 * @param before the state before the poll
 * @param last the last step of the same record
 */
const isBaseline = (before: EmployeeState, step: Step, last: Step): boolean =>
  before.baselineAt !== null &&
  before.unaskedSince[kindOf(step)] !== null &&
  !before.baselineOver.includes(kindOf(step)) &&
  step.isBack !== true &&
  step.isCorrected !== true &&
  !isOpenAgain(before, last) &&
  !wasNews(before, step, epochMs(before.baselineAt)) &&
  happenedAt(step) <= epochMs(before.baselineAt)

const recorded = (
  state: EmployeeState,
  step: Step,
  poll: PollRecording,
  isOld: boolean,
  before: EmployeeState,
): EmployeeState => {
  if (step.draft === null) return state
  if (isOld && poll.rules.baseline === 'silent') return state
  // Before the first run nobody had polled.
  const recording = { ...poll, after: isOld ? null : afterOf(step, poll.after, before) }
  return withEvent(state, step.draft, recording, isOld)
}

/** A part becomes smaller by no more than a fifth so that it ends between two records. */
const leastOfPart = 0.8

/**
 * Where steps are parted of which one has no room: where, not far before it, no record goes on, so that nobody is
 * left as being in, or away, whose end has been seen. A record that is too much by itself is torn.
 * @param full the index of that step
 */
const partingAt = (steps: readonly Step[], full: number): number => {
  const last = new Map(steps.map((step, index) => [keyOf(step), index]))
  let parting = 0
  let goesOnTo = -1
  for (const [index, step] of steps.slice(0, full + 1).entries()) {
    if (goesOnTo < index) parting = index
    goesOnTo = Math.max(goesOnTo, last.get(keyOf(step)) ?? index)
  }
  return parting > 0 && parting >= full * leastOfPart ? parting : full
}

/** Whether a step follows from a correction that comes right before it: by itself the next answer would not show that. */
const isOfThatCorrection = (step: Step, previous: Step | undefined): boolean =>
  previous?.isCorrected === true && keyOf(step) === keyOf(previous)

/**
 * The state with what steps remember and record, as far as there is room for their events. A correction is not parted
 * from what follows from it.
 * @param isFull whether another event has no room
 * @returns the state, and the steps that are left
 */
export const applySteps = (
  before: EmployeeState,
  steps: readonly Step[],
  poll: PollRecording,
  isFull: (state: EmployeeState) => boolean = () => false,
): { state: EmployeeState; rest: readonly Step[] } => {
  let next = copied(before)
  const lasts = lastSteps(steps)
  for (const [index, step] of steps.entries()) {
    if (step.draft !== null && isFull(next) && !isOfThatCorrection(step, steps[index - 1])) {
      const parting = partingAt(steps, index)
      const state =
        parting === index ? next : applySteps(before, steps.slice(0, parting), poll).state
      return { state, rest: steps.slice(parting) }
    }
    remember(next, step)
    next = recorded(
      next,
      step,
      poll,
      isBaseline(before, step, lasts.get(keyOf(step)) ?? step),
      before,
    )
  }
  return { state: next, rest: [] }
}
