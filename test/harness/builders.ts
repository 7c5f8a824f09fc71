import { day, epochMs } from '../../lib/attendance/moments.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { ShownClockings, Snapshot } from '../../lib/attendance/snapshot.ts'
import {
  type EmployeeProfile,
  type EmployeeState,
  newEmployee,
  type OutboxEntry,
  type TrackedAbsence,
  type TrackedClocking,
} from '../../lib/attendance/state/state.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking, ClockingBreak } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'

/** A uuid that is easy to tell apart: `anId(7)`. */
export const anId = (n: number, kind = 0): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const employeeId = anId(1)

export const anEmployee = (overrides: Partial<Employee> = {}): Employee => ({
  id: employeeId,
  name: { givenName: 'Amina', familyName: "O'Neill" },
  employment: { jobTitle: 'Nurse', start: '2024-01-08', end: null, payrollNumber: 'P-17' },
  email: 'amina@example.org',
  externalReference: 'HR-0042',
  _metadata: { isRegistered: true, isTerminated: false },
  ...overrides,
})

export const aBreak = (overrides: Partial<ClockingBreak> = {}): ClockingBreak => ({
  id: anId(1, 2),
  start: '2026-11-18T12:00:00Z',
  end: '2026-11-18T12:30:00Z',
  ...overrides,
})

export const aClocking = (overrides: Partial<Clocking> = {}): Clocking => ({
  id: anId(1, 1),
  employeeId,
  start: '2026-11-18T09:00:00Z',
  end: '2026-11-18T17:00:00Z',
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [],
  note: null,
  ...overrides,
})

type Holiday = Extract<Absence, { $type: 'Toil' | 'Holiday' | 'Other' }>

export const aHoliday = (overrides: Partial<Holiday> = {}): Holiday => ({
  $type: 'Holiday',
  id: anId(1, 3),
  employeeId,
  start: { $type: 'LocalDate', date: '2026-11-18' },
  end: { $type: 'LocalDate', date: '2026-11-19' },
  displayName: 'Annual leave',
  note: '',
  ...overrides,
})

type Sickness = Extract<Absence, { $type: 'Sickness' }>

export const aSickness = (overrides: Partial<Sickness> = {}): Sickness => ({
  ...aHoliday(),
  $type: 'Sickness',
  end: null,
  displayName: 'Sickness',
  note: 'called at eight',
  estimatedReturn: { date: '2026-11-20', time: null },
  isCertified: false,
  reason: { id: 4, description: 'Migraine' },
  duration: null,
  isPaid: true,
  paidDuration: null,
  ...overrides,
})

export const rules = (overrides: Partial<AttendanceRules> = {}): AttendanceRules => ({
  source: '/attendance-events/test',
  workday: { timeZone: 'Europe/London', midday: '12:30' },
  attention: {
    clockingLongerThanHours: null,
    breakLongerThanMinutes: null,
    clockedInWhileAbsent: false,
    absenceGraceMinutes: 0,
    returnOverdue: false,
  },
  privacy: { absences: 'category', notes: false, emails: false, payrollNumbers: false },
  baseline: 'silent',
  ...overrides,
})

export const aProfile: EmployeeProfile = {
  givenName: 'Amina',
  familyName: "O'Neill",
  jobTitle: 'Nurse',
  externalReference: 'HR-0042',
  employmentStart: '2024-01-08',
  employmentEnd: null,
}

export const aState = (overrides: Partial<EmployeeState> = {}): EmployeeState => ({
  ...newEmployee(employeeId, aProfile, '2026-11-17T00:00:00Z'),
  version: 1,
  seen: true,
  unaskedSince: { clockings: null, absences: null },
  ...overrides,
})

/** What is so of most that is tracked. */
export const nothingSpecial = {
  revision: 0,
  missingSince: null,
  former: [],
  doubted: [],
  keptUntil: null,
  raised: [],
}

/** A clocking as the state has it. */
export const aTrackedClocking = (
  clocking: Partial<Clocking> = {},
  tracked: Partial<TrackedClocking> = {},
): TrackedClocking => {
  const { id: _id, employeeId: _employeeId, note: _note, ...known } = aClocking(clocking)
  return { ...nothingSpecial, phase: 'present', known, ...tracked }
}

/** An absence as the state has it, once it was recorded as started. */
export const aTrackedAbsence = (
  absence: Partial<Holiday> = {},
  tracked: Partial<TrackedAbsence> = {},
): TrackedAbsence => {
  const { start, end, $type } = aHoliday(absence)
  return { ...nothingSpecial, phase: 'started', known: { start, end, $type }, ...tracked }
}

/** An event that waits to be published: the n-th. */
export const anEntry = (n: number, overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: anId(n, 9),
  type: 'attendance.clocked-in',
  time: '2026-11-20T09:00:00Z',
  recordedtime: '2026-11-20T09:01:00Z',
  message: JSON.stringify({ n }),
  attributes: { type: 'attendance.clocked-in', employeeId: anId(n), baseline: 'false' },
  ...overrides,
})

type SnapshotOptions = {
  clockings?: Clocking[]
  absences?: Absence[] | null
  /** Whether the answers are known to be whole. */
  isComplete?: boolean
  /** The ids of clockings that cannot be read, or marks of those without one. */
  unread?: string[]
}

/** The mark of the n-th of some records whose id cannot be read. */
export const nameless = (n: number): string => `nameless ${n} 1`

/** A complete answer at `now`, of the last day and of the absences around it. */
export const aSnapshot = (
  now: string,
  { clockings = [], absences = null, isComplete = true, unread = [] }: SnapshotOptions = {},
): Snapshot & { clockings: ShownClockings } => {
  const to = epochMs(now)
  const from = to - day
  const date = (offset: number) => new Date(to + offset * day).toISOString().slice(0, 10)
  const whole = {
    unsure: [],
    lost: [],
    places: {},
    lackedElsewhere: [],
    isComplete,
    isInDoubt: false,
    isWide: true,
    askedAgain: null,
  }
  return {
    clockings: {
      ...whole,
      unread,
      records: clockings,
      window: { from, to },
      reach: to - 90 * day,
      forgetBefore: from,
    },
    absences:
      absences === null
        ? null
        : {
            ...whole,
            unread: [],
            records: absences,
            from: date(-2),
            to: date(2),
            forgetBefore: epochMs(`${date(-3)}T00:00:00Z`),
            reach: to - 89 * day,
          },
  }
}

/** A moment after all that tests tell of. */
export const longAfter = epochMs('2027-01-01T00:00:00Z')
