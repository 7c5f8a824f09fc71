import { type Budget, type BudgetStore, wholeBudget } from '../../../lib/store/budget-store.ts'
import type { Effect } from '../system/process.ts'

/** The record of the budget as it lies in the table, and the number of its last change. */
export type BudgetRecord = { budget: Budget; revision: number }

export const createBudgetRecord = (): BudgetRecord => ({ budget: wholeBudget, revision: 0 })

const mostTries = 5

/** The store of the budget, in memory, with the semantics of DynamoDB. */
export const memoryBudgetStore = (record: BudgetRecord, effect: Effect): BudgetStore => ({
  change: async (decide) => {
    for (let tries = 0; tries < mostTries; tries++) {
      const { budget: before, revision } = await effect('database', 'read budget', () => ({
        ...record,
      }))
      const { budget, result } = decide(before)
      if (budget === before) return result
      const isTaken = await effect('database', 'change budget', () => {
        if (record.revision !== revision) return false
        record.budget = structuredClone(budget)
        record.revision++
        return true
      })
      if (isTaken) return result
    }
    throw new Error('BudgetContendedError')
  },
})
