import type { Settings } from '../../lib/settings/settings.ts'
import { type Priced, prices } from './prices.ts'
import { monthlyUsage } from './usage.ts'

/** One line of a bill; `amount` in US dollars. */
export type BillLine = { what: Priced; quantity: number; amount: number }

/** The monthly bill of an environment of some size, line by line. */
export const monthlyBill = (settings: Settings, employees: number): BillLine[] => {
  const usage = monthlyUsage(settings, employees)
  const priced = Object.keys(prices.perUnit) as Priced[]
  return priced.map((what) => ({
    what,
    quantity: usage[what],
    amount: usage[what] * prices.perUnit[what],
  }))
}

/** What an environment of some size costs a month, in US dollars. */
export const monthlyTotal = (settings: Settings, employees: number): number =>
  monthlyBill(settings, employees).reduce((sum, { amount }) => sum + amount, 0)
