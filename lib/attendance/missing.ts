import { absenceData } from './absence-steps.ts'
import { clockingData } from './clocking-steps.ts'
import { isAccepted } from './loss.ts'
import { day, type EpochMs, epochMs, utc } from './moments.ts'
import type { TrackedAbsence, TrackedClocking } from './state.ts'
import type { Draft, PollContext, Step } from './steps.ts'

/** Nobody waits longer for something that the API's reach does not cover. */
const longestDoubt = 90 * day

/** Whether something has been missing for so long that it may count as gone. */
const isBelieved = (
  missingSince: string,
  kind: 'clockings' | 'absences',
  { now, removal }: PollContext,
): boolean => {
  const isGone = !removal.doubted[kind] || isAccepted(missingSince, removal.acceptedAt)
  return isGone && now - epochMs(missingSince) >= removal.after
}

/**
 * What becomes of a clocking that an answer should have shown and did not: at first that is
 * remembered; once it has been missing for long enough it is told as removed, if it was looked
 * for wherever the API shows any. Past the API's reach nobody can say what became of it.
 * @param isWide whether it was looked for everywhere
 * @param reach the earliest moment that the API could be asked about
 */
export const missingClockingSteps = (
  id: string,
  before: TrackedClocking,
  context: PollContext,
  isWide: boolean,
  reach: EpochMs,
): Step[] => {
  const at = context.now
  const step = { of: 'clocking' as const, id, at }
  const { missingSince } = before
  if (missingSince === null)
    return [{ ...step, draft: null, tracked: { ...before, missingSince: utc(at) } }]
  if (epochMs(before.known.start) <= reach)
    return at - epochMs(missingSince) > longestDoubt
      ? [{ ...step, draft: null, tracked: null }]
      : []
  if (!isWide || !isBelieved(missingSince, 'clockings', context)) return []
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
 * remembered; once it has been missing for long enough it is withdrawn, and told so if it had
 * started and not ended.
 * @param isWide whether it was looked for everywhere
 */
export const missingAbsenceSteps = (
  id: string,
  before: TrackedAbsence,
  context: PollContext,
  isWide: boolean,
): Step[] => {
  const at = context.now
  const step = { of: 'absence' as const, by: 'answer' as const, id, at }
  const { missingSince } = before
  if (missingSince === null)
    return [{ ...step, draft: null, tracked: { ...before, missingSince: utc(at) } }]
  if (!isWide || !isBelieved(missingSince, 'absences', context)) return []
  const gone = { phase: 'withdrawn' as const, doubted: [], keptUntil: utc(at) }
  const tracked: TrackedAbsence = { ...before, ...gone }
  if (before.phase !== 'started') return [{ ...step, draft: null, tracked }]
  const draft: Draft = {
    name: 'absence-withdrawn',
    time: utc(at),
    facts: [id, utc(at)],
    data: { absence: absenceData(id, before.known, context) },
  }
  return [{ ...step, draft, tracked }]
}
