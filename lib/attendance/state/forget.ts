import {
  type AbsenceSpan,
  absenceSpan,
  isEmptySpan,
  overEverywhereAt,
} from '../absences/absence-times.ts'
import { lastMomentOf } from '../clockings/clocking-times.ts'
import { marksTakenBack } from '../missing/missing.ts'
import { namelessSince } from '../missing/nameless-ranges.ts'
import { day, type EpochMs, epochMs, utc } from '../moments.ts'
import { nothingRemaining, type Remaining } from '../remaining.ts'
import type { AttendanceRules } from '../rules.ts'
import type { ShownAbsences, Snapshot } from '../snapshot.ts'
import { keepingClockings } from './newest-forgotten.ts'
import type { EmployeeState, Kind, KnownAbsence } from './state.ts'

/** Up to when things of a kind are forgotten; not where some with an unreadable id may be. */
const cutoffOf = (state: EmployeeState, kind: Kind, wanted: EpochMs): EpochMs => {
  return Math.min(wanted, namelessSince(state.unread[kind]) ?? wanted)
}

const later = (before: string | null, cutoff: EpochMs): string =>
  before !== null && epochMs(before) > cutoff ? before : utc(cutoff)

const withoutOldClockings = (
  state: EmployeeState,
  forgetBefore: EpochMs,
  remaining: Remaining,
): EmployeeState => {
  const cutoff = cutoffOf(state, 'clockings', Math.min(forgetBefore, remaining.from - 1))
  const kept = Object.entries(state.clockings).filter(([id, tracked]) => {
    const { phase, known, missingSince, keptUntil, doubted } = tracked
    const isOver = known.end !== null || phase === 'removed'
    const isUnread = state.unread.clockings?.ids[id] !== undefined
    const isInDoubt = doubted.length > 0 || (phase === 'present' && missingSince !== null)
    if (!isOver || isUnread || isInDoubt || remaining.ids.has(id)) return true
    return Math.max(lastMomentOf(known), keptUntil === null ? 0 : epochMs(keptUntil)) > cutoff
  })
  const clockings = later(state.forgottenBefore.clockings, cutoff)
  return {
    ...keepingClockings(state, new Map(kept)),
    forgottenBefore: { ...state.forgottenBefore, clockings },
  }
}

/** Up to when an absence is of interest: what is forgotten must not be news by the clock of another zone. */
const lastMoment = (known: KnownAbsence, span: AbsenceSpan | null): EpochMs =>
  known.end === null && span !== null ? span.start + 90 * day : overEverywhereAt(known)

const withoutOldAbsences = (
  state: EmployeeState,
  { records, unread, forgetBefore }: ShownAbsences,
  rules: AttendanceRules,
): EmployeeState => {
  const cutoff = cutoffOf(state, 'absences', forgetBefore)
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  const zone = state.timeZone ?? rules.workday.timeZone
  const kept = Object.entries(state.absences).filter(
    ([id, { phase, known, keptUntil, doubted, missingSince }]) => {
      const span = absenceSpan(known, zone, rules.workday)
      const willNeverStart = span !== null && isEmptySpan(span) && missingSince === null
      // What has ended and was not found is looked for no longer than it is remembered.
      const isInDoubt = phase === 'ended' ? marksTakenBack({ doubted }) : doubted
      if (phase === 'started' || shown.has(id) || isInDoubt.length > 0) return true
      if (phase === 'upcoming' && !willNeverStart) return true
      if (state.unread.absences?.ids[id] !== undefined) return true
      if (keptUntil !== null && epochMs(keptUntil) > cutoff) return true
      return lastMoment(known, span) > cutoff
    },
  )
  const absences = later(state.forgottenBefore.absences, cutoff)
  return {
    ...state,
    absences: Object.fromEntries(kept),
    forgottenBefore: { ...state.forgottenBefore, absences },
  }
}

/**
 * The state without what the next window does not reach: forgetting, which is no event.
 * @param remaining what of the snapshot is still to be recorded, where it is saved in part
 */
export const forget = (
  state: EmployeeState,
  { clockings, absences }: Snapshot,
  rules: AttendanceRules,
  remaining: Remaining = nothingRemaining,
): EmployeeState => {
  const next =
    clockings === null ? state : withoutOldClockings(state, clockings.forgetBefore, remaining)
  if (remaining !== nothingRemaining) return next
  return absences === null ? next : withoutOldAbsences(next, absences, rules)
}
