import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import type { DigestPart } from '../../../lib/alerts/rules/alert-settings.ts'
import type {
  EmployeeState,
  KnownAbsence,
  KnownClocking,
} from '../../../lib/attendance/state/state.ts'
import { aClocking, anId, aProfile, aState, nothingSpecial } from '../../harness/builders.ts'

/** A Friday morning in London. */
export const now = Date.parse('2026-11-20T08:30:00Z')
export const asking = {
  now,
  workday: { timeZone: 'Europe/London', midday: '12:30' },
  tooLongHours: 14,
  show: 'opaque' as const,
  zone: 'Europe/London',
  workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
}
const tracked = nothingSpecial

export const person = (familyName: string, more: Partial<EmployeeState> = {}) =>
  aState({ profile: { ...aProfile, givenName: 'A', familyName }, ...more })
export const clockedIn = (familyName: string, known: Partial<KnownClocking>) =>
  person(familyName, {
    clockings: {
      [anId(1, 1)]: {
        ...tracked,
        phase: 'present',
        known: { ...aClocking({ end: null }), ...known },
      },
    },
  })
export const date = (text: string) => ({ $type: 'LocalDate' as const, date: text })
export const away = (familyName: string, known: KnownAbsence, ...others: KnownAbsence[]) =>
  person(familyName, {
    absences: Object.fromEntries(
      [known, ...others].map((each, n) => [
        anId(n, 3),
        { ...tracked, phase: 'started' as const, known: each },
      ]),
    ),
  })
export const names = (part: DigestPart, ...employees: EmployeeState[]) =>
  peopleOf(part, employees, asking).map(({ familyName }) => familyName)
