import { absenceSpan } from '../../attendance/absences/absence-times.ts'
import { asUtc, utc } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { openBreak, openClockings } from '../../attendance/state/who-is-in.ts'
import type { PersonPresence } from '../answers.ts'
import { knownRecordsOf, type ShownAbsence, zoneOfEmployee } from './records.ts'

/** The absence of somebody that has started and not ended, as events have told; undefined for nobody's. */
const startedAbsence = (state: EmployeeState, rules: AttendanceRules): ShownAbsence | undefined => {
  if (state.membership === 'leaver') return undefined
  const started = Object.keys(state.absences).find((id) => state.absences[id]?.phase === 'started')
  return started === undefined
    ? undefined
    : (knownRecordsOf(state, rules).absences.get(started) ?? undefined)
}

/** When an absence started, UTC; null where that cannot be known. */
export const startOf = (absence: ShownAbsence, zone: string, { workday }: AttendanceRules) => {
  const span = absenceSpan(absence, zone, workday)
  return span === null ? null : utc(span.start)
}

/** Where somebody is, as last recorded; null where they are just out. */
export const personNow = (state: EmployeeState, rules: AttendanceRules): PersonPresence | null => {
  const [clocking] = openClockings(state)
  const absence = startedAbsence(state, rules)
  const { employee } = knownRecordsOf(state, rules)
  if (clocking !== undefined) {
    const pause = openBreak(clocking)
    return {
      employee,
      presence: pause === undefined ? 'in' : 'on-break',
      since: asUtc((pause ?? clocking).start),
      ...(absence && { absence }),
    }
  }
  const since = absence && startOf(absence, zoneOfEmployee(state, rules), rules)
  return absence && since ? { employee, presence: 'absent', since, absence } : null
}
