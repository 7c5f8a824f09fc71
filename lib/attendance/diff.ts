import { isTimeZone } from '../workforce/reading.ts'
import { absencesDiff } from './absences/diff-absences.ts'
import { withSteps } from './apply.ts'
import { attentionSteps } from './attention.ts'
import { clockingsDiff } from './clockings/diff-clockings.ts'
import { type EpochMs, epochMs } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { Removal, Snapshot } from './snapshot.ts'
import { stillForgotten } from './state/newest-forgotten.ts'
import type { EmployeeState, KnownClocking } from './state/state.ts'
import { newestFirst } from './state/who-is-in.ts'
import type { PollContext, Step } from './steps.ts'

/** A zone, and when the clocking began that says so; null where none does. */
type Zoned = { zone: string | null; since: EpochMs | null }

/**
 * The zone of the newest clocking that is believed, forgotten ones included, where that is a valid one; of two that began
 * at once the id decides, so that the order of an answer means nothing. Null where there is no such clocking.
 */
const zoneOfClockings = (state: EmployeeState): Zoned | null => {
  type Begun = Pick<KnownClocking, 'start' | 'startTimeZone'>
  const known = Object.entries(state.clockings).flatMap(
    ([id, tracked]): (readonly [string, Begun])[] =>
      tracked.phase === 'removed' ? [] : [[id, tracked.known]],
  )
  const forgotten = stillForgotten(state)
  const all = forgotten === undefined ? known : [...known, [forgotten.id ?? '', forgotten] as const]
  const [newest] = newestFirst(all)
  if (newest === undefined) return null
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
  const ofKnown = zoneOfClockings(state)
  const before = ofKnown ?? { zone: state.timeZone, since: null }
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
  // Where the last clocking that was known is removed, nothing says where somebody is.
  const unsaid = ofKnown === null ? before : { zone: null, since: null }
  const found = zoneOfClockings(withSteps(state, ofClockings)) ?? unsaid
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
