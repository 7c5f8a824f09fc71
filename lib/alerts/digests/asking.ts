import type { EpochMs } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { Show, Weekday } from '../../routing/where.ts'
import type { Listed } from '../wording/wording.ts'

/** What the lists are worked out from, beside the saved state. */
export type Asking = {
  now: EpochMs
  workday: Workday
  /** From how many hours on an open clocking is too long. */
  tooLongHours: number
  show: Show
  /** The zone of the reader's today. */
  zone: string
  /** The days on which people work. */
  workingDays: readonly Weekday[]
}

/** The zone of an employee's own clock. */
export const zoneOf = ({ timeZone }: EmployeeState, { workday }: Asking): string =>
  timeZone ?? workday.timeZone

/** Somebody as every list names them. */
export const named = ({ employeeId, profile }: EmployeeState, zone: string): Listed => ({
  employeeId,
  givenName: profile.givenName,
  familyName: profile.familyName,
  jobTitle: profile.jobTitle,
  externalReference: profile.externalReference,
  zone,
})
