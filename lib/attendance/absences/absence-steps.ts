import type { ReadAbsence } from '../../workforce/reading.ts'
import { changedFields, sameJson } from '../changes.ts'
import { redactAbsence, rememberAbsence } from '../events/privacy.ts'
import { epochMs, utc } from '../moments.ts'
import type { KnownAbsence, TrackedAbsence } from '../state/state.ts'
import { again, type Draft, type PollContext, type Step, spanOf } from '../steps.ts'
import { isConfirmed } from '../taking-back.ts'
import { absenceData } from './absence-data.ts'
import { formerOfAbsence, sameField, takenBackOfAbsence } from './absence-fields.ts'
import { isUnknown, phaseAfter, putOff } from './absence-phase.ts'
import { isEmptySpan } from './absence-times.ts'

type AbsenceStep = Extract<Step, { of: 'absence' }>

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

/**
 * What the employee's local clock has brought about since the last poll: an absence started,
 * an absence ended. It needs no call. An absence that the last answer did not show, or showed
 * as it was before, waits until the next answer says how it stands.
 * @param by whether an answer showed something new of it, or nothing but the clock moved
 */
export const absenceClockSteps = (
  id: string,
  before: TrackedAbsence,
  context: PollContext,
  by: AbsenceStep['by'] = 'clock',
): AbsenceStep[] => {
  const span = spanOf(before.known, context)
  if (span === null || before.missingSince !== null || before.doubted.length > 0) return []
  const steps: AbsenceStep[] = []
  let tracked = before
  if (tracked.phase === 'upcoming' && span.start <= context.now && !isEmptySpan(span)) {
    const raised = tracked.raised.filter((each) => each !== putOff)
    tracked = { ...tracked, phase: 'started', raised }
    const draft = crossing('absence-started', id, tracked, span.start, context)
    steps.push({ of: 'absence', by, id, at: span.start, draft, tracked })
  }
  if (tracked.phase === 'started' && span.end !== null && span.end <= context.now) {
    tracked = { ...tracked, phase: 'ended' }
    const draft = crossing('absence-ended', id, tracked, span.end, context)
    steps.push({ of: 'absence', by, id, at: span.end, draft, tracked })
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

/** Until when a known absence is kept: one that is corrected may be back where it was. */
const keptUntilAfter = (
  before: TrackedAbsence,
  current: KnownAbsence,
  context: PollContext,
): string | null => {
  const { known, keptUntil } = before
  if (isUnknown(before) || sameJson(known, current)) return keptUntil
  const span = spanOf(known, context)
  const moments = [span?.start ?? 0, span?.end ?? 0, keptUntil === null ? 0 : epochMs(keptUntil)]
  return utc(Math.max(context.now, ...moments))
}

const correctionStep = (
  id: string,
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
): AbsenceStep | null => {
  const { privacy } = context.rules
  const former = formerOfAbsence(before, known, privacy)
  const kept = { former, keptUntil: keptUntilAfter(before, known, context) }
  const isMoved =
    !sameField('start', before.known.start, known.start) ||
    !sameField('end', before.known.end, known.end)
  const quiet = {
    ...before,
    ...kept,
    // At another time it may have been before, long ago.
    revision: isMoved ? context.now : before.revision,
    known,
    missingSince: null,
    doubted: [],
  }
  const changes = isUnknown(before)
    ? []
    : changedFields(redactAbsence(before.known, privacy), redactAbsence(known, privacy), sameField)
  const step = { of: 'absence' as const, by: 'answer' as const, id, at: context.now }
  if (changes.length === 0)
    return sameJson(quiet, before) ? null : { ...step, draft: null, tracked: quiet }
  const time = utc(context.now)
  const absence = absenceData(id, known, context)
  const facts = [id, changes, time]
  const phase = phaseAfter(before, spanOf(known, context), context)
  const isPutOffNow = phase === 'upcoming' && before.phase !== 'upcoming'
  return {
    ...step,
    draft: { name: 'absence-amended', time, facts, data: { absence, changes } },
    tracked: {
      ...quiet,
      // A change of what only some may know must not have others notified a second time.
      revision: phase === before.phase ? quiet.revision : context.now,
      phase,
      ...(isPutOffNow && { raised: [...before.raised, putOff] }),
    },
  }
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
    const clock = absenceClockSteps(id, tracked, context, 'answer')
    const isBack = before !== undefined
    return clock.length > 0
      ? clock.map((each) => ({ ...each, isBack }))
      : [{ ...step, draft: null, tracked }]
  }
  const correction = correctionStep(id, before, known, context)
  const tracked = correction?.tracked ?? before
  const clock = absenceClockSteps(id, tracked, context, correction === null ? 'clock' : 'answer')
  // The correction is what the crossing follows from, so it comes first whatever their times.
  const at = Math.min(context.now, ...clock.map((each) => each.at))
  return correction === null ? clock : [{ ...correction, at }, ...clock]
}
