import { absenceData } from '../absences/absence-data.ts'
import { isPutOff } from '../absences/absence-phase.ts'
import { clockingData } from '../clockings/clocking-steps.ts'
import { day, type EpochMs, epochMs, utc } from '../moments.ts'
import type { Removal } from '../snapshot.ts'
import type { TrackedAbsence, TrackedClocking } from '../state/state.ts'
import type { Draft, PollContext, Step } from '../steps.ts'
import { isAccepted } from './loss.ts'

/** Nobody waits longer for something that the API's reach does not cover. */
const longestDoubt = 90 * day

type Tracked = Pick<TrackedClocking, 'missingSince' | 'doubted'>

/** The mark of what was first missed where it could not be looked for everywhere. */
const unsought = 'unsought'
/** The mark, beside that one, of what is not shown and may be a record without an id. */
const perhaps = 'perhaps'

/** The mark of what has ended and was looked for everywhere once, in vain: one such answer may be stale. */
const soughtOnce = 'sought-once'

/** Marks of what was taken back, which say nothing of what is missing. */
export const marksTakenBack = ({ doubted }: Pick<Tracked, 'doubted'>): string[] =>
  doubted.filter((mark) => mark !== unsought && mark !== perhaps && mark !== soughtOnce)

/** Whether something that is missing is still to be looked for wherever the API shows any. */
export const isUnsought = ({ doubted }: Pick<Tracked, 'doubted'>): boolean =>
  doubted.includes(unsought)

/** Whether what has ended and is missing was looked for everywhere twice: it was deleted, as far as anyone can tell. */
export const isSoughtTwice = ({ missingSince, doubted }: Tracked): boolean =>
  missingSince !== null && doubted.length === 0

/** Whether something may be there without its id, and there is no other doubt about it. */
export const isPerhapsThere = (tracked: Tracked): boolean =>
  tracked.missingSince !== null &&
  tracked.doubted.includes(perhaps) &&
  marksTakenBack(tracked).length === 0

/** Whether an operator has said that something is gone: what may be a record without an id was never missing. */
export const isAcceptedGone = (
  { missingSince, doubted }: Tracked,
  acceptedAt: EpochMs | null,
): boolean => isAccepted(missingSince, acceptedAt) && !doubted.includes(perhaps)

/** What an answer lacks for the first time, or for the first time wherever the API shows any. */
const missed = <T extends Tracked>(before: T, now: EpochMs, isWide: boolean): T => {
  const marks = marksTakenBack(before)
  return { ...before, missingSince: utc(now), doubted: isWide ? marks : [...marks, unsought] }
}

/** What was missed by a clock that was ahead was missed by now: it is to wait no longer than anything else. */
const missedByNow = <T extends Tracked>(before: T, now: EpochMs): T =>
  before.missingSince !== null && epochMs(before.missingSince) > now
    ? { ...before, missingSince: utc(now) }
    : before

/**
 * What is missing, and may be what an answer has without an id: it is missing anew from the next one on that lacks it
 * for certain, and awaited until then. Null where nothing is to be remembered.
 */
export const perhapsShown = <T extends Tracked>(before: T, now: EpochMs): T | null =>
  before.doubted.includes(perhaps)
    ? null
    : { ...before, missingSince: utc(now), doubted: [...marksTakenBack(before), unsought, perhaps] }

/** What an answer shows in a form that cannot be read: it is there, and what was taken back is in doubt still. Null where that was known. */
export const shownUnread = <T extends Tracked>(before: T): T | null =>
  before.missingSince === null && !isUnsought(before)
    ? null
    : { ...before, missingSince: null, doubted: marksTakenBack(before) }

/** What was recorded as gone, seems to be back, and is nowhere to be found, is gone. */
export const stillGone = <T extends Tracked>(before: T, isEverywhere: boolean): T | null =>
  !isEverywhere || (before.missingSince === null && before.doubted.length === 0)
    ? null
    : { ...before, missingSince: null, doubted: [] }

/**
 * From when on what is missing may count as gone, if it is still nowhere to be found: once it has
 * been missing for long enough from an answer for which it was looked for everywhere, since one
 * that was asked for less may lack it because it was moved. An operator's word is as good. Null
 * where there was none.
 */
export const goneFrom = (before: Tracked, { after, acceptedAt }: Removal): EpochMs | null => {
  const { missingSince } = before
  if (missingSince === null) return null
  const isSought = !isUnsought(before) || isAcceptedGone(before, acceptedAt)
  return isSought ? epochMs(missingSince) + after : null
}

/**
 * What becomes of an absence that has ended and that an answer does not show. It is not recorded as gone, but missed, and
 * looked for everywhere as others are, since it may have been corrected to have ended earlier; found nowhere twice it is
 * looked for no more. Null where nothing is to be remembered.
 * @param isInside whether the answer may show it where it is known to be
 * @param isWide whether it was looked for everywhere
 */
