import type { Settings } from '../../lib/platform/settings.ts'
import { budgetProblem, requestBudget } from '../../lib/polling/budget.ts'
import { type Priced, prices } from './prices.ts'
import { assumptions, monthlyUsage } from './usage.ts'

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

const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 })
const dollars = (amount: number): string => amount.toFixed(2)

const row = (what: string, quantity: string, amount: string): string =>
  `${what.padEnd(46)}${quantity.padStart(14)}${amount.padStart(11)}`

/** The calls of the Workforce API that the settings ask for, beside their budget. */
const calls = (settings: Settings, employees: number): string[] => {
  const { clockings, absences, roster, forPolls } = requestBudget(settings, employees)
  const asked = clockings + absences + roster
  const { requestsPerSecond } = settings.workforce
  return [
    `Workforce API: ${number.format(asked)} requests per second asked for, of ${requestsPerSecond} allowed (workforce.requestsPerSecond)`,
    `  clockings ${number.format(clockings)}, absences ${number.format(absences)}, roster ${number.format(roster)}; polls can use ${number.format(forPolls)}`,
    ...[budgetProblem(settings, employees)].flatMap((problem) =>
      problem === null ? [] : [`  Warning: ${problem}`],
    ),
  ]
}

/** Says where the bill is more than the budget that alarms. */
const budgetWarning = ({ operations }: Settings, total: number): string[] =>
  operations.monthlyBudgetUsd !== undefined && total > operations.monthlyBudgetUsd
    ? [
        `Warning: that is more than operations.monthlyBudgetUsd, ${dollars(operations.monthlyBudgetUsd)}`,
      ]
    : []

/** The bill as it is printed. */
export const billText = (settings: Settings, employees: number): string => {
  const lines = monthlyBill(settings, employees)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return [
    `Monthly bill of ${settings.name} with ${employees} employees, in US dollars`,
    `List prices of ${prices.region}, ${prices.asOf}, without free tiers, tax or data transfer`,
    `Assumed: ${assumptions.eventsPerEmployeeAndDay} events a day for each employee, ${assumptions.callMilliseconds} ms a call`,
    '',
    row('', 'quantity', 'USD'),
    ...lines.map(({ what, quantity, amount }) =>
      row(what, number.format(quantity), dollars(amount)),
    ),
    row('Total', '', dollars(total)),
    ...budgetWarning(settings, total),
    '',
    ...calls(settings, employees),
  ].join('\n')
}
