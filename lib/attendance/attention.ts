import { absenceData } from './absences/absence-data.ts'
import { lastsSince } from './absences/absence-phase.ts'
import type { AbsenceSpan } from './absences/absence-times.ts'
import { returnDueAt, returnMoment, shiftOverBy, spelledOut } from './absences/absence-times.ts'
import { areAbsencesKnownNow } from './absences/known-now.ts'
import { clockingData } from './clockings/clocking-steps.ts'
import { type EpochMs, epochMs, hour, minute, utc } from './moments.ts'
import type { EmployeeState, Kind, TrackedAbsence, TrackedClocking } from './state/state.ts'
import { isOpen } from './state/who-is-in.ts'
import { again, type Draft, type PollContext, type Step, spanOf } from './steps.ts'
import { isCertain } from './taking-back.ts'

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

/** Whether an absence that is over lasted until after a moment, whichever clock it ended by. */
const hadLastedUntil = (at: EpochMs, { endedAt }: TrackedAbsence, { end }: AbsenceSpan): boolean =>
  endedAt !== undefined && at < epochMs(endedAt) && (end === null || at < end)

/** Who comes a little early, or leaves a little late, contradicts nothing: so long is waited. */
const absent = (
  id: string,
  { known, revision, raised }: TrackedClocking,
  absences: [string, TrackedAbsence][],
  context: PollContext,
): Concern[] => {
  const { rules, zone } = context
  if (!rules.attention.clockedInWhileAbsent) return []
  return absences.flatMap(([absenceId, absence]): Concern[] => {
    const span = spanOf(absence.known, context)
    if (span === null) return []
    const start = epochMs(known.start)
    const since = start < span.start ? shiftOverBy(span, zone, rules.workday) : start
    const at = since + rules.attention.absenceGraceMinutes * minute
    const isOver = absence.phase === 'ended'
    if (isOver && !hadLastedUntil(at, absence, span)) return []
    const key = `absence:${absenceId}:`
    const over = `${key}over:${at}`
    // One that is over and was corrected since is the one that was raised; and so is one that goes on after all.
    if (isOver ? raised.some((each) => each.startsWith(key)) : raised.includes(over)) return []
    const data = {
      clocking: clockingData(id, known, context),
      absence: absenceData(absenceId, absence.known, context),
    }
    const facts = [id, absenceId, at, revision, absence.revision]
    const draft: Draft = { name: 'clocked-in-while-absent', time: utc(at), facts, data }
    return [{ at, key: isOver ? over : `${key}${lastsSince(absence)}`, draft }]
  })
}

const returnsOverdue = (id: string, absence: TrackedAbsence, context: PollContext): Concern[] => {
  const { attention, privacy } = context.rules
  const expected = absence.known.estimatedReturn
  // That a return is awaited says that the absence is a sickness.
  if (!attention.returnOverdue || privacy.absences === 'opaque' || expected == null) return []
  const at = returnDueAt(expected, context.zone)
  if (absence.known.end !== null || at === null) return []
  // Not by its moment, which is another where the employee's zone is.
  const key = `return:${expected.date}T${spelledOut(expected.time) ?? ''}`
  // So it was noted before: as the API spells it, by its moment, and by the beginning of its day.
  const noted = [
    `return:${expected.date}T${expected.time ?? ''}`,
    `return:${at}`,
    `return:${returnMoment(expected, context.zone)}`,
  ]
  if (noted.some((each) => absence.raised.includes(each))) return []
  const data = {
    absence: absenceData(id, absence.known, context),
    estimatedReturn: utc(at),
    expected,
  }
  // Another time in another zone may be the same moment.
  const isAnother = absence.raised.some((each) => each.startsWith('return:'))
  const facts = [id, at, ...(isAnother ? [key] : []), ...again(absence.revision)]
  return [{ at, key, draft: { name: 'return-overdue', time: utc(at), facts, data } }]
}

const due = (concerns: Concern[], raised: string[], now: EpochMs): Concern[] =>
  concerns.filter(({ at, key }) => at <= now && !raised.includes(key)).sort((a, b) => a.at - b.at)

/** The absences that last, or did, as is certain. */
const absencesThat = (
  state: EmployeeState,
  phases: readonly TrackedAbsence['phase'][],
): [string, TrackedAbsence][] =>
  Object.entries(state.absences).filter(
    ([, absence]) => phases.includes(absence.phase) && isCertain(absence),
  )

/** The ids of what the API has just shown, in a form that can be read: of all else nobody knows how it stands. */
type Fresh = Record<Kind, ReadonlySet<string>>

/**
 * What has gone on for too long or contradicts itself, each recorded once, on crossing. What the
 * last answer did not show is left alone until it is clear whether it still exists; that somebody
 * is in though absent is recorded where one poll has shown both.
 * @param state the employee's state with all else recorded
 */
export const attentionSteps = (
  state: EmployeeState,
  context: PollContext,
  fresh: Fresh,
): Step[] => {
  const absences = absencesThat(state, ['started'])
  const shownToo = absences.filter(([id]) => fresh.absences.has(id))
  // Absences are read more rarely than clockings: one may be over by the poll that shows both.
  const shownOrOver = absencesThat(state, ['started', 'ended']).filter(([id]) =>
    fresh.absences.has(id),
  )
  const ofClockings = Object.entries(state.clockings)
    .filter(([id, clocking]) => fresh.clockings.has(id) && isOpen(clocking) && isCertain(clocking))
    .flatMap(([id, clocking]): Step[] => {
      const concerns = [
        ...overdue(id, clocking, context),
        ...breaksOverdue(id, clocking, context),
        ...absent(id, clocking, shownOrOver, context),
      ]
      let tracked = clocking
      return due(concerns, clocking.raised, context.now).map(({ at, key, draft }) => {
        tracked = { ...tracked, raised: [...tracked.raised, key] }
        return { of: 'clocking', id, at, draft, tracked }
      })
    })
  const certain = areAbsencesKnownNow(state) ? absences : shownToo
  const ofAbsences = certain.flatMap(([id, absence]): Step[] => {
    // What has just been shown may say what no poll could know, whatever the local clock said then.
    const by = fresh.absences.has(id) ? 'answer' : 'clock'
    let tracked = absence
    return due(returnsOverdue(id, absence, context), absence.raised, context.now).map(
      ({ at, key, draft }) => {
        tracked = { ...tracked, raised: [...tracked.raised, key] }
        return { of: 'absence', by, id, at, draft, tracked }
      },
    )
  })
  return [...ofClockings, ...ofAbsences]
}
