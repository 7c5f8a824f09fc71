import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { Resting } from '../../lib/attendance/resting.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import { type Draws, drawsOf } from '../../local/workforce-service/organisation/random.ts'
import { rules } from '../harness/builders.ts'
import { someAlertRules } from './alert-rules.ts'
import { day, type EpochMs, hour, minute } from './oracle/moments.ts'
import { type FaultKind, faultKinds } from './system/faults.ts'

/** What a run is made of: the same always gives the same run. */
export type Scenario = {
  seed: number
  employees: number
  days: number
  faults: FaultKind[]
  /** Whether the API is reached through the real client, over a transport in memory. */
  overHttp?: boolean
}

/** From so many days on a run is a long one: few polls, whose windows reach far. */
const longDays = 30

/**
 * Every tenth seed is a long run of a few people, every tenth goes over HTTP; in every tenth, and
 * in half of the long runs, two versions of the code are at work; in every tenth the API answers
 * nobody for longer than the lookback, and in every tenth pages shift at every reading for hours;
 * in every fifth the event log refuses, is slow, or has whoever appends killed.
 */
export const scenarioOf = (
  seed: number,
  { employees = 20, days = 3, faults }: Partial<Omit<Scenario, 'seed'>> = {},
): Scenario => {
  const common = { seed, employees, days, faults: faults ?? faultsOf(seed) }
  if (employees < 20 || days !== 3) return common
  if (faults === undefined && (seed % 10 === 2 || seed % 20 === 13))
    common.faults = [...common.faults, 'two-versions']
  if (faults === undefined && seed % 10 === 5) common.faults = [...common.faults, 'api-outage']
  if (faults === undefined && seed % 10 === 8) common.faults = [...common.faults, 'restless-pages']
  if (faults === undefined && seed % 5 === 1) common.faults = [...common.faults, 'log-trouble']
  if (seed % 10 === 3) return { ...common, employees: 3, days: 120 }
  return seed % 10 === 7 ? { ...common, overHttp: true } : common
}

/** The settings of one deployment. */
export type Deployment = {
  rules: AttendanceRules
  lookbackHours: number
  absencesEverySeconds: number
  removalAfterMinutes: number
  shardSize: number
  concurrentPolls: number
  concurrentCalls: number
  requestsPerSecond: number
  clockingsEverySeconds: number
  dispatchEverySeconds: number
  rosterEverySeconds: number
  alerts: AlertRule[]
  /** How rarely who rests is asked, in seconds, until the end of the run. */
  rest: Rest
}

export type Rest = Pick<Resting, 'idleEverySeconds' | 'awayEverySeconds'>

/** What is decided once for a run. */
export type Plan = {
  from: EpochMs
  /** From here on nothing changes and nothing fails. */
  to: EpochMs
  homeZone: string
  pageSize: number
  /** How late a clocking may be synced or corrected, in hours. */
  lookbackHours: number
  /** Whether the API is reached through the real client. */
  overHttp: boolean
  /** Whether the machines' clocks may be off. */
  clocksAreOff: boolean
  deployments: { at: EpochMs; deployment: Deployment }[]
}

/** Ordinary days, and days on which a zone changes its clocks. */
const starts: readonly [string, ...string[]] = [
  '2026-11-17T06:00:00Z',
  '2026-06-30T21:00:00Z',
  '2026-03-28T12:00:00Z',
  '2026-10-24T12:00:00Z',
  '2026-03-07T09:00:00Z',
  '2026-04-04T03:00:00Z',
]

const attention: readonly [AttendanceRules['attention'], ...AttendanceRules['attention'][]] = [
  rules().attention,
  {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 30,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  },
]

const aPrivacy = (draws: Draws): AttendanceRules['privacy'] => ({
  absences: draws.pick(['opaque', 'category', 'category', 'full']),
  notes: draws.chance(0.3),
  emails: draws.chance(0.2),
  payrollNumbers: draws.chance(0.2),
})

type Polling = Omit<Deployment, 'alerts' | 'requestsPerSecond' | 'rest'>

/** How many polls run at once. */
export const concurrentPolls = 2

/** How often a long run asks: a few times a day. */
const sparse = { dispatch: 6 * 3_600, roster: 12 * 3_600 }

