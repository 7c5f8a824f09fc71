import type { Clocking } from '../workforce/contract/clocking.ts'
import { absenceClockSteps, absenceSteps, missingAbsenceStep } from './absence-steps.ts'
import { isTimeZone } from './absence-times.ts'
import { withStep } from './apply.ts'
import { attentionSteps } from './attention.ts'
import { clockingSteps, missingClockingStep } from './clocking-steps.ts'
import { epochMs } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import type { EmployeeState } from './state.ts'
import { type PollContext, type Step, spanOf } from './steps.ts'
import { isStrictlyInside } from './unaccounted.ts'

/** The keys of both records, each once, in order. */
const union = (a: Iterable<string>, b: Iterable<string>): string[] =>
  [...new Set([...a, ...b])].sort()

const isForgotten = (end: number | null, forgottenBefore: string | null): boolean =>
  end !== null && forgottenBefore !== null && end <= epochMs(forgottenBefore)

/**
 * Where the revisions of something seen for the first time start. What began before the
 * moment up to which things are forgotten may have been told long ago, and be back by a
 * correction: its events need ids that they never had.
 */
const firstRevision = (
  start: number | undefined,
  forgottenBefore: string | null,
  { now }: PollContext,
): number =>
  start !== undefined && forgottenBefore !== null && start <= epochMs(forgottenBefore) ? now : 0

const clockingsDiff = (
  state: EmployeeState,
  { records, covers, reach, complete }: Snapshot['clockings'],
  context: PollContext,
): Step[] => {
  const answers = new Map(records.map((clocking) => [clocking.id, clocking]))
  return union(Object.keys(state.clockings), answers.keys()).flatMap((id): Step[] => {
    const before = state.clockings[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const end = answer.end === null ? null : epochMs(answer.end)
      if (end !== null && end < epochMs(answer.start)) return []
      if (before === undefined && isForgotten(end, state.clockingsForgottenBefore)) return []
      const start = epochMs(answer.start)
      const revision = firstRevision(start, state.clockingsForgottenBefore, context)
      return clockingSteps(before, answer, context, revision)
    }
    if (before?.phase !== 'present' || !complete) return []
    const start = epochMs(before.known.start)
    if (start > covers.from && start < covers.to) return [missingClockingStep(id, before, context)]
    // Past the API's reach nobody can say what became of an open clocking.
    const isLost = before.known.end === null && start <= reach
    return isLost ? [{ of: 'clocking', id, at: context.now, draft: null, tracked: null }] : []
  })
}

const absencesDiff = (
  state: EmployeeState,
  asked: Snapshot['absences'],
  context: PollContext,
): Step[] => {
  const answers = new Map(asked?.records.map((absence) => [absence.id, absence]))
  return union(Object.keys(state.absences), answers.keys()).flatMap((id): Step[] => {
    const before = state.absences[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const span = spanOf(answer, context)
      const end = span?.end ?? null
      if (before === undefined && isForgotten(end, state.absencesForgottenBefore)) return []
      const revision = firstRevision(span?.start, state.absencesForgottenBefore, context)
      return absenceSteps(before, answer, context, revision)
    }
    if (before === undefined || before.phase === 'withdrawn' || before.phase === 'ended') return []
    const isMissing = asked?.complete === true && isStrictlyInside(before.known, asked)
    return isMissing
      ? [missingAbsenceStep(id, before, context)]
      : absenceClockSteps(id, before, context)
  })
}

/**
 * The zone of the newest clocking, where that is a valid one, else what was known. An answer
 * counts before what was known of the same clocking; of two that began at once the id decides,
 * so that the order of an answer means nothing.
 */
const zoneOf = (state: EmployeeState, snapshot: Snapshot): string | null => {
  const clockings = new Map<string, Pick<Clocking, 'start' | 'startTimeZone'>>([
    ...Object.entries(state.clockings).map(([id, { known }]) => [id, known] as const),
    ...snapshot.clockings.records.map((record) => [record.id, record] as const),
  ])
  const newest = [...clockings].sort(
    ([a, { start }], [b, other]) => epochMs(other.start) - epochMs(start) || (a < b ? -1 : 1),
  )[0]
  if (newest === undefined) return state.timeZone
  const [, { startTimeZone }] = newest
  return isTimeZone(startTimeZone) ? startTimeZone : null
}

/**
 * What is to be told of one employee: from what was last known to what the Workforce API
 * says now. Pure; nothing given is changed.
 * @returns the employee's zone, and the steps in the order in which they are to be told:
 *   what happened by its time, then what calls for attention
 */
export const diffEmployee = (
  state: EmployeeState,
  snapshot: Snapshot,
  now: number,
  rules: AttendanceRules,
): { timeZone: string | null; steps: Step[] } => {
  const timeZone = zoneOf(state, snapshot)
  const zone = timeZone ?? rules.workday.timeZone
  const context: PollContext = { employeeId: state.employeeId, now, zone, rules }
  const facts = [
    ...clockingsDiff(state, snapshot.clockings, context),
    ...absencesDiff(state, snapshot.absences, context),
  ].sort((a, b) => a.at - b.at)
  const attention = attentionSteps(facts.reduce(withStep, state), context)
  return { timeZone, steps: [...facts, ...attention.sort((a, b) => a.at - b.at)] }
}
