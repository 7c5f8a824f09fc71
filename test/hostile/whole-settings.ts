import type * as z from 'zod'
import type { Settings } from '../../lib/settings/settings.ts'

/** Settings that set everything there is to set. */
export const wholeSettings: z.input<typeof Settings> = {
  name: 'test',
  organisation: 'Harbour Hotel',
  workforce: {
    apiUrl: 'https://api.example.org',
    authUrl: 'https://auth.example.org',
    requestsPerSecond: 20,
  },
  polling: {
    clockingsEverySeconds: 60,
    absencesEverySeconds: 900,
    rosterEverySeconds: 3_600,
    lookbackHours: 24,
    removalAfterMinutes: 10,
    shardSize: 250,
    concurrentPolls: 2,
    concurrentCalls: 8,
  },
  workday: { timeZone: 'Europe/London', midday: '12:30', days: ['mon', 'sat'] },
  attention: {
    clockingLongerThanHours: 14,
    breakLongerThanMinutes: 120,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  },
  privacy: { absences: 'full', notes: false, emails: false, payrollNumbers: true },
  baseline: 'silent',
  expectedEmployees: 100,
  operations: {
    email: ['ops@example.org'],
    runbookUrl: 'https://wiki.example.org/attendance',
    monthlyBudgetUsd: 50,
  },
  aws: {
    account: '123456789012',
    region: 'eu-west-1',
    tags: { team: 'people' },
    retainData: true,
    logRetentionDays: 30,
    subscriberAccounts: ['210987654321'],
    subscriberProtocols: ['sqs', 'lambda'],
    fifoTopic: true,
    release: 'canary',
  },
  slack: { channels: ['office', 'wardens'] },
  audiences: { managers: ['boss@example.org'] },
  mail: { from: 'attendance@example.org' },
  alerts: [
    {
      name: 'nurses-away',
      on: ['absence-started', 'absence-ended'],
      where: {
        jobTitles: ['Nurse'],
        employees: ['HR-0042'],
        absenceTypes: ['Sickness'],
        hours: { from: '22:00', to: '06:00', days: ['sat', 'sun'] },
      },
      slack: ['office'],
      email: ['managers'],
      group: 60,
      staleAfterHours: 12,
      show: 'category',
    },
  ],
  digests: [
    {
      name: 'morning',
      at: '08:30',
      days: ['mon'],
      timeZone: 'Europe/Berlin',
      slack: ['office'],
      email: ['managers'],
      include: ['off-today', 'in-now'],
      skipEmpty: true,
      show: 'opaque',
    },
  ],
  rollCall: { slack: ['wardens'], email: ['managers'] },
}
