import { day, epochMs } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import { rulesOf, Settings } from '../../lib/settings/settings.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../lib/workforce/contract/employee.ts'

/** What the Workforce API shows at one moment. */
export type Scene = { now: string; clockings?: Clocking[]; absences?: Absence[] }

/** The rules of an environment that leaves every setting at its default. */
export const rules = rulesOf(
  Settings.parse({
    name: 'prod',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
  }),
)

const employeeId = '5f3d2a90-1c47-4b5e-9a53-0d4c2f1d7e10'

export const employee: Employee = {
  id: employeeId,
  name: { givenName: 'Amina', familyName: 'Okafor' },
  employment: { jobTitle: 'Nurse', start: '2024-01-08', end: null, payrollNumber: 'P-17' },
  email: 'amina@example.com',
  externalReference: 'HR-0042',
  _metadata: { isRegistered: true, isTerminated: false },
}

export const promoted: Employee = {
  ...employee,
  employment: { ...employee.employment, jobTitle: 'Senior nurse' },
}

const clocking = (overrides: Partial<Clocking> = {}): Clocking => ({
  id: '0b1f2c9e-5a7d-4c1b-9a55-7e6d1a3b9c20',
  employeeId,
  start: '2026-11-20T08:58:12Z',
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [],
  note: null,
  ...overrides,
})

const pause = { id: 'c2a4e6f8-0d1b-4c3a-8e5f-6a7b8c9d0e1f', start: '2026-11-20T12:00:05Z' }
const lunch = [{ ...pause, end: '2026-11-20T12:30:41Z' }]
const ended = clocking({ breaks: lunch, end: '2026-11-20T17:31:04Z' })
const corrected = { ...ended, start: '2026-11-20T08:45:00Z' }

const holiday = (lastDay: string): Absence => ({
  $type: 'Holiday',
  id: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
  employeeId,
  start: { $type: 'LocalDate', date: '2026-11-23' },
  end: { $type: 'LocalDate', date: lastDay },
  displayName: 'Annual leave',
  note: '',
})

const sickness: Absence = {
  ...holiday('2026-11-23'),
  $type: 'Sickness',
  id: '3e5a7c9b-2d4f-4a6c-9e8b-0a1b2c3d4e5f',
  start: { $type: 'LocalDateTime', date: '2026-11-25', time: '09:30' },
  end: null,
  displayName: 'Sickness',
  estimatedReturn: { date: '2026-11-27', time: '09:00' },
  isCertified: false,
  reason: { id: 4, description: 'Migraine' },
  duration: null,
  isPaid: true,
  paidDuration: null,
}

/** A day of work and its aftermath, a clocking that is forgotten, two absences. */
export const stories: Record<string, Scene[]> = {
  shift: [
    { now: '2026-11-20T08:58:00Z' },
    { now: '2026-11-20T08:59:00Z', clockings: [clocking()] },
    { now: '2026-11-20T12:01:00Z', clockings: [clocking({ breaks: [{ ...pause, end: null }] })] },
    { now: '2026-11-20T12:31:00Z', clockings: [clocking({ breaks: lunch })] },
    { now: '2026-11-20T17:32:00Z', clockings: [ended] },
    { now: '2026-11-20T18:10:00Z', clockings: [corrected] },
    { now: '2026-11-20T19:00:00Z' },
    { now: '2026-11-20T19:10:00Z' },
  ],
  forgotten: [
    { now: '2026-11-20T14:00:00Z', clockings: [clocking({ breaks: [{ ...pause, end: null }] })] },
    { now: '2026-11-20T14:01:00Z', clockings: [clocking({ breaks: [{ ...pause, end: null }] })] },
    { now: '2026-11-20T22:59:00Z', clockings: [clocking({ breaks: lunch })] },
  ],
  leave: [
    { now: '2026-11-22T12:00:00Z', absences: [holiday('2026-11-23')] },
    { now: '2026-11-23T00:00:00Z' },
    {
      now: '2026-11-23T09:01:00Z',
      clockings: [clocking({ start: '2026-11-23T09:00:21Z' })],
    },
    {
      now: '2026-11-23T09:31:00Z',
      clockings: [clocking({ start: '2026-11-23T09:00:21Z' })],
      absences: [holiday('2026-11-23')],
    },
    { now: '2026-11-23T12:00:00Z', absences: [holiday('2026-11-24')] },
    { now: '2026-11-25T00:00:00Z' },
  ],
  sickness: [
    { now: '2026-11-25T09:45:00Z', absences: [sickness] },
    { now: '2026-11-27T09:00:00Z' },
    { now: '2026-11-27T09:15:00Z', absences: [] },
    { now: '2026-11-27T09:30:00Z', absences: [] },
  ],
}

const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

const whole = {
  unread: [],
  unsure: [],
  lost: [],
  places: {},
  lackedElsewhere: [],
  isComplete: true,
  isInDoubt: false,
  isWide: true,
  askedAgain: null,
}

/** A scene as a complete answer: the last day, and where it has absences those around it. */
export const snapshotOf = ({ now, clockings = [], absences }: Scene): Snapshot => {
  const to = epochMs(now)
  const from = to - day
  return {
    clockings: {
      ...whole,
      records: clockings,
      window: { from, to },
      reach: to - 90 * day,
      forgetBefore: from,
    },
    absences: absences
      ? {
          ...whole,
          records: absences,
          from: dateOf(to - 3 * day),
          to: dateOf(to + 2 * day),
          forgetBefore: to - 4 * day,
          reach: to - 89 * day,
        }
      : null,
  }
}
