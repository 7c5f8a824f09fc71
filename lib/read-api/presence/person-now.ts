import { asUtc } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { openBreak, openClockings } from '../../attendance/state/who-is-in.ts'
import type { PersonPresence } from '../answers.ts'
import { latestFirst } from './latest-absence.ts'
import { type KnownRecords, knownRecordsOf, type ShownAbsence } from './records.ts'

/** The absences of somebody that have started and not ended, as events have told; none of who has left. */
const startedAbsences = (state: EmployeeState, { absences }: KnownRecords): ShownAbsence[] =>
  state.membership === 'leaver'
    ? []
    : Object.keys(state.absences)
        .filter((id) => state.absences[id]?.phase === 'started')
        .flatMap((id) => absences.get(id) ?? [])

/** Where somebody is, as last recorded; null where they are just out. */
export const personNow = (state: EmployeeState, rules: AttendanceRules): PersonPresence | null => {
  const [clocking] = openClockings(state)
  const records = knownRecordsOf(state, rules)
  const { employee } = records
  const [away] = latestFirst(startedAbsences(state, records), records, rules.workday)
  if (clocking !== undefined) {
    const pause = openBreak(clocking)
    return {
      employee,
      presence: pause === undefined ? 'in' : 'on-break',
      since: asUtc((pause ?? clocking).start),
      ...(away && { absence: away.absence }),
    }
  }
  return away ? { employee, presence: 'absent', since: away.since, absence: away.absence } : null
}
