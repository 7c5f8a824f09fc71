import { isTimeZone } from '../workforce/reading.ts'
import { absenceClockSteps, absenceSteps } from './absences/absence-steps.ts'
import { areAbsencesKnownNow } from './absences/known-now.ts'
import { withSteps } from './apply.ts'
import { attentionSteps } from './attention.ts'
import { clockingSteps } from './clockings/clocking-steps.ts'
import { firstMomentOf } from './clockings/clocking-times.ts'
import { firstRevision, isForgotten } from './forgotten.ts'
import { isAbsenceAwaited, isClockingAwaited, isEndedShown } from './missing/awaited.ts'
import { hiddenAbsences, hiddenClockings } from './missing/hidden.ts'
import { missingAbsenceSteps, missingClockingSteps, perhapsShown } from './missing/missing.ts'
import { type EpochMs, epochMs, utc } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { Removal, ShownAbsences, ShownClockings, Snapshot } from './snapshot.ts'
import type { EmployeeState, TrackedAbsence, TrackedClocking } from './state/state.ts'
import { newestFirst } from './state/who-is-in.ts'
import { type PollContext, type Step, spanOf } from './steps.ts'

/** The keys of both records, each once, in order. */
const union = (a: Iterable<string>, b: Iterable<string>): string[] =>
  [...new Set([...a, ...b])].sort()

/** It is there, though it cannot be read: it is not missing, and a doubt about it stays. */
const unreadable = <T extends TrackedClocking | TrackedAbsence>(before: T): T | null =>
  before.missingSince === null ? null : { ...before, missingSince: null }

/** What was recorded as gone, seems to be back, and is nowhere to be found, is gone. */
const stillGone = <T extends TrackedClocking | TrackedAbsence>(
  before: T,
  isEverywhere: boolean,
): T | null =>
  !isEverywhere || (before.missingSince === null && before.doubted.length === 0)
    ? null
    : { ...before, missingSince: null, doubted: [] }

/** One that has ended and is not shown is not recorded as gone, but missed, and its doubts are over. */
const endedUnseen = (
  before: TrackedAbsence,
  asked: ShownAbsences,
  isConclusive: boolean,
  now: number,
): TrackedAbsence | null => {
  const isMissed = isConclusive && before.missingSince === null && isEndedShown(before, asked)
  const isSettled = isConclusive && asked.isWide && before.doubted.length > 0
  if (!isMissed && !isSettled) return null
  return {
    ...before,
    missingSince: isMissed ? utc(now) : before.missingSince,
    doubted: isSettled ? [] : before.doubted,
  }
}

const clockingsDiff = (
  state: EmployeeState,
  asked: ShownClockings,
  context: PollContext,
): Step[] => {
  const answers = new Map(asked.records.map((clocking) => [clocking.id, clocking]))
  const unread = new Set(asked.unread)
  const mayBeHidden = hiddenClockings(state, asked)
  return union(Object.keys(state.clockings), answers.keys()).flatMap((id): Step[] => {
    const before = state.clockings[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const end = answer.end === null ? null : epochMs(answer.end)
      if (before === undefined && isForgotten(state, 'clockings', id, end)) return []
      const revision = firstRevision(state, 'clockings', firstMomentOf(answer), context)
      return clockingSteps(before, answer, context, revision)
    }
    if (before === undefined) return []
    const isHidden = mayBeHidden(id)
    const isConclusive = asked.isComplete && !isHidden
    if (!unread.has(id) && isClockingAwaited(before, asked.window)) {
      if (isConclusive) return missingClockingSteps(id, before, context, asked.isWide, asked.reach)
      // From an incomplete answer nothing is missing that was not before.
      const isMissing = asked.isComplete || before.missingSince !== null
      const doubted = isHidden && isMissing ? perhapsShown(before, context.now) : null
      return doubted === null
        ? []
        : [{ of: 'clocking', id, at: context.now, draft: null, tracked: doubted }]
    }
    // What began before the API's reach is looked for nowhere else.
    const isEverywhere = asked.isWide || epochMs(before.known.start) <= asked.reach
    const gone = before.phase === 'removed' ? stillGone(before, isConclusive && isEverywhere) : null
    const tracked = unread.has(id) ? unreadable(before) : gone
    return tracked === null ? [] : [{ of: 'clocking', id, at: context.now, draft: null, tracked }]
  })
}

