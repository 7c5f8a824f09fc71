import { type AbsenceSpan, absenceSpan, isKnownBoundary } from './absence-times.ts'
import { day, type EpochMs, epochMs, utc } from './moments.ts'
import { type Recording, withEvent } from './outbox.ts'
import type { AttendanceRules } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import type { EmployeeState, KnownAbsence } from './state.ts'
import type { Step } from './steps.ts'

/** How long a leaver's state is kept once nothing of theirs is open. */
export const leaverRetention = 7 * day

const replaced = <T>(all: Record<string, T>, id: string, value: T | null): Record<string, T> => {
  const { [id]: _before, ...others } = all
  return value === null ? others : { ...others, [id]: value }
}

/** The state with what one step remembers, without telling. */
export const withStep = (state: EmployeeState, step: Step): EmployeeState =>
  step.of === 'clocking'
    ? { ...state, clockings: replaced(state.clockings, step.id, step.tracked) }
    : { ...state, absences: replaced(state.absences, step.id, step.tracked) }

/**
 * The state with what one step remembers and tells. Until the first complete poll, what had
 * happened by the baseline is told only where the rules announce it, and marked.
 */
export const tellStep = (state: EmployeeState, step: Step, recording: Recording): EmployeeState => {
  const next = withStep(state, step)
  if (step.draft === null) return next
  const isBaseline = state.baselineAt !== null && step.at <= epochMs(state.baselineAt)
  if (isBaseline && recording.rules.baseline === 'silent') return next
  return withEvent(next, step.draft, recording, isBaseline)
}

const withoutOldClockings = (state: EmployeeState, from: EpochMs): EmployeeState => {
  const kept = Object.entries(state.clockings).filter(([, { phase, known }]) => {
    const last = known.end ?? (phase === 'removed' ? known.start : null)
    return last === null || epochMs(last) > from
  })
  const before = state.clockingsForgottenBefore
  return {
    ...state,
    clockings: Object.fromEntries(kept),
    clockingsForgottenBefore: before !== null && epochMs(before) > from ? before : utc(from),
  }
}

/** Up to when an absence is of interest; where its span makes no sense, by its later date. */
const lastMoment = ({ start, end }: KnownAbsence, span: AbsenceSpan | null): EpochMs => {
  if (span !== null) return span.end ?? span.start + 90 * day
  const dates = [start, end].flatMap((each) =>
    each !== null && isKnownBoundary(each) ? [each.date] : [],
  )
  return Math.max(...dates.map((date) => Date.parse(date) + 2 * day))
}

const withoutOldAbsences = (
  state: EmployeeState,
  { records, from }: NonNullable<Snapshot['absences']>,
  rules: AttendanceRules,
): EmployeeState => {
  // A day earlier, so that the date is past in every zone.
  const cutoff = Date.parse(from) - day
  const shown = new Set(records.map(({ id }) => id))
  const zone = state.timeZone ?? rules.workday.timeZone
  const kept = Object.entries(state.absences).filter(([id, { phase, known }]) => {
    if (phase === 'upcoming' || phase === 'started' || shown.has(id)) return true
    return lastMoment(known, absenceSpan(known, zone, rules.workday)) > cutoff
  })
  const before = state.absencesForgottenBefore
  return {
    ...state,
    absences: Object.fromEntries(kept),
    absencesForgottenBefore: before !== null && epochMs(before) > cutoff ? before : utc(cutoff),
  }
}

/**
 * The state without what has fallen out of the windows: forgetting, which nobody is told.
 * @param toldBefore everything that happened before this moment has been told
 */
export const forget = (
  state: EmployeeState,
  { clockings, absences }: Snapshot,
  rules: AttendanceRules,
  toldBefore: EpochMs = Number.POSITIVE_INFINITY,
): EmployeeState => {
  const next = withoutOldClockings(state, Math.min(clockings.windowFrom, toldBefore - 1))
  if (toldBefore !== Number.POSITIVE_INFINITY) return next
  return absences === null ? next : withoutOldAbsences(next, absences, rules)
}

/** Whether something lasts, or the next answer must say whether it still exists. */
const isAnythingOpen = ({ clockings, absences }: EmployeeState): boolean =>
  Object.values(clockings).some(
    ({ phase, known, missed }) => phase === 'present' && (known.end === null || missed > 0),
  ) || Object.values(absences).some(({ phase }) => phase === 'started')

/** The state after a complete poll: seen, caught up, and on its way out for a leaver at rest. */
export const settle = (
  state: EmployeeState,
  timeZone: string | null,
  now: EpochMs,
): EmployeeState => ({
  ...state,
  timeZone,
  seen: true,
  baselineAt: null,
  behindSince: null,
  expiresAt:
    state.membership === 'leaver' && !isAnythingOpen(state)
      ? (state.expiresAt ?? utc(now + leaverRetention))
      : null,
})
