import { absenceData } from './absence-steps.ts'
import { returnMoment } from './absence-times.ts'
import { clockingData } from './clocking-steps.ts'
import { type EpochMs, epochMs, hour, minute, utc } from './moments.ts'
import type { EmployeeState, TrackedAbsence, TrackedClocking } from './state.ts'
import { again, type Draft, type PollContext, type Step, spanOf } from './steps.ts'

/** Something that calls for attention, from the moment it does. */
type Concern = { at: EpochMs; key: string; draft: Draft }

const overdue = (
  id: string,
  { known, revision }: TrackedClocking,
  context: PollContext,
): Concern[] => {
  const hours = context.rules.attention.clockingLongerThanHours
  if (hours === null) return []
  const at = epochMs(known.start) + hours * hour
  const data = { clocking: clockingData(id, known, context) }
  const facts = [id, at, ...again(revision)]
  return [{ at, key: 'overdue', draft: { name: 'clocking-overdue', time: utc(at), facts, data } }]
}

const breaksOverdue = (
  id: string,
  { known, revision }: TrackedClocking,
  context: PollContext,
): Concern[] => {
  const minutes = context.rules.attention.breakLongerThanMinutes
  if (minutes === null) return []
  return known.breaks
    .filter((each) => each.end === null)
    .map((each) => {
      const at = epochMs(each.start) + minutes * minute
      const data = { clocking: clockingData(id, known, context), break: each }
      const facts = [id, each.id, at, ...again(revision)]
      const draft: Draft = { name: 'break-overdue', time: utc(at), facts, data }
      return { at, key: `break:${each.id}`, draft }
    })
}

const absent = (
  id: string,
  { known, revision }: TrackedClocking,
  absences: [string, TrackedAbsence][],
  context: PollContext,
): Concern[] => {
  if (!context.rules.attention.clockedInWhileAbsent) return []
  return absences.flatMap(([absenceId, absence]): Concern[] => {
    const span = spanOf(absence.known, context)
    if (span === null) return []
    const at = Math.max(span.start, epochMs(known.start))
    const data = {
      clocking: clockingData(id, known, context),
      absence: absenceData(absenceId, absence.known, context),
    }
    const facts = [id, absenceId, at, revision, absence.revision]
    const draft: Draft = { name: 'clocked-in-while-absent', time: utc(at), facts, data }
    return [{ at, key: `absence:${absenceId}:${absence.revision}`, draft }]
  })
}

const returnsOverdue = (id: string, absence: TrackedAbsence, context: PollContext): Concern[] => {
  const { attention, privacy } = context.rules
  const expected = absence.known.estimatedReturn
  // That a return is awaited says that the absence is a sickness.
  if (!attention.returnOverdue || privacy.absences === 'opaque' || expected == null) return []
  const at = returnMoment(expected, context.zone)
  if (absence.known.end !== null || at === null) return []
  const key = `return:${at}`
  // So it was noted before: by its spelling.
  const spelled = `return:${expected.date}T${expected.time ?? ''}`
  if (absence.raised.includes(spelled)) return []
  const data = { absence: absenceData(id, absence.known, context), estimatedReturn: utc(at) }
  const facts = [id, at, ...again(absence.revision)]
  return [{ at, key, draft: { name: 'return-overdue', time: utc(at), facts, data } }]
}

const due = (concerns: Concern[], raised: string[], now: EpochMs): Concern[] =>
  concerns.filter(({ at, key }) => at <= now && !raised.includes(key)).sort((a, b) => a.at - b.at)

const startedAbsences = (state: EmployeeState): [string, TrackedAbsence][] =>
  Object.entries(state.absences).filter(
    ([, absence]) => absence.phase === 'started' && isCertain(absence),
  )

/** Whether the last answer showed it, and nothing of it that a second one must confirm. */
const isCertain = ({ missingSince, doubted }: TrackedAbsence | TrackedClocking): boolean =>
  missingSince === null && doubted.length === 0

/**
 * What has gone on for too long or contradicts itself, each told once, on crossing. What the
 * last answer did not show is left alone until it is clear whether it still exists.
 * @param state the employee's state with all else told
 * @param areClockingsFresh whether the API has just said how clockings stand: else nobody knows
 *   whether they are still open
 */
export const attentionSteps = (
  state: EmployeeState,
  context: PollContext,
  areClockingsFresh: boolean,
): Step[] => {
  const absences = startedAbsences(state)
  const ofClockings = Object.entries(areClockingsFresh ? state.clockings : {})
    .filter(
      ([, clocking]) =>
        clocking.phase === 'present' && isCertain(clocking) && clocking.known.end === null,
    )
    .flatMap(([id, clocking]): Step[] => {
      const concerns = [
        ...overdue(id, clocking, context),
        ...breaksOverdue(id, clocking, context),
        ...absent(id, clocking, absences, context),
      ]
      let tracked = clocking
      return due(concerns, clocking.raised, context.now).map(({ at, key, draft }) => {
        tracked = { ...tracked, raised: [...tracked.raised, key] }
        return { of: 'clocking', id, at, draft, tracked }
      })
    })
  const ofAbsences = absences.flatMap(([id, absence]): Step[] => {
    let tracked = absence
    return due(returnsOverdue(id, absence, context), absence.raised, context.now).map(
      ({ at, key, draft }) => {
        tracked = { ...tracked, raised: [...tracked.raised, key] }
        return { of: 'absence', by: 'clock', id, at, draft, tracked }
      },
    )
  })
  return [...ofClockings, ...ofAbsences]
}
