import { isNameless } from '../../workforce/nameless.ts'
import { isKnownBoundary } from '../absences/absence-times.ts'
import { epochMs } from '../moments.ts'
import type { Range, ShownAbsences, ShownClockings } from '../snapshot.ts'
import type {
  EmployeeState,
  Kind,
  KnownAbsence,
  TrackedAbsence,
  TrackedClocking,
} from '../state/state.ts'
import { hasTwinIn } from './twins.ts'

/**
 * Whether an answer for a window must show a known clocking; one that was missing before stays
 * so until it is found.
 */
export const isClockingAwaited = (
  { phase, known, missingSince, doubted }: TrackedClocking,
  window: Range,
): boolean =>
  phase === 'present' &&
  (missingSince !== null ||
    doubted.length > 0 ||
    (epochMs(known.start) < window.to && (known.end === null || epochMs(known.end) > window.from)))

/** Dates, `YYYY-MM-DD`, inclusive. */
type Dates = { from: string; to: string }

/** Whether an absence reaches so far into the dates asked for that an answer must show it. */
export const isStrictlyInside = (
  { start, end }: Pick<KnownAbsence, 'start' | 'end'>,
  { from, to }: Dates,
): boolean =>
  isKnownBoundary(start) &&
  start.date < to &&
  (end === null || (isKnownBoundary(end) && end.date > from))

/** Whether an answer may show an absence for the dates asked for, the first and the last of them included. */
const isAtAllInside = (
  { start, end }: Pick<KnownAbsence, 'start' | 'end'>,
  { from, to }: Dates,
): boolean =>
  isKnownBoundary(start) &&
  start.date <= to &&
  (end === null || (isKnownBoundary(end) && end.date >= from))

/** Whether an answer for some dates must show a known absence; likewise. */
export const isAbsenceAwaited = (
  { phase, known, missingSince, doubted }: TrackedAbsence,
  dates: Dates,
): boolean =>
  (phase === 'upcoming' || phase === 'started') &&
  (missingSince !== null || doubted.length > 0 || isStrictlyInside(known, dates))

/**
 * Likewise of one that has ended. Nothing is recorded where it is gone, but an answer that lacks it
 * lacks something all the same.
 */
export const isEndedShown = (
  { phase, known, missingSince }: TrackedAbsence,
  dates: Dates,
): boolean => phase === 'ended' && (missingSince !== null || isStrictlyInside(known, dates))

/**
 * Whether a record that an answer does not show may be one of those without a readable id that it has: of each it is
 * known what it may be, or it may be anything. One that has the times of another may have lost its id since.
 */
export const hiddenIn = (
  state: EmployeeState,
  kind: Kind,
  { records, unread }: Pick<ShownClockings | ShownAbsences, 'records' | 'unread'>,
): ((id: string) => boolean) => {
  const suspects = new Set<string>()
  const marks = unread.filter(isNameless)
  if (marks.length === 0) return () => false
  for (const mark of marks) {
    const { isHarmless = false, mayBe } = state.unread[kind]?.ids[mark] ?? {}
    if (!isHarmless && mayBe === undefined) return () => true
    for (const id of mayBe ?? []) suspects.add(id)
  }
  const hasTwin = hasTwinIn(state[kind], records)
  return (id) => suspects.has(id) || hasTwin(id)
}

/** Whether something that was recorded as gone seems to be back. */
const isPerhapsBack = ({ doubted }: TrackedClocking | TrackedAbsence): boolean => doubted.length > 0

/** What is known and an answer may show, whatever the reason, and does not: the ids. */
export const lackedClockings = (
  state: EmployeeState,
  { records, unread, window }: ShownClockings,
): string[] => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  return Object.entries(state.clockings).flatMap(([id, each]) =>
    !shown.has(id) && (isClockingAwaited(each, window) || isPerhapsBack(each)) ? [id] : [],
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
  state: EmployeeState,
  kind: Kind,
  answer: ShownClockings | ShownAbsences,
  expected: string[],
): Expectation => {
  const { records, unread, isComplete } = answer
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  const unshown = isComplete ? expected.filter((id) => !shown.has(id)) : []
  const isHidden = hiddenIn(state, kind, answer)
  return { expected, unshown, missing: unshown.filter((id) => !isHidden(id)) }
}

/** The clockings that an answer should show, and those that it does not. */
export const expectedClockings = (state: EmployeeState, answer: ShownClockings): Expectation => {
  const known = Object.entries(state.clockings)
  const expected = known.filter(([, each]) => isClockingAwaited(each, answer.window))
  return expectation(
    state,
    'clockings',
    answer,
    expected.map(([id]) => id),
  )
}

/** The absences that an answer should show, and those that it does not. */
export const expectedAbsences = (state: EmployeeState, answer: ShownAbsences): Expectation => {
  const known = Object.entries(state.absences)
  const expected = known.filter(([, each]) => isAbsenceAwaited(each, answer))
  return expectation(
    state,
    'absences',
    answer,
    expected.map(([id]) => id),
  )
}

/** The ended absences that an answer does not show, though their dates were asked for. */
export const missingEnded = (state: EmployeeState, answer: ShownAbsences): string[] => {
  const known = Object.entries(state.absences)
  const ended = known.filter(([, each]) => isEndedShown(each, answer)).map(([id]) => id)
  return expectation(state, 'absences', answer, ended).unshown
}