const absencesDiff = (
  state: EmployeeState,
  asked: ShownAbsences | null,
  context: PollContext,
): Step[] => {
  const answers = new Map(asked?.records.map((absence) => [absence.id, absence]))
  const unread = new Set(asked?.unread)
  const mayBeHidden = asked === null ? () => false : hiddenAbsences(state, asked)
  return union(Object.keys(state.absences), answers.keys()).flatMap((id): Step[] => {
    const before = state.absences[id]
    const answer = answers.get(id)
    if (answer !== undefined) {
      const span = spanOf(answer, context)
      const end = span?.end ?? null
      if (before === undefined && isForgotten(state, 'absences', id, end)) return []
      const revision = firstRevision(state, 'absences', span?.start, context)
      return absenceSteps(before, answer, context, revision)
    }
    if (before === undefined) return []
    if (asked === null)
      return areAbsencesKnownNow(state) ? absenceClockSteps(id, before, context) : []
    const isHidden = mayBeHidden(id)
    const isConclusive = asked.isComplete && !isHidden
    if (!unread.has(id) && isAbsenceAwaited(before, asked)) {
      if (isConclusive) return missingAbsenceSteps(id, before, context, asked.isWide)
      if (!isHidden) return []
      const doubted = before.missingSince === null ? null : perhapsShown(before, context.now)
      // It may be there, as far as anyone can read: its clock goes on, as it does while nobody asks.
      return doubted === null
        ? absenceClockSteps(id, before, context)
        : [{ of: 'absence', by: 'answer', id, at: context.now, draft: null, tracked: doubted }]
    }
    const unseen =
      before.phase === 'ended' ? endedUnseen(before, asked, isConclusive, context.now) : null
    const gone =
      before.phase === 'withdrawn' ? stillGone(before, isConclusive && asked.isWide) : unseen
    const cleared = unread.has(id) ? unreadable(before) : gone
    const clock = absenceClockSteps(id, cleared ?? before, context)
    if (cleared === null || clock.length > 0) return clock
    return [{ of: 'absence', by: 'answer', id, at: context.now, draft: null, tracked: cleared }]
  })
}

/** A zone, and when the clocking began that says so; null where none does. */
type Zoned = { zone: string | null; since: EpochMs | null }

/**
 * The zone of the newest clocking that is believed, forgotten ones included, where that is a valid one, else what was
 * known; of two that began at once the id decides, so that the order of an answer means nothing.
 */
const zoneOf = ({ clockings, newestForgotten, timeZone }: EmployeeState): Zoned => {
  const known = Object.entries(clockings).flatMap(([id, tracked]) =>
    tracked.phase === 'removed' ? [] : [[id, tracked.known] as const],
  )
  const all = newestForgotten === undefined ? known : [...known, ['', newestForgotten] as const]
  const [newest] = newestFirst(all)
  if (newest === undefined) return { zone: timeZone, since: null }
  if (!isTimeZone(newest.startTimeZone)) return { zone: null, since: null }
  return { zone: newest.startTimeZone, since: epochMs(newest.start) }
}

/**
 * What is to be recorded of one employee: from what was last known to what the Workforce API
 * says now. Pure; nothing given is changed.
 * @param now when the employee's answer came
 * @returns the employee's zone, and the steps in the order in which they are to be recorded:
 *   what happened by its time, then what calls for attention
 */
export const diffEmployee = (
  state: EmployeeState,
  snapshot: Snapshot,
  now: number,
  rules: AttendanceRules,
  removal: Removal,
): { timeZone: string | null; steps: Step[] } => {
  const { clockings, absences } = snapshot
  const before = zoneOf(state)
  const moment = (time: string | null) => (time === null ? null : epochMs(time))
  const forgottenBefore = {
    clockings: moment(state.forgottenBefore.clockings),
    absences: moment(state.forgottenBefore.absences),
  }
  const formerZone = before.zone ?? rules.workday.timeZone
  const common = { employeeId: state.employeeId, now, rules, removal, forgottenBefore, formerZone }
  const zoned = ({ zone, since }: Zoned): PollContext => ({
    ...common,
    zone: zone ?? rules.workday.timeZone,
    zoneSince: since,
  })
  const ofClockings = clockings === null ? [] : clockingsDiff(state, clockings, zoned(before))
  const found = zoneOf(withSteps(state, ofClockings))
  const context = zoned(found)
  const facts = [...ofClockings, ...absencesDiff(state, absences, context)].sort(
    (a, b) => a.at - b.at,
  )
  const attention = attentionSteps(withSteps(state, facts), context, {
    clockings: new Set(clockings?.records.map(({ id }) => id)),
    absences: new Set(absences?.records.map(({ id }) => id)),
  })
  return { timeZone: found.zone, steps: [...facts, ...attention.sort((a, b) => a.at - b.at)] }
}
