import { dispatchEverySeconds } from '../../lib/polling/timing.ts'
import { requestBudget } from '../../lib/settings/budget.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { assumptions, daysPerMonth, hoursPerMonth, secondsPerMonth } from './assumptions.ts'
import { pollsPerSecond, sparedCalls } from './spared-calls.ts'

/** What an environment of some size does in a month of 30.4 days. */
export type Workload = {
  employees: number
  shards: number
  polls: number
  dispatches: number
  refreshes: number
  events: number
  /** Events that some rule wants. */
  alerts: number
  /** Events that are kept for a while, since they may follow on others. */
  kept: number
  /** Batches of alerts: at worst every event comes alone, and each that some rule wants with another for its wake. */
  batches: number
  digests: number
  /** Events at endpoints: at worst each wants every one, and each comes alone. */
  deliveries: number
  /** Those of them at endpoints that want order. */
  deliveriesInOrder: number
  /** Of the read API: for events, and for who is in. */
  pulls: number
  presences: number
}

/** @param employees the size of the roster */
export const workloadOf = (settings: Settings, employees: number): Workload => {
  const { polling, alerts, digests, webhooks, aws } = settings
  const shards = Math.ceil(employees / polling.shardSize)
  // Who asks for more than there is polls less often.
  const { load } = requestBudget(settings, employees, 1 - sparedCalls(settings))
  const events = employees * assumptions.eventsPerEmployeeAndDay * daysPerMonth
  const ofAlerts = alerts.length > 0 ? events : 0
  const alerted = ofAlerts * assumptions.alertedShare
  const readApis = aws.readApi === undefined ? 0 : 1
  return {
    employees,
    shards,
    polls: (shards * secondsPerMonth * pollsPerSecond(settings)) / Math.max(1, load),
    dispatches: secondsPerMonth / dispatchEverySeconds,
    refreshes: secondsPerMonth / polling.rosterEverySeconds,
    events,
    alerts: alerted,
    kept: ofAlerts * assumptions.keptShare,
    batches: ofAlerts * assumptions.takenShare + alerted,
    digests: digests.length * daysPerMonth,
    deliveries: events * webhooks.length,
    deliveriesInOrder: events * webhooks.filter(({ ordered }) => ordered).length,
    pulls: readApis * assumptions.readApiPullsPerHour * hoursPerMonth,
    presences: readApis * assumptions.readApiPresencesPerHour * hoursPerMonth,
  }
}
