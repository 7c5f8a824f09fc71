import { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { EventName } from '../../lib/attendance/events/events.ts'
import type { Privacy } from '../../lib/attendance/rules.ts'
import type { Draws } from '../../local/workforce-service/organisation/random.ts'
import type { AbsenceKind } from './organisation/leave.ts'

type Kind = {
  name: string
  on: EventName[]
  slack?: string[]
  email?: string[]
  jobTitles?: string[]
}

/** Some types of events are told at a destination by two rules, each at its own pace and as much as it shows. */
const kinds: Kind[] = [
  { name: 'comings', on: ['clocked-in', 'clocked-out'], slack: ['office'] },
  { name: 'breaks', on: ['break-started', 'break-ended'], slack: ['office'], jobTitles: ['nurse'] },
  {
    name: 'absences',
    on: ['absence-started', 'absence-ended', 'absence-amended', 'absence-withdrawn'],
    slack: ['people'],
    email: ['managers'],
  },
  {
    name: 'attention',
    on: ['clocking-overdue', 'break-overdue', 'clocked-in-while-absent', 'return-overdue'],
    slack: ['office', 'people'],
  },
  { name: 'corrections', on: ['clocking-amended', 'clocking-removed'], email: ['payroll'] },
  {
    name: 'staff',
    on: ['employee-joined', 'employee-changed', 'employee-left'],
    slack: ['people'],
  },
  { name: 'ins', on: ['clocked-in', 'clocked-in-while-absent'], slack: ['office'] },
  { name: 'away', on: ['absence-started', 'return-overdue'], slack: ['people'] },
]

/** Rules that name what ends, and is gone, and not what begins. */
const ends: Kind[] = [
  { name: 'goings', on: ['clocked-out', 'clocking-removed', 'employee-left'], slack: ['people'] },
  { name: 'over', on: ['absence-ended', 'absence-withdrawn'], slack: ['office'] },
  { name: 'amended', on: ['clocking-amended'], slack: ['people'], email: ['managers'] },
]

/** The channels and audiences that the rules name. */
export const channels = ['office', 'people']
export const audiences = ['managers', 'payroll']

/** The kinds of absences of which settings speak alone. */
export const someKinds = (draws: Draws): AbsenceKind[] =>
  draws.pick<AbsenceKind[]>([['Holiday'], ['Sickness'], ['Holiday', 'Toil'], ['Sickness', 'Other']])

/**
 * The same rules, but that most of those that show of which kind an absence is are about some kinds alone, and some of these show
 * all of it.
 */
export const byKind = (
  rules: readonly AlertRule[],
  draws: Draws,
  { absences }: Privacy,
): AlertRule[] =>
  rules.map((rule) => {
    const isByKind = draws.chance(0.7)
    const show = draws.chance(0.7) && absences === 'full' ? 'full' : rule.show
    const absenceTypes = someKinds(draws)
    const isOfAbsences = rule.on.every((each) => /^(absence|return)/.test(each))
    return isByKind && isOfAbsences && rule.show !== 'opaque'
      ? { ...rule, show, where: { ...rule.where, absenceTypes } }
      : rule
  })

const someOf = (all: readonly Kind[], draws: Draws, privacy: Privacy): AlertRule[] =>
  all
    .map(({ jobTitles, ...kind }) => ({
      isThere: draws.chance(0.85),
      rule: AlertRule.parse({
        ...kind,
        where: jobTitles === undefined ? {} : { jobTitles },
        group: draws.pick([0, 60, 60, 900, 3_600]),
        staleAfterHours: draws.pick([1, 12]),
        show: draws.chance(0.5) && privacy.absences !== 'opaque' ? 'category' : 'opaque',
      }),
    }))
    .flatMap(({ isThere, rule }) => (isThere ? [rule] : []))

/** The rules of one deployment: which there are, how long each gathers, what each shows. */
export const someAlertRules = (draws: Draws, privacy: Privacy): AlertRule[] =>
  someOf(kinds, draws, privacy)

/** Rules of what ends alone, likewise. */
export const rulesOfEnds = (draws: Draws, privacy: Privacy): AlertRule[] =>
  someOf(ends, draws, privacy)
