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

const amountOf = (usage: MonthlyUse): number =>
  Object.entries(usage).reduce(
    (sum, [what, quantity]) => sum + quantity * prices.perUnit[what as Priced],
    0,
  )

/** What an environment costs a month though nobody works there, in US dollars: its alarms and metrics, its secrets, its idle queues. */
export const monthlyFixed = (settings: Settings): number =>
  amountOf(sumOf([...operationsUsage(settings)]))

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
  amountOf(monthlyUsage(settings, employees))
