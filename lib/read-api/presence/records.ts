import type { EmployeeSummary } from '../../attendance/events/events.ts'
import { employeeSummary } from '../../attendance/events/outbox.ts'
import { redactAbsence, redactClocking } from '../../attendance/events/privacy.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type {
  EmployeeState,
  KnownAbsence,
  KnownClocking,
  TrackedAbsence,
} from '../../attendance/state/state.ts'

/** An absence as events carry it. */
export type ShownAbsence = KnownAbsence & {
  id: string
  employeeId: string
  timeZone?: string | undefined
}

/** A clocking as events carry it. */
export type ShownClocking = KnownClocking & { id: string; employeeId: string }

/** What is known of somebody, by id, as events would show it; null is what was taken back. */
export type KnownRecords = {
  employee: EmployeeSummary
  clockings: Map<string, ShownClocking | null>
  absences: Map<string, ShownAbsence | null>
  /** When absences began, UTC, where that is recorded. */
  startedAt: Map<string, string>
  /** When they ended, likewise. */
  endedAt: Map<string, string>
}

/** The zone of somebody's clock. */
export const zoneOfEmployee = ({ timeZone }: EmployeeState, { workday }: AttendanceRules): string =>
  timeZone ?? workday.timeZone

/** A moment of each absence of which it is recorded, by id. */
const momentsOf = (
  { absences }: EmployeeState,
  of: (absence: TrackedAbsence) => string | undefined,
): Map<string, string> =>
  new Map(
    Object.entries(absences).flatMap(([id, absence]) => {
      const moment = of(absence)
      return moment === undefined ? [] : [[id, moment] as const]
    }),
  )

/** What the state holds of somebody, as events would show it: of what is to come, nothing. */
export const knownRecordsOf = (state: EmployeeState, rules: AttendanceRules): KnownRecords => {
  const { employeeId } = state
  const currentZone = zoneOfEmployee(state, rules)
  const clockings = Object.entries(state.clockings).map(([id, { phase, known }]) => {
    const shown = { id, employeeId, ...redactClocking(known, rules.privacy) }
    return [id, phase === 'removed' ? null : shown] as const
  })
  const absences = Object.entries(state.absences)
    .filter(([, { phase }]) => phase !== 'upcoming')
    .map(([id, { phase, known, zone: timeZone = currentZone }]) => {
      const shown = { id, employeeId, timeZone, ...redactAbsence(known, rules.privacy) }
      return [id, phase === 'withdrawn' ? null : shown] as const
    })
  return {
    employee: employeeSummary(state, rules),
    clockings: new Map(clockings),
    absences: new Map(absences),
    startedAt: momentsOf(state, ({ startedAt }) => startedAt),
    endedAt: momentsOf(state, ({ phase, endedAt }) => (phase === 'ended' ? endedAt : undefined)),
  }
}
