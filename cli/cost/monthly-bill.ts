import type { Settings } from '../../lib/settings/settings.ts'
import { type Priced, prices } from './prices.ts'
import { alertsUsage } from './usage/alerts.ts'
import { eventsUsage } from './usage/events.ts'
import { logsUsage, operationsUsage } from './usage/operations.ts'
import { pollingUsage } from './usage/polling.ts'
import { readApiUsage } from './usage/read-api.ts'
import { type MonthlyUse, sumOf } from './usage/usage.ts'
import { webhooksUsage } from './usage/webhooks.ts'
import { workloadOf } from './workload.ts'

/** One line of a bill; `amount` in US dollars. */
export type BillLine = { what: Priced; quantity: number; amount: number }

/** What an environment of some size uses in a month of 30.4 days. */
const monthlyUsage = (settings: Settings, employees: number): MonthlyUse => {
  const workload = workloadOf(settings, employees)
  const used = sumOf([
    ...pollingUsage(settings, workload),
    ...eventsUsage(settings, workload),
    ...alertsUsage(settings, workload),
    webhooksUsage(workload),
    readApiUsage(workload),
    ...operationsUsage(settings),
  ])
  const backedUp = {
    'DynamoDB, GB-month of point-in-time recovery': used['DynamoDB, GB-month stored'] ?? 0,
  }
  return sumOf([used, backedUp, logsUsage(settings, used['Lambda, request'] ?? 0)])
}

/** The monthly bill of an environment of some size, line by line. */
export const monthlyBill = (settings: Settings, employees: number): BillLine[] => {
  const usage = monthlyUsage(settings, employees)
  const priced = Object.keys(prices.perUnit) as Priced[]
  return priced.map((what) => {
    const quantity = usage[what] ?? 0
    return { what, quantity, amount: quantity * prices.perUnit[what] }
  })
}

/** What an environment of some size costs a month, in US dollars. */
export const monthlyTotal = (settings: Settings, employees: number): number =>
  monthlyBill(settings, employees).reduce((sum, { amount }) => sum + amount, 0)
