import { redactAbsence } from '../events/privacy.ts'
import type { Privacy } from '../rules.ts'
import type { KnownAbsence, TrackedAbsence } from '../state/state.ts'
import { type PollContext, spanOf } from '../steps.ts'
import { type Fields, formerAfter, movedIntoForgotten, takenBack } from '../taking-back.ts'

/** No part of an absence is recorded as an event of its own, so that losing it takes nothing back. */
const never = (): boolean => false

/** What both say; a field that only one has became or was invisible, which is no news. */
const bothFields = (
  before: KnownAbsence,
  after: KnownAbsence,
  privacy: Privacy,
): [Fields, Fields] => {
  const earlier: Fields = redactAbsence(before, privacy)
  const later: Fields = redactAbsence(after, privacy)
  const common = (fields: Fields, others: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field in others))
  return [common(earlier, later), common(later, earlier)]
}

/** The marks of all that an answer takes back of a known absence, and of a withdrawn one that it is. */
export const takenBackOfAbsence = (
  { phase, known, former, revision }: TrackedAbsence,
  current: KnownAbsence,
  context: PollContext,
): string[] => [
  ...(phase === 'withdrawn' ? ['phase=present'] : []),
  ...takenBack(...bothFields(known, current, context.rules.privacy), former, never),
  ...movedIntoForgotten(
    { end: spanOf(known, context)?.end ?? null, mayBeBack: revision !== 0 },
    spanOf(current, context)?.end ?? null,
    context.forgottenBefore.absences,
  ),
]

/** What to remember of a known absence's values once it is as it is now. */
export const formerOfAbsence = (
  { known, former }: TrackedAbsence,
  current: KnownAbsence,
  privacy: Privacy,
): string[] => formerAfter(...bothFields(known, current, privacy), former, never)
