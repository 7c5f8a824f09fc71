import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { Webhook } from '../../lib/webhooks/webhook-settings.ts'
import { drawsOf, idOf } from '../../local/workforce-service/organisation/random.ts'
import { byKind, rulesOfEnds, someAlertRules } from './alert-rules.ts'
import {
  aDeployment,
  aPublishingRate,
  aRest,
  type Deployment,
  type Polling,
  redeployed,
  someQuietHours,
} from './deployments.ts'
import { aNarrowEndpoint, anEndpointByKind, someEndpoints } from './endpoints.ts'
import {
  alertKinds,
  dateFaultsOf,
  endFaultsOf,
  faultsOf,
  laterFaultsOf,
  latestFaultsOf,
  narrowFaultsOf,
  zoneFaultsOf,
} from './fault-selection.ts'
import { narrow } from './narrow-rules.ts'
import { day, type EpochMs, hour, minute } from './oracle/moments.ts'
import { type PlannedReplay, someReplays } from './replays.ts'
import type { FaultKind } from './system/fault-kinds.ts'

/** What a run is made of: the same always gives the same run. */
export type Scenario = {
  seed: number
  employees: number
  days: number
  faults: FaultKind[]
  /** Whether the API is reached through the real client, over a transport in memory. */
  overHttp?: boolean
  /** Whether events are posted to endpoints of outside systems. */
  webhooks?: boolean
}

/** From so many days on a run is a long one: few polls, whose windows reach far. */
const longDays = 30

/**
 * Every tenth seed is a long run of a few people, every tenth goes over HTTP; in every tenth, and
 * in half of the long runs, two versions of the code are at work; in every tenth the API answers
 * nobody for longer than the lookback, and in every tenth pages shift at every reading for hours;
 * two of seven have some of what came to the list after all else; in every fifth the event log refuses, is slow, or has whoever appends killed; every third has
 * endpoints of outside systems; two of nine have some of what came to the list last, and half of those are
 * organisations of eight; in every eighth somebody mistypes dates, and in every fourth rules and an endpoint are about some people and hours alone; every fortieth is of six people alone, and of what goes wrong with alerts.
 */
export const scenarioOf = (
  seed: number,
  { employees = 20, days = 3, faults, webhooks }: Partial<Omit<Scenario, 'seed'>> = {},
): Scenario => {
  const common = {
    seed,
    employees,
    days,
    faults: faults ?? faultsOf(seed),
    ...(webhooks !== undefined && { webhooks }),
  }
  if (employees < 20 || days !== 3) return common
  if (faults === undefined && seed % 40 === 16)
    return { ...common, employees: 6, days: 2, faults: alertKinds }
  if (webhooks === undefined && seed % 3 === 0) common.webhooks = true
  if (faults === undefined && (seed % 10 === 2 || seed % 20 === 13))
    common.faults = [...common.faults, 'two-versions']
  if (faults === undefined && seed % 10 === 5) common.faults = [...common.faults, 'api-outage']
  if (faults === undefined && seed % 10 === 8) common.faults = [...common.faults, 'restless-pages']
  if (faults === undefined)
    common.faults = [
      ...common.faults,
      ...laterFaultsOf(seed),
      ...latestFaultsOf(seed),
      ...dateFaultsOf(seed),
      ...narrowFaultsOf(seed),
      ...endFaultsOf(seed),
      ...zoneFaultsOf(seed),
    ]
  if (faults === undefined && seed % 5 === 1) common.faults = [...common.faults, 'log-trouble']
  if (seed % 10 === 3) return { ...common, employees: 3, days: 120 }
  if (seed % 18 === 4 || seed % 18 === 12) common.employees = 8
  return seed % 10 === 7 ? { ...common, overHttp: true } : common
}

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
  /** What stands in each sentence of a list besides, so that a list of few is too long. */
  much: string
  /** Whether a release takes over bit by bit. */
  isGradual: boolean
  /** Whether the machines' clocks may be off. */
  clocksAreOff: boolean
  /** Endpoints of outside systems, the same in every deployment. */
  webhooks: Webhook[]
  /** What operators have sent to one subscriber, by the ids of the people. */
  replays: (employees: readonly string[]) => PlannedReplay[]
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

