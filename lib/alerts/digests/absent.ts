import { absenceSpan, isEmptySpan, returnMoment } from '../../attendance/absences/absence-times.ts'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState, KnownAbsence } from '../../attendance/state/state.ts'
import type { Asking } from './asking.ts'

/** An absence of somebody, and from when to when it lasts; without an end where none is known. */
export type Away = { known: KnownAbsence; start: EpochMs; end: EpochMs | null }

/** The absences of an employee that count, as they begin: what was withdrawn does not, nor what a leaver has. */
export const absencesOf = (state: EmployeeState, zone: string, { workday }: Asking): Away[] =>
  state.membership === 'leaver'
    ? []
    : Object.values(state.absences)
        .flatMap(({ phase, known, startedAt, endedAt }): Away[] => {
          const span = phase === 'withdrawn' ? null : absenceSpan(known, zone, workday)
          if (span === null || isEmptySpan(span)) return []
          const hasStarted = phase !== 'upcoming' && startedAt !== undefined
          const hasEnded = phase === 'ended' && endedAt !== undefined
          return [
            {
              known,
              start: hasStarted ? epochMs(startedAt) : span.start,
              end: hasEnded ? epochMs(endedAt) : span.end,
            },
          ]
        })
        .sort((a, b) => a.start - b.start)

/** The kind of an absence, where it may be shown. */
export const kindOf = ({ $type }: KnownAbsence, { show }: Asking) =>
  show === 'opaque' || $type === undefined ? {} : { absenceType: $type }

/** When an absence is over, as far as may be shown; `Infinity` where nobody can tell. */
export type Over = (away: Away) => EpochMs

/**
 * Absences are over at their end, or at a sick employee's expected return, which nobody else has. One that was
 * expected before `since` did not come true.
 */
export const overBy =
  (since: EpochMs, zone: string, { show }: Asking): Over =>
  ({ known, end }) => {
    if (end !== null) return end
    const expected =
      show !== 'opaque' && known.estimatedReturn ? returnMoment(known.estimatedReturn, zone) : null
    return expected !== null && expected >= since ? expected : Infinity
  }

/**
 * Of all absences of somebody, in their order: the last of those that go on where `first` or another of them is over.
 * @param free until when nobody works: absences with no more than that between them are taken together
 */
export const lastGoingOn = (
  first: Away,
  all: readonly Away[],
  over: Over,
  free = -Infinity,
): Away =>
  all.reduce((last, next) => {
    const [isOver, nextIsOver] = [over(last), over(next)]
    if (next.start > Math.max(isOver, free)) return last
    const isNoShorter = nextIsOver === isOver && last.end !== null
    return nextIsOver > isOver || isNoShorter ? next : last
  }, first)
