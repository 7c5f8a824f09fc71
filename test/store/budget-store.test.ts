import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import {
  BudgetContendedError,
  createBudgetStore,
  wholeBudget,
} from '../../lib/store/budget-store.ts'
import { keys } from '../../lib/store/tables.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest.extend('store', ({ engines, table }) =>
  createBudgetStore(engines.documents, table.name),
)

describe('the record of the budget', () => {
  test('counts as not there as far as it cannot be read, and is written whole again', async ({
    store,
    table,
  }) => {
    const damaged = { learned: 'much', slots: [{ shardId: 7 }], claim: 3, revision: 'one' }
    await table.write({ ...keys.budget, ...damaged, plannedAt: 12 })
    const seen = await store.change((before) => ({
      budget: { ...before, learned: 4 },
      result: before,
    }))
    expect(seen).toEqual({ ...wholeBudget, plannedAt: 12 })
    expect(await table.itemAt(keys.budget)).toEqual({
      ...keys.budget,
      ...wholeBudget,
      plannedAt: 12,
      learned: 4,
      revision: 1,
    })
  })

  test('keeps what another version of the code knows of it', async ({ store, table }) => {
    await table.write({ ...keys.budget, mood: 'fine' })
    await store.change((before) => ({ budget: { ...before, learned: 4 }, result: null }))
    expect(await table.itemAt(keys.budget)).toMatchObject({ mood: 'fine', learned: 4 })
  })

  test('is given up where others are always faster', async ({ store, engines, table }) => {
    const touch = () => store.change((before) => ({ budget: { ...before }, result: null }))
    await touch()
    const slower: DynamoDBDocumentClient = Object.create(engines.documents)
    const send = async (command: Parameters<typeof slower.send>[0]) => {
      if (command instanceof UpdateCommand) await touch()
      return engines.documents.send(command)
    }
    Object.assign(slower, { send })
    let tries = 0
    const change = createBudgetStore(slower, table.name).change((before) => {
      tries++
      return { budget: { ...before }, result: null }
    })
    await expect(change).rejects.toThrow(BudgetContendedError)
    expect(tries).toBe(5)
  })
})
