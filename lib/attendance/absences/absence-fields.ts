import { sameJson } from '../changes.ts'
import { cutAbsence } from '../events/privacy.ts'
import type { Privacy } from '../rules.ts'
import type { KnownAbsence, TrackedAbsence } from '../state/state.ts'
import { type PollContext, spanOf } from '../steps.ts'
import { type Fields, formerAfter, movedIntoForgotten, takenBack } from '../taking-back.ts'
import { spelledOut } from './absence-times.ts'

/** No part of an absence is recorded as an event of its own, so that losing it takes nothing back. */
const never = (): boolean => false

/** A field whose time of day, if it has one, is in one spelling. */
const inOneSpelling = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && ('time' in value || 'date' in value)
    ? { ...value, time: spelledOut((value as { time?: string | null }).time) }
    : value

/** Whether a field of an absence says the same: at 8:30 is at 8:30:00. */
export const sameField = (_field: string, one: unknown, other: unknown): boolean =>
  sameJson(one, other) || sameJson(inOneSpelling(one), inOneSpelling(other))

/**
 * What both say, be it only to go by; a field that only one has became or was invisible, which is no news.
 */
const bothFields = (
  before: KnownAbsence,
  after: KnownAbsence,
  privacy: Privacy,
): [Fields, Fields] => {
  const earlier: Fields = cutAbsence(before, privacy)
  const later: Fields = cutAbsence(after, privacy)
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
