import { digestMessage } from '../../lib/alerts/digests/digest-message.ts'
import { rollCallOf } from '../../lib/alerts/digests/roll-call-message.ts'
import type { SavedState } from '../../lib/alerts/digests/saved-state.ts'
import type { Message } from '../../lib/alerts/message.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import {
  type EmployeeProfile,
  type EmployeeState,
  type KnownAbsence,
  type KnownClocking,
  newEmployee,
} from '../../lib/attendance/state.ts'
import { Digest } from '../../lib/platform/alert-settings.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const zone = 'Europe/London'

const profile = (givenName: string, familyName: string, jobTitle: string | null) => ({
  givenName,
  familyName,
  jobTitle,
  externalReference: null,
  employmentStart: null,
  employmentEnd: null,
})

const known = (n: number, of: EmployeeProfile): EmployeeState => ({
  ...newEmployee(id(n), of, '2026-11-20T00:00:00Z'),
  seen: true,
})

const tracked = {
  revision: 0,
  missingSince: null,
  former: [],
  doubted: [],
  keptUntil: null,
  raised: [],
}

const clockedIn = (state: EmployeeState, start: string, breaks: KnownClocking['breaks'] = []) => {
  const clocking = { start, end: null, startTimeZone: zone, endTimeZone: zone, breaks }
  return {
    ...state,
    clockings: { [id(50)]: { ...tracked, phase: 'present' as const, known: clocking } },
  }
}

const away = (state: EmployeeState, absence: KnownAbsence): EmployeeState => ({
  ...state,
  absences: { [id(60)]: { ...tracked, phase: 'started', known: absence } },
})

/** Somebody who is both away and clocked in. */
const both = (state: EmployeeState, start: string, absence: KnownAbsence): EmployeeState => ({
  ...clockedIn(state, start),
  absences: away(state, absence).absences,
})

const date = (text: string) => ({ $type: 'LocalDate' as const, date: text })

const employees: EmployeeState[] = [
  clockedIn(known(1, profile('Amina', "O'Neill", 'Nurse')), '2026-11-20T07:58:00Z'),
  clockedIn(known(2, profile('Jürgen', 'Groß', 'Porter')), '2026-11-19T08:04:00Z'),
  clockedIn(known(3, profile('結城', '由紀', 'Nurse')), '2026-11-20T06:00:00Z', [
    { id: id(70), start: '2026-11-20T08:20:00Z', end: null },
  ]),
  away(known(4, profile('יעל', 'כהן', 'Doctor')), {
    $type: 'Holiday',
    start: date('2026-11-18'),
    end: date('2026-11-24'),
  }),
  away(known(5, profile('Siobhán', 'Ní Bhriain', 'Doctor')), {
    $type: 'Sickness',
    start: date('2026-11-20'),
    end: null,
    estimatedReturn: { date: '2026-11-23' },
  }),
  away(known(6, profile('Ada', 'Okafor', null)), {
    $type: 'Toil',
    start: { $type: 'LocalDatePart', date: '2026-11-20', datePart: 'SecondHalf' },
    end: date('2026-11-20'),
  }),
  both(known(7, profile('Tomás', 'Silva', 'Porter')), '2026-11-20T08:15:00Z', {
    $type: 'Holiday',
    start: date('2026-11-19'),
    end: date('2026-11-22'),
  }),
]

const saved = (states: EmployeeState[]): SavedState => ({
  employees: states,
  shards: [],
  uncertain: 0,
})

const digest = Digest.parse({
  name: 'morning',
  at: '08:30',
  slack: ['office'],
  include: ['off-today', 'in-now', 'open-clockings', 'returning-tomorrow'],
  show: 'category',
})

const now = Date.parse('2026-11-20T08:30:00Z')
const reading = { now, zone }
const asking = {
  now,
  workday: { timeZone: zone, midday: '12:30' },
  tooLongHours: 14,
  show: 'category' as const,
  zone,
  workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
}
const fresh = { asOf: Date.parse('2026-11-20T08:29:00Z'), isStale: false }

/** A digest of six people; of the same while nothing was heard for two hours; of nobody. */
export const exampleDigest = (kind: 'fresh' | 'stale' | 'empty'): Message => {
  const state = saved(kind === 'empty' ? [] : employees)
  const freshness =
    kind === 'stale' ? { asOf: Date.parse('2026-11-20T06:12:00Z'), isStale: true } : fresh
  const message = digestMessage(digest, state, freshness, asking, english, reading)
  return message ?? { headline: [], sections: [] }
}

/** A roll call of the same people. */
export const exampleRollCall = (): Message =>
  rollCallOf(saved(employees), fresh, asking, english, reading).message
