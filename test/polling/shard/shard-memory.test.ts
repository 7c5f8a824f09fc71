import { describe, expect, test } from 'vitest'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { createShardMemory } from '../../../lib/polling/shard/shard-memory.ts'
import type { EmployeeStore } from '../../../lib/store/employee-store.ts'
import { packedBytes, packStates } from '../../../lib/store/packing.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId, aState } from '../../harness/builders.ts'
import { aShard } from '../../harness/shards.ts'

const one = aState({ employeeId: anId(1), version: 1 })
const two = aState({ employeeId: anId(2), version: 1 })

/** A function that stays warm beside a store that counts how it is read. */
const aFunction = (limits = { longest: 1_000, bytes: 10_000 }) => {
  const memory = createShardMemory(limits)
  const reads: ('as it was last written' | 'at half the price')[] = []
  let unreadable: string[] = []
  let saved: 'taken' | 'overtaken' | 'failed' = 'taken'
  const items = new Map([one, two].map((state) => [state.employeeId, state]))
  const store: Pick<EmployeeStore, 'inShard' | 'save'> = {
    inShard: async (_shardId, { isConsistent = false } = {}) => {
      reads.push(isConsistent ? 'as it was last written' : 'at half the price')
      return { employees: [...items.values()], unreadable }
    },
    save: async (_shardId, state) => {
      if (saved === 'failed') throw new Error('TimeoutError')
      if (saved === 'overtaken') return null
      const next = { ...state, version: state.version + 1 }
      items.set(next.employeeId, next)
      return next
    },
  }
  let polls = 0
  return {
    items,
    /** One poll that saves some. @returns what it read, whom it found, and the revision that it left */
    poll: async (shard: Partial<Shard>, states: EmployeeState[] = [], now = 0) => {
      polls++
      reads.length = 0
      const visit = await memory.visit({ ...aShard(shard), poll: 1 }, `poll ${polls}`, now, store)
      for (const state of states) await visit.save('0001', state).catch(() => null)
      visit.keep()
      const versions = visit.members.employees.map(({ version }) => version)
      return { reads: [...reads], versions, revision: visit.revision() }
    },
    visit: (shard: Partial<Shard>) => memory.visit({ ...aShard(shard), poll: 1 }, 'gone', 0, store),
    becomes: (next: typeof saved) => {
      saved = next
    },
    cannotRead: (ids: string[]) => {
      unreadable = ids
    },
  }
}

const r = { revision: 'r' }
const edit = { by: 'refresh', isOpen: false }

/** A function that remembers the shard 0001 at revision r. */
const aWarmFunction = async (limits?: { longest: number; bytes: number }) => {
  const warm = aFunction(limits)
  expect(await warm.poll(r)).toMatchObject({ reads: ['at half the price'], revision: 'r' })
  expect(await warm.poll(r)).toMatchObject({ reads: ['as it was last written'], revision: 'r' })
  return warm
}

describe('a poll reads nothing', () => {
  test('where the revision is the one that this function has read', async () => {
    const warm = await aWarmFunction()
    expect(await warm.poll(r)).toEqual({ reads: [], versions: [1, 1], revision: 'r' })
    expect(await warm.poll(r)).toEqual({ reads: [], versions: [1, 1], revision: 'r' })
  })

  test('where this function has written since: it remembers what it saved', async () => {
    const warm = await aWarmFunction()
    const { revision } = await warm.poll(r, [two])
    expect(revision).toBe('poll 3')
    expect(await warm.poll({ revision })).toEqual({ reads: [], versions: [1, 2], revision })
  })
})

test('what stands for what was saved is remembered, though this poll saves nothing', async () => {
  const warm = await aWarmFunction()
  const visit = await warm.visit(r)
  visit.note({ ...one, version: 5 })
  visit.keep()
  expect(await warm.poll(r)).toEqual({ reads: [], versions: [5, 1], revision: 'r' })
})

describe('a poll reads', () => {
  test('where nobody knows the revision, and leaves one', async () => {
    const cold = aFunction()
    expect(await cold.poll({})).toMatchObject({ reads: ['at half the price'], revision: 'poll 1' })
    expect(await cold.poll({ revision: 'poll 1' })).toMatchObject({
      reads: ['as it was last written'],
    })
    expect(await cold.poll({})).toMatchObject({ reads: ['at half the price'], revision: 'poll 3' })
  })

  test('where another function has written since', async () => {
    const warm = await aWarmFunction()
    warm.items.set(one.employeeId, { ...one, version: 7 })
    expect(await warm.poll({ revision: 'other' })).toMatchObject({
      reads: ['at half the price'],
      versions: [7, 1],
      revision: 'other',
    })
  })

  test.each(['overtaken', 'failed'] as const)(
    'where the poll before was %s with somebody',
    async (how) => {
      const warm = await aWarmFunction()
      warm.becomes(how)
      const { revision } = await warm.poll(r, [one])
      expect(revision).toBe('poll 3')
      expect(await warm.poll({ revision })).toMatchObject({ reads: ['as it was last written'] })
    },
  )

  test('where the poll before did not come to its end', async () => {
    const warm = await aWarmFunction()
    await warm.visit(r)
    expect(await warm.poll(r)).toMatchObject({ reads: ['at half the price'] })
  })

  test('where somebody’s item could not be read', async () => {
    const warm = await aWarmFunction()
    warm.cannotRead([anId(3)])
    await warm.poll({ revision: 's' })
    expect(await warm.poll({ revision: 's' })).toMatchObject({ reads: ['as it was last written'] })
    expect(await warm.poll({ revision: 's' })).toMatchObject({ reads: ['as it was last written'] })
  })

  test('where a roster refresh has written since', async () => {
    const warm = await aWarmFunction()
    expect(await warm.poll({ ...r, edit })).toMatchObject({ reads: ['at half the price'] })
    expect(await warm.poll({ ...r, edit })).toMatchObject({ reads: ['as it was last written'] })
    expect(await warm.poll({ ...r, edit })).toMatchObject({ reads: [] })
    expect(await warm.poll({ ...r, edit: { ...edit, by: 'next' } })).toMatchObject({
      reads: ['at half the price'],
    })
  })

  test('for as long as a roster refresh is at it', async () => {
    const warm = await aWarmFunction()
    const open = { ...r, edit: { ...edit, isOpen: true } }
    for (const _time of [1, 2, 3])
      expect(await warm.poll(open)).toMatchObject({ reads: ['at half the price'] })
    expect(await warm.poll({ ...r, edit })).toMatchObject({ reads: ['at half the price'] })
  })

  test('every so often, for those who write and know no revisions', async () => {
    const warm = await aWarmFunction()
    expect(await warm.poll(r, [], 999)).toMatchObject({ reads: [] })
    expect(await warm.poll(r, [], 1_000)).toMatchObject({ reads: ['as it was last written'] })
    expect(await warm.poll(r, [], 1_999)).toMatchObject({ reads: [] })
    // A clock that was set back says nothing of how long it is.
    expect(await warm.poll(r, [], 500)).toMatchObject({ reads: ['as it was last written'] })
  })

  test('where there are too many to be remembered', async () => {
    const bytes = 1.5 * packedBytes(packStates([one, two]))
    const warm = await aWarmFunction({ longest: 1_000, bytes })
    await warm.poll({ ...r, shardId: '0002' })
    await warm.poll({ ...r, shardId: '0002' })
    expect(await warm.poll({ ...r, shardId: '0002' })).toMatchObject({ reads: [] })
    expect(await warm.poll(r)).toMatchObject({ reads: ['at half the price'] })
  })
})
