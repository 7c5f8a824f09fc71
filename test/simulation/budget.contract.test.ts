import { describe, expect } from 'vitest'
import { wholeBudget } from '../../lib/store/budget-store.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { implementations } from './contract-ports.ts'

const slot = { shardId: '0001', requestsPerSecond: 2.5, from: 1_000, until: 2_000 }
const claim = { owner: 'me', requestsPerSecond: 1, from: 1_000, until: 2_000 }

describe.each(implementations)('the store of the budget, %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('a budget is whole at first, and then as it was decided', async ({ ports }) => {
    const { budget } = ports
    const decided = {
      learned: 3.5,
      plannedAt: 5,
      slots: [slot],
      claim,
      throttledAt: 7,
      unmoved: { '0001': 3 },
    }
    const seen = await budget.change((before) => ({ budget: decided, result: before }))
    expect(seen).toEqual(wholeBudget)
    expect(await budget.change((before) => ({ budget: before, result: before }))).toEqual(decided)
  })

  test('of two who decide at once the second goes by what the first decided', async ({ ports }) => {
    const { budget } = ports
    const add = (shardId: string) =>
      budget.change((before) => {
        const slots = [...before.slots, { ...slot, shardId }]
        return { budget: { ...before, slots }, result: slots.length }
      })
    expect((await Promise.all([add('0001'), add('0002')])).toSorted()).toEqual([1, 2])
    const { slots } = await budget.change((before) => ({ budget: before, result: before }))
    expect(slots.map(({ shardId }) => shardId).toSorted()).toEqual(['0001', '0002'])
  })
})
