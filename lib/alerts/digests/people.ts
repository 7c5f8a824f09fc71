import type { EmployeeState } from '../../attendance/state/state.ts'
import type { DigestPart } from '../rules/alert-settings.ts'
import type { Listed } from '../wording/wording.ts'
import type { Asking } from './asking.ts'
import { offToday } from './away.ts'
import { inNow, openTooLong } from './in-now.ts'
import { returningNext } from './returning.ts'

const pick: Record<DigestPart, (state: EmployeeState, asking: Asking) => Listed | null> = {
  'off-today': offToday,
  'in-now': inNow,
  'open-clockings': openTooLong,
  'returning-tomorrow': returningNext,
}

/** People in the order of their names, as an address book has them; of one name in one order. */
const collator = new Intl.Collator('en')
export const byName = (a: Listed, b: Listed): number =>
  collator.compare(a.familyName, b.familyName) ||
  collator.compare(a.givenName, b.givenName) ||
  (a.employeeId < b.employeeId ? -1 : 1)

/** Whom a part of a digest lists, by name. */
export const peopleOf = (
  part: DigestPart,
  employees: readonly EmployeeState[],
  asking: Asking,
): Listed[] =>
  employees
    .map((state) => pick[part](state, asking))
    .filter((listed) => listed !== null)
    .sort(byName)
