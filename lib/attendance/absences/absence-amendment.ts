import { isSameZone } from '../../workforce/reading.ts'
import { changedFields, sameJson } from '../changes.ts'
import { redactAbsence } from '../events/privacy.ts'
import { epochMs, utc } from '../moments.ts'
import type { KnownAbsence, TrackedAbsence } from '../state/state.ts'
import { type AbsenceStep, type PollContext, spanOf } from '../steps.ts'
import { absenceData } from './absence-data.ts'
import { formerOfAbsence, sameField } from './absence-fields.ts'
import { isUnknown, phaseAfter, putOff, raisedAfterMove } from './absence-phase.ts'
import type { AbsenceSpan } from './absence-times.ts'

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

/** The zone by whose clock an absence was last recorded. */
const zoneBefore = ({ zone }: TrackedAbsence, { formerZone }: PollContext): string =>
  zone ?? formerZone

/** Whether an absence had ended before somebody was known by another clock: the one before was right then. */
const hadEndedByThen = (before: TrackedAbsence, context: PollContext): boolean => {
  const zone = zoneBefore(before, context)
  const span = spanOf(before.known, { ...context, zone })
  const { zoneSince, wronglySaid } = context
  return (
    before.phase === 'ended' &&
    zoneSince !== null &&
    span !== null &&
    span.end !== null &&
    span.end <= zoneSince &&
    !wronglySaid(zone, span.end)
  )
}

/** Whether the clock by which an absence was recorded counts still. */
const isClockAsBefore = (before: TrackedAbsence, context: PollContext): boolean =>
  isSameZone(zoneBefore(before, context), context.zone) || hadEndedByThen(before, context)

/** Whether an edge of an absence is where it was, whatever midday is now. */
const isEdgeAsBefore = (
  edge: 'start' | 'end',
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
): boolean => sameField(edge, before.known[edge], known[edge]) && isClockAsBefore(before, context)

/**
 * The span of an absence after a change: what was recorded of an edge that is where it was, holds.
 */
const spanAfter = (
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
): AbsenceSpan | null => {
  const span = spanOf(known, context)
  if (span === null) return null
  const { phase, startedAt, endedAt } = before
  const isStartRecorded = phase !== 'upcoming' && isEdgeAsBefore('start', before, known, context)
  const isEndRecorded = phase === 'ended' && isEdgeAsBefore('end', before, known, context)
  const start = isStartRecorded && startedAt !== undefined ? epochMs(startedAt) : span.start
  if (span.end === null) return { start, end: null }
  const recorded = Math.min(endedAt === undefined ? span.end : epochMs(endedAt), context.now)
  return { start, end: isEndRecorded ? recorded : span.end }
}

/** When an absence began, as is recorded after a change: as before, where what decides it has not changed. */
const startedAtAfter = (
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
): Pick<TrackedAbsence, 'startedAt'> => {
  const isAsBefore = isEdgeAsBefore('start', before, known, context)
  const span = spanOf(known, context)
  if (isAsBefore || span === null) return { startedAt: before.startedAt }
  return { startedAt: utc(span.start) }
}

/** When an absence that has ended did, likewise. */
const endedAtAfter = (
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
): Pick<TrackedAbsence, 'endedAt'> => {
  const span = spanOf(known, context)
  const isAsBefore = isEdgeAsBefore('end', before, known, context)
  if (isAsBefore || span === null || span.end === null) return { endedAt: before.endedAt }
  return { endedAt: utc(span.end) }
}

/** What may change of an absence that is published. */
const fieldsOf = (known: KnownAbsence, timeZone: string, { rules }: PollContext) => ({
  timeZone,
  ...redactAbsence(known, rules.privacy),
})

const isSame: typeof sameField = (field, one, other) =>
  field === 'timeZone' ? isSameZone(String(one), String(other)) : sameField(field, one, other)

/**
 * What is to be recorded of an absence that is known otherwise now, or by the clock of another zone: of one that has
 * ended only where that makes it go on, or begin again.
 */
export const amendment = (
  id: string,
  before: TrackedAbsence,
  known: KnownAbsence,
  context: PollContext,
  by: AbsenceStep['by'],
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
    // The clock shows nothing.
    ...(by === 'answer' && { missingSince: null, doubted: [] }),
  }
  const changes = isUnknown(before)
    ? []
    : changedFields(
        fieldsOf(before.known, zoneBefore(before, context), context),
        fieldsOf(known, context.zone, context),
        isSame,
      )
  const step = { of: 'absence' as const, by, id, at: context.now }
  const phase = phaseAfter(
    before.phase,
    { from: spanOf(before.known, context), to: spanOf(known, context) },
    spanAfter(before, known, context),
    context.now,
  )
  const isByOtherClockAlone = changes.every(({ field }) => field === 'timeZone')
  const isNoNews = isByOtherClockAlone && phase === before.phase && phase !== 'started'
  if (changes.length === 0 || isNoNews)
    return sameJson(quiet, before) ? null : { ...step, draft: null, tracked: quiet }
  const time = utc(context.now)
  const absence = absenceData(id, known, context)
  const facts = [id, changes, time]
  const isPutOffNow = phase === 'upcoming' && before.phase !== 'upcoming'
  const raised = isMoved || phase !== before.phase ? raisedAfterMove(before, phase) : before.raised
  return {
    ...step,
    draft: { name: 'absence-amended', time, facts, data: { absence, changes } },
    tracked: {
      ...quiet,
      // A change of what only some may know must not have others notified a second time.
      revision: phase === before.phase ? quiet.revision : context.now,
      phase,
      zone: context.zone,
      ...(phase !== 'upcoming' && startedAtAfter(before, known, context)),
      ...(phase === 'ended' && endedAtAfter(before, known, context)),
      raised: isPutOffNow ? [...raised, putOff] : raised,
    },
  }
}
