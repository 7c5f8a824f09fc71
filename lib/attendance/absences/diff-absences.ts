import { keysOfBoth } from '../changes.ts'
import { firstRevision, isForgotten } from '../forgotten.ts'
import { isAbsenceAwaited, isAtAllInside } from '../missing/awaited.ts'
import { hiddenAbsences } from '../missing/hidden.ts'
import {
  endedUnseen,
  missingAbsenceSteps,
  perhapsShown,
  shownUnread,
  stillGone,
} from '../missing/missing.ts'
import type { ShownAbsences } from '../snapshot.ts'
import type { EmployeeState, TrackedAbsence } from '../state/state.ts'
import { type PollContext, type Step, spanOf } from '../steps.ts'
import { absenceClockSteps, absenceSteps } from './absence-steps.ts'
import { overEverywhereAt } from './absence-times.ts'
import { areAbsencesKnownNow } from './known-now.ts'

const undoubted = { missingSince: null, doubted: [] }

/** Whether an absence was over, as it is known, before the API can be asked about: it is shown nowhere, though it was not withdrawn. */
const isBeyondReach = ({ known }: TrackedAbsence, { reach }: ShownAbsences): boolean =>
  known.end !== null && overEverywhereAt(known) <= reach

/**
 * What the clock brings about of an absence.
 * @param noted what an answer makes of it otherwise; null where that is nothing
 */
const byItsClock = (
  id: string,
  before: TrackedAbsence,
  noted: TrackedAbsence | null,
  context: PollContext,
): Step[] => {
  const clock = absenceClockSteps(id, noted ?? before, context)
  if (noted === null || clock.length > 0) return clock
  return [{ of: 'absence', by: 'answer', id, at: context.now, draft: null, tracked: noted }]
}

/** What is to be recorded of the absences of one employee: what an answer says, and what the clock has brought about. */
export const absencesDiff = (
  state: EmployeeState,
  asked: ShownAbsences | null,
  context: PollContext,
): Step[] => {
  const answers = new Map(asked?.records.map((absence) => [absence.id, absence]))
  const unread = new Set(asked?.unread)
  const mayBeHidden = asked === null ? () => false : hiddenAbsences(state, asked)
  return keysOfBoth(Object.keys(state.absences), answers.keys()).flatMap((id): Step[] => {
    const before = state.absences[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const span = spanOf(answer, context)
      const end = span?.end ?? null
      if (before === undefined && isForgotten(state, 'absences', id, end, overEverywhereAt(answer)))
        return []
      const revision = firstRevision(state, 'absences', span?.start, context)
      return absenceSteps(before, answer, context, revision)
    }
    if (before === undefined) return []
    if (asked === null)
      return areAbsencesKnownNow(state) ? absenceClockSteps(id, before, context) : []
    const isHidden = mayBeHidden(id)
    const isConclusive = asked.isComplete && !isHidden
    if (!unread.has(id) && isAbsenceAwaited(before, asked)) {
      if (isConclusive && !isBeyondReach(before, asked))
        return missingAbsenceSteps(id, before, context, asked.isWide)
      if (!isConclusive && !isHidden) return []
      // It may be there, as far as anyone can read or ask: its clock goes on, as it does while nobody asks.
      const isMissing = asked.isComplete || before.missingSince !== null
      const perhaps = isMissing ? perhapsShown(before, context.now) : null
      return byItsClock(id, before, isConclusive ? { ...before, ...undoubted } : perhaps, context)
    }
    const unseen =
      before.phase === 'ended' && isConclusive
        ? endedUnseen(before, isAtAllInside(before.known, asked), asked.isWide, context)
        : null
    const gone =
      before.phase === 'withdrawn' ? stillGone(before, isConclusive && asked.isWide) : unseen
    const cleared = unread.has(id) ? shownUnread(before) : gone
    return byItsClock(id, before, cleared, context)
  })
}
