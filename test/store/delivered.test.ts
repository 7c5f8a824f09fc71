import { describe, expect } from 'vitest'
import { deliveredAfter, goesOnWith, isDelivered } from '../../lib/store/delivered.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { anEntry, aState, employeeId } from '../harness/builders.ts'
import { aShard } from '../harness/shards.ts'
import { test as tableTest } from '../harness/table-test.ts'

const test = tableTest
  .extend('employees', ({ engines, table }) => createEmployeeStore(engines.documents, table.name))
  .extend('shards', ({ engines, table }) => createShardStore(engines.documents, table.name))

describe('polls that have delivered all that they saved', () => {
  test('are those from one to another, both included', () => {
    const delivered = { from: 3, to: 5 }
    expect([2, 3, 5, 6].map((poll) => isDelivered({ poll }, delivered))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isDelivered({}, delivered)).toBe(false)
    expect(isDelivered({ poll: 3 }, undefined)).toBe(false)
  })

  test('go on with the next, and begin anew after one that is left out', () => {
    expect([undefined, { from: 3, to: 5 }].map((each) => goesOnWith(each, 6))).toEqual([true, true])
    expect(goesOnWith({ from: 3, to: 5 }, 7)).toBe(false)
    expect(deliveredAfter(undefined, 6)).toEqual({ from: 6, to: 6 })
    expect(deliveredAfter({ from: 3, to: 5 }, 6)).toEqual({ from: 3, to: 6 })
    expect(deliveredAfter({ from: 3, to: 5 }, 7)).toEqual({ from: 7, to: 7 })
  })
})

describe('an outbox', () => {
  const outbox = [anEntry(1)]
  const state = aState({ version: 0, outbox })

  test('that a poll saved waits until the shard says that it has been delivered', async ({
    employees,
  }) => {
    const saved = await employees.save('0001', state, 4)
    expect(await employees.inShard('0001')).toEqual({ employees: [saved], unreadable: [] })
    const earlier = { delivered: { from: 1, to: 3 } }
    expect(await employees.inShard('0001', earlier)).toEqual({ employees: [saved], unreadable: [] })
    expect(await employees.inShard('0001', { delivered: { from: 1, to: 4 } })).toEqual({
      employees: [{ ...saved, outbox: [] }],
      unreadable: [],
      uncleared: new Set([employeeId]),
    })
  })

  test('that nobody vouches for waits, whatever the shard says', async ({ employees }) => {
    const saved = await employees.save('0001', state, 4)
    const next = await employees.save('0001', { ...state, version: saved?.version ?? 0 })
    const { employees: read } = await employees.inShard('0001', { delivered: { from: 1, to: 9 } })
    expect(read).toEqual([next])
  })
})

describe('the number of a poll', () => {
  const take = (owner: string, now: number) => ({ owner, now, until: now + 10 })

  test('is larger than that of every poll before, whether or not it came to an end', async ({
    shards,
  }) => {
    await shards.create(aShard())
    expect(await shards.takeLease('0001', take('a', 1_000))).toMatchObject({ poll: 1_001 })
    expect(await shards.takeLease('0001', take('b', 1_010))).toMatchObject({ poll: 1_002 })
    await shards.release('0001', 'b')
    // A clock that was set back.
    expect(await shards.takeLease('0001', take('c', 5))).toMatchObject({ poll: 1_003 })
  })

  test('and what has been delivered is kept by a poll that cannot say', async ({ shards }) => {
    const delivered = { from: 1_001, to: 1_001 }
    await shards.create(aShard())
    await shards.takeLease('0001', take('a', 1_000))
    await shards.finish('0001', 'a', { ...aShard(), delivered })
    expect(await shards.takeLease('0001', take('b', 1_000))).toMatchObject({ delivered })
    await shards.finish('0001', 'b', aShard())
    expect(await shards.takeLease('0001', take('c', 1_000))).toMatchObject({
      delivered,
      poll: 1_003,
    })
  })
})