const aDeployment = (
  draws: Draws,
  homeZone: string,
  lookbackHours: number,
  isLong: boolean,
): Polling => {
  const usual = draws.pick([1_200, 1_800, 3_600, 7_200, 7_200])
  const dispatchEverySeconds = isLong ? sparse.dispatch : usual
  return {
    rules: rules({
      workday: { timeZone: homeZone, midday: '12:30' },
      attention: draws.pick(attention),
      privacy: aPrivacy(draws),
      baseline: draws.pick(['silent', 'announce']),
    }),
    lookbackHours,
    absencesEverySeconds: draws.pick([900, 1_800, 3_600]),
    removalAfterMinutes: 10,
    shardSize: draws.pick([4, 8, 250, 250]),
    concurrentPolls,
    concurrentCalls: draws.pick([1, 4, 8]),
    dispatchEverySeconds,
    clockingsEverySeconds:
      dispatchEverySeconds / (draws.chance(0.2) && dispatchEverySeconds <= 1_800 ? 2 : 1),
    rosterEverySeconds: isLong ? sparse.roster : draws.pick([3_600, 4 * 3_600]),
  }
}

/** Two seeds of eleven let people rest, for about as long as a few polls take. */
const aRest = (seed: number, draws: Draws, { dispatchEverySeconds }: Polling): Rest => {
  if (seed % 11 !== 0 && seed % 11 !== 8) return {}
  const seconds = draws.pick([1.5, 2.5, 4]) * dispatchEverySeconds
  return draws.pick<Rest>([
    { idleEverySeconds: seconds },
    { awayEverySeconds: seconds },
    { idleEverySeconds: seconds, awayEverySeconds: seconds / 2 },
  ])
}

/** In the end an operator lets nobody rest any more: who rested is asked at once. */
const withoutRest = (at: EpochMs, deployments: Plan['deployments']): Plan['deployments'] =>
  deployments.flatMap((each, n) => {
    const isLast = n === deployments.length - 1 && Object.keys(each.deployment.rest).length > 0
    return isLast ? [each, { at, deployment: { ...each.deployment, rest: {} } }] : [each]
  })

/** A later deployment of the same environment: what may be changed was changed. */
const redeployed = (before: Polling, draws: Draws, isLong: boolean): Polling => ({
  ...aDeployment(draws, before.rules.workday.timeZone, draws.pick([4, 12, 24]), isLong),
  rules: {
    ...before.rules,
    privacy: aPrivacy(draws),
    attention: draws.pick(attention),
  },
})

/** What a seed has by its number. */
const byNumber: ReadonlySet<FaultKind> = new Set([
  'two-versions',
  'api-outage',
  'restless-pages',
  'log-trouble',
])

/** Which faults a seed selects: none, all, or every other one; what goes by the seed's number aside. */
export const faultsOf = (seed: number): FaultKind[] => {
  const draws = drawsOf('simulation', seed, 'selection')
  const share = draws.pick([0, 0.2, 0.5, 0.5, 0.5, 1])
  return faultKinds.filter((kind) => draws.chance(share) && !byNumber.has(kind))
}

export const planOf = ({ seed, days, faults, overHttp = false }: Scenario): Plan => {
  const draws = drawsOf('simulation', seed, 'plan')
  const from = Date.parse(draws.pick(starts)) + draws.whole(0, 59) * minute
  const to = from + days * day
  const homeZone = draws.pick(['Europe/London', 'Europe/London', 'Pacific/Auckland'])
  const lookbackHours = draws.pick([4, 24, 24])
  const isLong = days >= longDays
  const first = aDeployment(draws, homeZone, lookbackHours, isLong)
  const at = from + draws.unit() * (to - from)
  const second = redeployed(first, draws, isLong)
  const pageSize = draws.pick([1, 2, 100])
  const alertDraws = drawsOf('simulation', seed, 'alert rules')
  // Mostly more than it takes; now and then so little that polls are cut short.
  const requestsPerSecond = drawsOf('simulation', seed, 'budget').pick([1, 5, 20, 50, 50])
  const restDraws = drawsOf('simulation', seed, 'rest')
  const deployed = (polling: Polling): Deployment => ({
    ...polling,
    requestsPerSecond,
    rest: aRest(seed, restDraws, polling),
    alerts: someAlertRules(alertDraws, polling.rules.privacy),
  })
  return {
    from,
    to,
    homeZone,
    lookbackHours,
    // So many records take pages of the size that the API gives.
    pageSize: faults.includes('full-people') ? 100 : pageSize,
    overHttp,
    clocksAreOff: faults.includes('clock-offset') || faults.includes('clock-step'),
    deployments: withoutRest(to, [
      { at: from - hour, deployment: deployed(first) },
      ...(faults.includes('redeploy') ? [{ at, deployment: deployed(second) }] : []),
    ]),
  }
}
