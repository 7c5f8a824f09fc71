import { describe, expect, test } from 'vitest'
import { claimedCalls } from '../../../lib/polling/roster/claimed-calls.ts'
import type { Slot } from '../../../lib/store/budget-store.ts'
import type { CallPace, Spent } from '../../../lib/workforce/call-pace.ts'
import { nothingSpent } from '../../../lib/workforce/call-pace.ts'
import { atOnce, machineTime } from '../../harness/memory-shard.ts'
import { createBudgetRecord, memoryBudgetStore } from '../../simulation/ports/budget-record.ts'

const aSlot = (from: number, until: number, requestsPerSecond: number): Slot => ({
  shardId: '0001',
  from: machineTime + from,
  until: machineTime + until,
  requestsPerSecond,
})

/** A refresh's calls beside what is planned already, and the paces that they were made at. */
const refreshing = (slots: Slot[], spent: Spent = nothingSpent()) => {
  const record = createBudgetRecord()
  record.budget = { ...record.budget, slots }
  const paces: CallPace[] = []
  const ports = {
    api: {
      paced: (pace: CallPace) => {
        paces.push(pace)
        return {
          spent: () => spent,
          listEmployees: async function* () {
            yield { records: [], rejected: [] }
          },
        }
      },
    },
    budget: memoryBudgetStore(record, atOnce),
    machineNow: () => machineTime,
  }
  const request = { owner: 'me', until: machineTime + 280_000, requestsPerSecond: 20 }
  const calls = claimedCalls(ports, request)
  const list = async () => {
    for await (const page of calls.api.listEmployees()) expect(page.records).toEqual([])
  }
  return { ...calls, list, record, paces }
}

describe('a roster refresh', () => {
  test('asks at once at a quarter of the rate where nothing is planned', async () => {
    const { list, paces } = refreshing([])
    await list()
    expect(paces).toMatchObject([
      { requestsPerSecond: 5, from: machineTime, until: machineTime + 280_000 },
    ])
  })

  test('waits until no poll that is planned has its part, those that begin later included', async () => {
    const { list, paces } = refreshing([
      aSlot(0, 10_000, 20),
      aSlot(10_000, 20_000, 14),
      aSlot(20_000, 40_000, 16),
      aSlot(40_000, 90_000, 15),
    ])
    await list()
    expect(paces).toMatchObject([{ from: machineTime + 40_000 }])
  })

  test('does not wait for polls that a clock planned which was wrong', async () => {
    const { list, paces } = refreshing([aSlot(0, 10_000, 20), aSlot(0, 700_000, 20)])
    await list()
    expect(paces).toMatchObject([{ from: machineTime + 10_000 }])
  })

  test('claims its part when it first asks, once, and gives it back at the end', async () => {
    const { list, end, record, paces } = refreshing([])
    expect(record.budget.claim).toBeNull()
    await list()
    await list()
    expect(paces).toHaveLength(1)
    expect(record.budget.claim).toMatchObject({ owner: 'me', requestsPerSecond: 5 })
    await end()
    expect(record.budget).toMatchObject({ claim: null, throttledAt: null })
  })

  test('that asked nothing has nothing to give back', async () => {
    const { end, record } = refreshing([])
    const { revision } = record
    await end()
    expect(record.revision).toBe(revision)
  })

  test('leaves the claim of another that came after it', async () => {
    const { list, end, record } = refreshing([])
    await list()
    const others = { owner: 'other', requestsPerSecond: 5, from: 0, until: machineTime + 1 }
    record.budget = { ...record.budget, claim: others }
    await end()
    expect(record.budget.claim).toEqual(others)
  })

  test('says when it was throttled', async () => {
    const { list, end, record } = refreshing([], { ...nothingSpent(), throttled: 3 })
    await list()
    await end()
    expect(record.budget.throttledAt).toBe(machineTime)
  })
})
