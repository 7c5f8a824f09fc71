import type { ReadAbsence } from '../../workforce/reading.ts'
import { rememberAbsence } from '../events/privacy.ts'
import { isPerhapsThere } from '../missing/missing.ts'
import { type EpochMs, utc } from '../moments.ts'
import type { KnownAbsence, TrackedAbsence } from '../state/state.ts'
import { type AbsenceStep, again, type Draft, type PollContext, spanOf } from '../steps.ts'
import { isCertain, isConfirmed } from '../taking-back.ts'
import { amendment } from './absence-amendment.ts'
import { absenceData } from './absence-data.ts'
import { formerOfAbsence, sameField, takenBackOfAbsence } from './absence-fields.ts'
import { putOff } from './absence-phase.ts'
import { isEmptySpan } from './absence-times.ts'

const crossing = (
  name: 'absence-started' | 'absence-ended',
  id: string,
  tracked: TrackedAbsence,
  at: number,
  context: PollContext,
): Draft => ({
  name,
  time: utc(at),
  facts: [id, at, ...again(tracked.revision)],
  data: { absence: absenceData(id, tracked.known, context) },
})

/** Whether an absence goes by its clock: what may be a record without an id does, as far as anyone can read. */
const isClocked = (tracked: TrackedAbsence): boolean =>
  isCertain(tracked) || isPerhapsThere(tracked)

/** What brought about that an absence began, or ended: an answer that showed when for the first time, or the clock since. */
type Cause = (edge: 'start' | 'end') => AbsenceStep['by']

const byClock: Cause = () => 'clock'
const byAnswer: Cause = () => 'answer'

/**
 * What the clock has brought about, by the zone in which the employee is: an absence started, an absence ended. One that
 * the last answer did not show, or showed as it was before, waits until the next answer says how it stands.
 */
const crossings = (
  id: string,
  before: TrackedAbsence,
  context: PollContext,
  causeOf: Cause,
): AbsenceStep[] => {
  const span = spanOf(before.known, context)
  if (span === null || !isClocked(before)) return []
  const steps: AbsenceStep[] = []
  let tracked = { ...before, zone: context.zone }
  if (tracked.phase === 'upcoming' && span.start <= context.now && !isEmptySpan(span)) {
    const raised = tracked.raised.filter((each) => each !== putOff)
    const { endedAt: _, ...begun } = tracked
    tracked = { ...begun, phase: 'started', raised, startedAt: utc(span.start) }
    const draft = crossing('absence-started', id, tracked, span.start, context)
    steps.push({ of: 'absence', by: causeOf('start'), id, at: span.start, draft, tracked })
  }
  if (tracked.phase === 'started' && span.end !== null && span.end <= context.now) {
    const over = { missingSince: null, doubted: [], endedAt: utc(span.end) }
    tracked = { ...tracked, phase: 'ended', ...over }
    const draft = crossing('absence-ended', id, tracked, span.end, context)
    steps.push({ of: 'absence', by: causeOf('end'), id, at: span.end, draft, tracked })
  }
  return steps
}

const fresh = (known: KnownAbsence, revision: number, former: string[]): TrackedAbsence => ({
  revision,
  missingSince: null,
  former,
  doubted: [],
  keptUntil: null,
  phase: 'upcoming',
  known,
  raised: [],
})

/** An amendment with what follows from it, before which it comes whatever their times. */
const ledBy = (amended: AbsenceStep | null, clock: AbsenceStep[], now: EpochMs): AbsenceStep[] => {
  if (amended === null) return clock
  const all = [{ ...amended, at: Math.min(now, ...clock.map(({ at }) => at)) }, ...clock]
  return amended.draft === null ? all : all.map((step) => ({ ...step, isCorrected: true }))
}

/**
 * What the employee's clock has brought about since the last poll, which needs no call: it is that of another zone, an
 * absence started, an absence ended.
 */
export const absenceClockSteps = (
  id: string,
  before: TrackedAbsence,
  context: PollContext,
): AbsenceStep[] => {
  if (before.phase === 'withdrawn' || !isClocked(before)) return []
  const amended = amendment(id, before, before.known, context, 'clock')
  return ledBy(amended, crossings(id, amended?.tracked ?? before, context, byClock), context.now)
}

/**
 * What is to be recorded of one absence that the API shows: a correction of what was recorded, then
 * what the local clock has brought about. An absence that has not started may change freely.
 * An answer that takes back what was known waits for a second one.
 * @param before what was last known; undefined at first sight
 * @param firstRevision where one starts that is seen for the first time
 */
export const absenceSteps = (
  before: TrackedAbsence | undefined,
  answer: ReadAbsence,
  context: PollContext,
  firstRevision = 0,
): AbsenceStep[] => {
  const { id } = answer
  const { privacy } = context.rules
  const known = rememberAbsence(answer, privacy)
  const step = { of: 'absence' as const, by: 'answer' as const, id, at: context.now }
  const taken = before === undefined ? [] : takenBackOfAbsence(before, known, context)
  if (before !== undefined && !isConfirmed(taken, before.doubted))
    return [{ ...step, draft: null, tracked: { ...before, missingSince: null, doubted: taken } }]
  if (before === undefined || before.phase === 'withdrawn') {
    const tracked =
      before === undefined
        ? fresh(known, firstRevision, [])
        : fresh(known, context.now, formerOfAbsence(before, known, privacy))
    const clock = crossings(id, tracked, context, byAnswer)
    const isBack = before !== undefined
    return clock.length > 0
      ? clock.map((each) => ({ ...each, isBack }))
      : [{ ...step, draft: null, tracked }]
  }
  const amended = amendment(id, before, known, context, 'answer')
  const causeOf: Cause = (edge) =>
    sameField(edge, before.known[edge], known[edge]) ? 'clock' : 'answer'
  return ledBy(amended, crossings(id, amended?.tracked ?? before, context, causeOf), context.now)
}
