import { absencesDiff } from './absences/diff-absences.ts'
import { withSteps } from './apply.ts'
import { attentionSteps } from './attention.ts'
import { clockingsDiff } from './clockings/diff-clockings.ts'
import { epochMs } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { Removal, Snapshot } from './snapshot.ts'
import type { EmployeeState } from './state/state.ts'
import type { PollContext, Step } from './steps.ts'
import {
  type WronglySaid,
  wronglySaidBefore,
  type Zoned,
  zoneOfClockings,
} from './where-they-are.ts'

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
  const zoned = ({ zone, since }: Zoned, wronglySaid: WronglySaid = () => false): PollContext => ({
    ...common,
    zone: zone ?? rules.workday.timeZone,
    zoneSince: since,
    wronglySaid,
  })
  const ofClockings = clockings === null ? [] : clockingsDiff(state, clockings, zoned(before))
  // Where the last clocking that was known is removed, nothing says where somebody is.
  const unsaid = ofKnown === null ? before : { zone: null, since: null }
  const after = withSteps(state, ofClockings)
  const found = zoneOfClockings(after) ?? unsaid
  const context = zoned(found, wronglySaidBefore(state, after, rules.workday.timeZone))
  const facts = [...ofClockings, ...absencesDiff(state, absences, context)].sort(
    (a, b) => a.at - b.at,
  )
  const attention = attentionSteps(withSteps(state, facts), context, {
    clockings: new Set(clockings?.records.map(({ id }) => id)),
    absences: new Set(absences?.records.map(({ id }) => id)),
  })
  return { timeZone: found.zone, steps: [...facts, ...attention.sort((a, b) => a.at - b.at)] }
}