export const endedUnseen = (
  absence: TrackedAbsence,
  isInside: boolean,
  isWide: boolean,
  { now, removal }: Pick<PollContext, 'now' | 'removal'>,
): TrackedAbsence | null => {
  const before = missedByNow(absence, now)
  const { missingSince, doubted } = before
  const isFirst = missingSince === null && isInside
  if (!isWide) return isFirst ? missed(before, now, false) : null
  if (isFirst || isUnsought(before))
    return { ...before, missingSince: utc(now), doubted: [soughtOnce] }
  const from = goneFrom(before, removal)
  const isOver = doubted.length > 0 && (from === null || now >= from)
  if (isOver) return { ...before, doubted: [] }
  return before === absence ? null : before
}

/** What an answer makes of something that it lacks. */
const outcomeOf = (
  before: Tracked,
  kind: 'clockings' | 'absences',
  isWide: boolean,
  { now, removal }: PollContext,
): 'missed' | 'waiting' | 'gone' => {
  const { missingSince } = before
  if (missingSince === null) return 'missed'
  if (!isWide) return 'waiting'
  if (removal.doubted[kind] && !isAcceptedGone(before, removal.acceptedAt)) return 'waiting'
  const from = goneFrom(before, removal)
  if (from === null) return 'missed'
  return now >= from ? 'gone' : 'waiting'
}

/**
 * What becomes of a clocking that an answer should have shown and did not: at first that is
 * remembered; once it has been missing for long enough it is recorded as removed, if it was
 * looked for wherever the API shows any, both times. Past the API's reach nobody can say what became
 * of it.
 * @param isWide whether it was looked for everywhere
 * @param reach the earliest moment that the API could be asked about
 */
export const missingClockingSteps = (
  id: string,
  clocking: TrackedClocking,
  context: PollContext,
  isWide: boolean,
  reach: EpochMs,
): Step[] => {
  const at = context.now
  const step = { of: 'clocking' as const, id, at }
  const before = missedByNow(clocking, at)
  const { missingSince } = before
  if (missingSince !== null && epochMs(before.known.start) <= reach) {
    if (at - epochMs(missingSince) > longestDoubt) return [{ ...step, draft: null, tracked: null }]
    const isSoughtNow = isWide && isUnsought(before)
    const sought = { ...before, doubted: marksTakenBack(before) }
    return isSoughtNow ? [{ ...step, draft: null, tracked: sought }] : []
  }
  const outcome = outcomeOf(before, 'clockings', isWide, context)
  if (outcome === 'waiting')
    return before === clocking ? [] : [{ ...step, draft: null, tracked: before }]
  if (outcome === 'missed') return [{ ...step, draft: null, tracked: missed(before, at, isWide) }]
  const draft: Draft = {
    name: 'clocking-removed',
    time: utc(at),
    facts: [id, utc(at)],
    data: { clocking: clockingData(id, before.known, context) },
  }
  return [
    { ...step, draft, tracked: { ...before, phase: 'removed', doubted: [], keptUntil: utc(at) } },
  ]
}

/**
 * What becomes of an absence that an answer should have shown and did not: at first that is
 * remembered; once it has been missing for long enough it is withdrawn, which is recorded if it had
 * started and not ended, or was put off since. It is looked for everywhere as well: where the API reaches, which may
 * not be to where one that began earlier was corrected to end.
 * @param isWide whether it was looked for everywhere
 */
export const missingAbsenceSteps = (
  id: string,
  absence: TrackedAbsence,
  context: PollContext,
  isWide: boolean,
): Step[] => {
  const at = context.now
  const step = { of: 'absence' as const, by: 'answer' as const, id, at }
  const before = missedByNow(absence, at)
  const outcome = outcomeOf(before, 'absences', isWide, context)
  if (outcome === 'waiting')
    return before === absence ? [] : [{ ...step, draft: null, tracked: before }]
  if (outcome === 'missed') return [{ ...step, draft: null, tracked: missed(before, at, isWide) }]
  const gone = { phase: 'withdrawn' as const, doubted: [], keptUntil: utc(at) }
  const tracked: TrackedAbsence = { ...before, ...gone }
  if (before.phase !== 'started' && !isPutOff(before)) return [{ ...step, draft: null, tracked }]
  const draft: Draft = {
    name: 'absence-withdrawn',
    time: utc(at),
    facts: [id, utc(at)],
    // As it was last published.
    data: {
      absence: absenceData(id, before.known, { ...context, zone: before.zone ?? context.zone }),
    },
  }
  return [{ ...step, draft, tracked }]
}
