import { keysOfBoth } from '../changes.ts'
import { firstRevision, isForgotten } from '../forgotten.ts'
import { isClockingAwaited } from '../missing/awaited.ts'
import { hiddenClockings } from '../missing/hidden.ts'
import { missingClockingSteps, perhapsShown, shownUnread, stillGone } from '../missing/missing.ts'
import { epochMs } from '../moments.ts'
import type { ShownClockings } from '../snapshot.ts'
import type { EmployeeState } from '../state/state.ts'
import type { PollContext, Step } from '../steps.ts'
import { clockingSteps } from './clocking-steps.ts'
import { firstMomentOf } from './clocking-times.ts'

/** What is to be recorded of the clockings of one employee. */
export const clockingsDiff = (
  state: EmployeeState,
  asked: ShownClockings,
  context: PollContext,
): Step[] => {
  const answers = new Map(asked.records.map((clocking) => [clocking.id, clocking]))
  const unread = new Set(asked.unread)
  const mayBeHidden = hiddenClockings(state, asked)
  return keysOfBoth(Object.keys(state.clockings), answers.keys()).flatMap((id): Step[] => {
    const before = state.clockings[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const end = answer.end === null ? null : epochMs(answer.end)
      if (before === undefined && isForgotten(state, 'clockings', id, end)) return []
      const revision = firstRevision(state, 'clockings', firstMomentOf(answer), context)
      return clockingSteps(before, answer, context, revision)
    }
    if (before === undefined) return []
    const isHidden = mayBeHidden(id)
    const isConclusive = asked.isComplete && !isHidden
    if (
      !unread.has(id) &&
      isClockingAwaited(before, asked.window, state.unread.clockings?.ids[id])
    ) {
      if (isConclusive) return missingClockingSteps(id, before, context, asked.isWide, asked.reach)
      // From an incomplete answer nothing is missing that was not before.
      const isMissing = asked.isComplete || before.missingSince !== null
      const doubted = isHidden && isMissing ? perhapsShown(before, context.now) : null
      return doubted === null
        ? []
        : [{ of: 'clocking', id, at: context.now, draft: null, tracked: doubted }]
    }
    // What began before the API's reach is looked for nowhere else.
    const isEverywhere = asked.isWide || epochMs(before.known.start) <= asked.reach
    const gone = before.phase === 'removed' ? stillGone(before, isConclusive && isEverywhere) : null
    const tracked = unread.has(id) ? shownUnread(before) : gone
    return tracked === null ? [] : [{ of: 'clocking', id, at: context.now, draft: null, tracked }]
  })
}
