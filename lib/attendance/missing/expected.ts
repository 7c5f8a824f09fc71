import { overEverywhereAt } from '../absences/absence-times.ts'
import type { ShownAbsences, ShownClockings } from '../snapshot.ts'
import type { EmployeeState, TrackedAbsence, TrackedClocking } from '../state/state.ts'
import { isAbsenceAwaited, isAtAllInside, isClockingAwaited, isEndedShown } from './awaited.ts'
import { hiddenAbsences, hiddenClockings } from './hidden.ts'
import { isSoughtTwice } from './missing.ts'

/** Whether something that was recorded as gone seems to be back. */
const isPerhapsBack = ({ doubted }: TrackedClocking | TrackedAbsence): boolean => doubted.length > 0

/** What is known and an answer may show, whatever the reason, and does not: the ids. */
export const lackedClockings = (
  state: EmployeeState,
  { records, unread, window }: ShownClockings,
): string[] => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  return Object.entries(state.clockings).flatMap(([id, each]) =>
    !shown.has(id) &&
    (isClockingAwaited(each, window, state.unread.clockings?.ids[id]) || isPerhapsBack(each))
      ? [id]
      : [],
  )
}

/** Likewise of absences. */
export const lackedAbsences = (state: EmployeeState, answer: ShownAbsences): string[] => {
  const shown = new Set([...answer.records.map(({ id }) => id), ...answer.unread])
  const mayBeShown = (each: TrackedAbsence): boolean =>
    each.phase === 'upcoming' || each.phase === 'started'
      ? isAbsenceAwaited(each, answer) || isAtAllInside(each.known, answer)
      : isEndedShown(each, answer) || isPerhapsBack(each)
  return Object.entries(state.absences).flatMap(([id, each]) =>
    !shown.has(id) && mayBeShown(each) ? [id] : [],
  )
}

export type Expectation = {
  /** What an answer should show. */
  expected: string[]
  /** Which of it it does not, though one without an id may be it. */
  unshown: string[]
  /** Which of it is missing for certain. */
  missing: string[]
}

const expectation = (
  { records, unread, isComplete }: ShownClockings | ShownAbsences,
  expected: string[],
  isHidden: (id: string) => boolean,
): Expectation => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  const unshown = isComplete ? expected.filter((id) => !shown.has(id)) : []
  return { expected, unshown, missing: unshown.filter((id) => !isHidden(id)) }
}

/** The clockings that an answer should show, and those that it does not. */
export const expectedClockings = (state: EmployeeState, answer: ShownClockings): Expectation => {
  const known = Object.entries(state.clockings)
  const expected = known.filter(([id, each]) =>
    isClockingAwaited(each, answer.window, state.unread.clockings?.ids[id]),
  )
  return expectation(
    answer,
    expected.map(([id]) => id),
    hiddenClockings(state, answer),
  )
}

/** The absences that an answer should show, and those that it does not. */
export const expectedAbsences = (state: EmployeeState, answer: ShownAbsences): Expectation => {
  const known = Object.entries(state.absences)
  const expected = known.filter(([, each]) => isAbsenceAwaited(each, answer))
  return expectation(
    answer,
    expected.map(([id]) => id),
    hiddenAbsences(state, answer),
  )
}

/** The ended absences that an answer does not show, though their dates were asked for. */
export const missingEnded = (state: EmployeeState, answer: ShownAbsences): string[] => {
  const known = Object.entries(state.absences)
  const ended = known.filter(([, each]) => isEndedShown(each, answer)).map(([id]) => id)
  return expectation(answer, ended, hiddenAbsences(state, answer)).unshown
}

/**
 * The ended absences that an answer may show and does not, and that were not looked for everywhere yet, or not twice: they
 * may have been corrected to have ended before its dates. What would be forgotten is looked for no more, whatever came of it.
 */
export const endedToFind = (state: EmployeeState, answer: ShownAbsences): string[] => {
  const known = Object.entries(state.absences)
  const sought = known.filter(
    ([, each]) =>
      each.phase === 'ended' &&
      !isSoughtTwice(each) &&
      overEverywhereAt(each.known) > answer.forgetBefore &&
      (isAtAllInside(each.known, answer) || each.missingSince !== null),
  )
  const ids = sought.map(([id]) => id)
  return expectation(answer, ids, hiddenAbsences(state, answer)).missing
}
