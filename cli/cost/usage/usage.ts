import type { Priced } from '../prices.ts'

/** What something uses in a month of 30.4 days, by what is paid for; nothing of what it leaves out. */
export type MonthlyUse = Partial<Record<Priced, number>>

/** What all of some use together. */
export const sumOf = (usages: readonly MonthlyUse[]): MonthlyUse => {
  const names = new Set(usages.flatMap((usage) => Object.keys(usage) as Priced[]))
  const totalOf = (name: Priced) => usages.reduce((sum, usage) => sum + (usage[name] ?? 0), 0)
  return Object.fromEntries([...names].map((name) => [name, totalOf(name)]))
}
