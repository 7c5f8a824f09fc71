import { budgetProblem, hasRests, requestBudget } from '../../lib/settings/budget.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { basis } from './basis.ts'
import { monthlyBill, monthlyFixed, monthlyTotal } from './monthly-bill.ts'
import { prices } from './prices.ts'
import { rarerCalls } from './rarer-calls.ts'
import { remedies } from './remedies.ts'
import { sparedCalls } from './spared-calls.ts'

const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 })
const dollars = (amount: number): string => amount.toFixed(2)

const price = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 10 })
const row = (what: string, quantity: string, each: string, amount: string): string =>
  `${what.padEnd(45)}${quantity.padStart(13)}${each.padStart(13)}${amount.padStart(9)}`

/** Why the roster cannot be served as the settings say, and with which it can. */
const warning = (settings: Settings, employees: number): string[] => {
  const problem = budgetProblem(settings, employees)
  if (problem === null) return []
  const ways = remedies(settings, employees).map(({ changes, monthly }) => {
    const said = Object.entries(changes).map(([name, value]) => `${name} ${value}`)
    return `  - ${said.join(', ')}: USD ${dollars(monthly)} a month`
  })
  const way = ways.length === 0 ? ['  There are none: it needs more than one environment.'] : ways
  return [
    '',
    `Warning: ${problem}.`,
    'Settings that serve it, each the cheapest of its kind:',
    ...way,
  ]
}

/** What is asked for on the average of the month, where some people are asked more rarely. */
const onAverage = (settings: Settings, employees: number): string[] => {
  if (!hasRests(settings)) return []
  const budget = requestBudget(settings, employees, 1 - sparedCalls(settings))
  const { clockings, absences, roster, load } = budget
  return [
    `  while everybody is asked; on the average of the month ${number.format(clockings + absences + roster)} a second, and ${number.format(load * 100)} % of the time`,
  ]
}

/** The calls of the Workforce API that the settings ask for, beside their budget. */
const calls = (settings: Settings, employees: number): string[] => {
  const { clockings, absences, roster, lanes, each, load } = requestBudget(settings, employees)
  const asked = clockings + absences + roster
  const { requestsPerSecond } = settings.workforce
  return [
    `Workforce API: ${number.format(asked)} requests per second asked for, of ${requestsPerSecond} allowed`,
    `  (workforce.requestsPerSecond): clockings ${number.format(clockings)}, absences ${number.format(absences)},`,
    `  roster ${number.format(roster)}. ${lanes} at a time ${lanes === 1 ? 'makes' : 'make'} ${number.format(each)} each, which takes ${number.format(load * 100)} % of the time`,
    ...onAverage(settings, employees),
    ...warning(settings, employees),
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
  const total = monthlyTotal(settings, employees)
  const fixed = monthlyFixed(settings)
  return [
    `Monthly bill of ${settings.name} with ${employees} employees, in US dollars`,
    '',
    row('', 'quantity', 'USD each', 'USD'),
    ...lines.map(({ what, quantity, amount }) =>
      row(what, number.format(quantity), price.format(prices.perUnit[what]), dollars(amount)),
    ),
    row('Total', '', '', dollars(total)),
    row('  of which whatever happens', '', '', dollars(fixed)),
    row('  and by what is asked, told and sent', '', '', dollars(total - fixed)),
    ...budgetWarning(settings, total),
    '',
    ...basis(settings, employees),
    '',
    ...rarerCalls(settings, employees),
    ...calls(settings, employees),
  ].join('\n')
}