/** Whether lists are too long: of hundreds of corrections an audience is told in mails for an hour, one a minute, and that is nothing amiss. */
const areListsLong = (faults: readonly FaultKind[]): boolean =>
  faults.includes('long-lists') &&
  !faults.includes('full-people') &&
  !faults.includes('bulk-corrections')

/** In the end an operator lets nobody rest any more, and ends the quiet hours: all are asked at once. */
const withoutRest = (at: EpochMs, deployments: Plan['deployments']): Plan['deployments'] =>
  deployments.flatMap((each, n) => {
    const { quietHours, ...deployment } = each.deployment
    const isRare = quietHours !== undefined || Object.keys(deployment.rest).length > 0
    const isLast = n === deployments.length - 1
    return isLast && isRare ? [each, { at, deployment: { ...deployment, rest: {} } }] : [each]
  })

export const planOf = (scenario: Scenario): Plan => {
  const { seed, employees, days, faults, overHttp = false, webhooks = false } = scenario
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
  const isNarrow = faults.includes('narrow-rules')
  const isByKind = faults.includes('other-kinds')
  const kindDraws = drawsOf('simulation', seed, 'by kind')
  const endpoints = webhooks ? someEndpoints(drawsOf('simulation', seed, 'endpoints')) : []
  if (webhooks && isByKind) endpoints.push(anEndpointByKind(kindDraws))
  const narrowDraws = drawsOf('simulation', seed, 'narrow rules')
  const ids = Array.from({ length: employees }, (_, n) => idOf('simulation', seed, 'employee', n))
  const narrowed = (rules: AlertRule[]): AlertRule[] =>
    isNarrow ? narrow(rules, narrowDraws, ids) : rules
  if (webhooks && isNarrow) endpoints.push(aNarrowEndpoint(narrowDraws, ids))
  const areOfEnds = faults.includes('rules-of-ends')
  const endDraws = drawsOf('simulation', seed, 'rules of ends')
  const restDraws = drawsOf('simulation', seed, 'rest')
  const quietDraws = drawsOf('simulation', seed, 'quiet hours')
  const messagesPerSecond = aPublishingRate(seed, drawsOf('simulation', seed, 'publishing'))
  const rulesOf = ({ rules: { privacy } }: Polling) => {
    const rules = narrowed([
      ...someAlertRules(alertDraws, privacy),
      ...(areOfEnds ? rulesOfEnds(endDraws, privacy) : []),
    ])
    return isByKind ? byKind(rules, kindDraws, privacy) : rules
  }
  const deployed = (polling: Polling): Deployment => ({
    ...polling,
    requestsPerSecond,
    rest: aRest(seed, restDraws, polling, isLong),
    ...someQuietHours(seed, quietDraws, polling),
    messagesPerSecond,
    alerts: rulesOf(polling),
  })
  return {
    from,
    to,
    homeZone,
    lookbackHours,
    // So many records take pages of the size that the API gives.
    pageSize: faults.includes('full-people') ? 100 : pageSize,
    overHttp,
    much: areListsLong(faults) ? '·'.repeat(2_900) : '',
    isGradual: faults.includes('gradual-release'),
    clocksAreOff: faults.includes('clock-offset') || faults.includes('clock-step'),
    webhooks: endpoints,
    replays: (people) =>
      webhooks
        ? someReplays(drawsOf('simulation', seed, 'replays'), {
            from,
            to,
            endpoints: endpoints.map(({ name }) => name),
            employees: people,
          })
        : [],
    deployments: withoutRest(to, [
      { at: from - hour, deployment: deployed(first) },
      ...(faults.includes('redeploy') ? [{ at, deployment: deployed(second) }] : []),
    ]),
  }
}
