import { describe, expect } from 'vitest'
import { clock, dismiss, employ, personId, watch } from '../support/people.ts'
import { spoilEmployee } from '../support/spoil.ts'
import { type System, test as systemTest } from '../support/system.ts'
import type { Item } from '../support/table.ts'

describe('an employee whose record on the roster cannot be read', () => {
  const test = systemTest.extend('watched', ({ start }) => async (): Promise<System> => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 12)
    return system
  })

  test('does not keep others from being published as having left, nor has left themselves', async ({
    watched,
  }) => {
    const system = await watched()
    spoilEmployee(system, 3, { name: null })
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T10:00:00Z'])
    expect(system.sum('RecordsUnreadable')).toBeGreaterThanOrEqual(3)
  })

  test('is polled all the same', async ({ watched }) => {
    const system = await watched()
    spoilEmployee(system, 3, { name: null })
    await system.refreshAt('2026-11-16T09:00:00Z')
    clock(system.world, 3, { start: '2026-11-16T09:00:10Z', end: null })
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['3 clocked-in 2026-11-16T09:00:10Z'])
  })

  test('has not left even where their id cannot be read', async ({ watched }) => {
    const system = await watched()
    const mend = spoilEmployee(system, 3, { id: 3 })
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    mend()
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('keeps nobody from having left where their id cannot be read either, once all were there beside it', async ({
    watched,
  }) => {
    const system = await watched()
    employ(system.world, 13)
    spoilEmployee(system, 13, { id: 13 })
    await system.refreshAt('2026-11-16T09:00:00Z')
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T10:00:00Z')
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T11:00:00Z'])
    spoilEmployee(system, 3, { id: 3 })
    await system.refreshAt('2026-11-16T12:00:00Z')
    await system.refreshAt('2026-11-16T13:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('keeps whoever was missing when they came from having left, but for an operator’s word', async ({
    watched,
  }) => {
    const system = await watched()
    employ(system.world, 13)
    spoilEmployee(system, 13, { id: 13 })
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual([])
    expect(await system.refresh({ acceptLoss: true })).toMatchObject({ left: 1 })
    dismiss(system.world, 8)
    await system.refreshAt('2026-11-16T11:00:00Z')
    await system.refreshAt('2026-11-16T12:00:00Z')
    await system.refreshAt('2026-11-16T13:00:00Z')
    expect((await system.published()).map((each) => each.slice(0, 15))).toEqual([
      '7 employee-left',
      '8 employee-left',
    ])
  })

  test('is changed, where they were, once they can be read', async ({ watched }) => {
    const system = await watched()
    const mend = spoilEmployee(system, 3, { name: null })
    employ(system.world, 3, { name: { givenName: 'Ada', familyName: 'Amended' } })
    await system.refreshAt('2026-11-16T09:00:00Z')
    mend()
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual(['3 employee-changed 2026-11-16T10:00:00Z'])
  })
})

describe("an employee's item that cannot be read", () => {
  /** Three people, and the first one's item as nobody can read it. */
  const test = systemTest.extend(
    'spoiled',
    ({ start }) =>
      async (): Promise<{ system: System; item: Item }> => {
        const system = await start({ now: '2026-11-16T08:00:00Z' })
        await watch(system, 3)
        clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
        await system.pollAt('2026-11-16T09:01:00Z')
        expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T09:00:00Z'])
        const item = await system.table.employee(personId(1))
        await system.table.put({ ...item, clockings: { S: 'unreadable' }, sequence: { S: 'x' } })
        system.restart()
        return { system, item }
      },
  )

  test('leaves that person alone behind: the shard moves on and requests do not grow', async ({
    spoiled,
  }) => {
    const { system } = await spoiled()
    for (let each = 0; each < 20; each++) await system.pollAfter(12 * 60)
    system.api.asked()
    await system.pollAfter(1)
    const longest = Math.max(
      ...system.api
        .asked()
        .filter(({ of }) => of === 'clockings')
        .map(({ from, to }) => Date.parse(to ?? '') - Date.parse(from ?? '')),
    )
    expect(longest).toBeLessThanOrEqual(25 * 3_600_000)
    expect(Math.max(...system.figures('Freshness').slice(2))).toBeLessThanOrEqual(60)
    expect(system.sum('StateUnreadable')).toBeGreaterThanOrEqual(21)
    expect(Math.max(...system.figures('OldestBehindAge'))).toBeGreaterThanOrEqual(9 * 86_400)
  })

  test('does not make them leave where their id on the roster cannot be read either', async ({
    spoiled,
  }) => {
    const { system, item } = await spoiled()
    spoilEmployee(system, 1, { id: 1 })
    await system.refreshAt('2026-11-16T10:00:00Z')
    await system.table.put(item)
    system.restart()
    await system.refreshAt('2026-11-16T11:00:00Z')
    await system.refreshAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('holds up nobody else', async ({ spoiled }) => {
    const { system } = await spoiled()
    clock(system.world, 2, { start: '2026-11-16T09:30:00Z', end: null })
    await system.pollAt('2026-11-16T09:31:00Z')
    expect(await system.published()).toEqual(['2 clocked-in 2026-11-16T09:30:00Z'])
    employ(system.world, 5)
    await system.refreshAt('2026-11-16T09:40:00Z')
    expect(await system.published()).toEqual(['5 employee-joined 2026-11-16T09:40:00Z'])
  })

  test('is left as it is, and its person catches up on all of it once it can be read', async ({
    spoiled,
  }) => {
    const { system, item } = await spoiled()
    const bad = await system.table.employee(personId(1))
    clock(system.world, 1, { start: '2026-11-17T09:00:00Z', end: '2026-11-17T17:00:00Z' })
    for (let each = 0; each < 12; each++) await system.pollAfter(12 * 60)
    await system.refresh()
    expect(await system.table.employee(personId(1))).toEqual(bad)
    await system.table.put(item)
    system.restart()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-17T09:00:00Z',
      '1 clocked-out 2026-11-17T17:00:00Z',
    ])
  })
})

describe("a shard's record that cannot be read", () => {
  /** Two shards of one person each, and the first one's record as nobody can read it. */
  const test = systemTest.extend('spoiled', ({ start }) => async () => {
    const system = await start({ now: '2026-11-16T08:00:00Z', polling: { shardSize: 1 } })
    for (const n of [1, 2]) employ(system.world, n)
    await system.refresh()
    for (const tick of await system.dispatch()) await system.pollAs(tick)
    const record = await system.table.get('ROSTER', 'SHARD#0001')
    await system.table.put({ ...record, polledThrough: { N: '7' } })
    system.restart()
    for (const n of [1, 2]) clock(system.world, n, { start: '2026-11-16T09:00:00Z', end: null })
    system.clock.set('2026-11-16T09:01:00Z')
    return { system, record }
  })
  const pollAll = async (system: System): Promise<void> => {
    for (const tick of await system.dispatch()) await system.pollAs(tick)
  }

  test('holds up no other shard, and is counted', async ({ spoiled }) => {
    const { system } = await spoiled()
    await pollAll(system)
    expect(await system.published()).toEqual(['2 clocked-in 2026-11-16T09:00:00Z'])
    expect(system.sum('StateUnreadable')).toBeGreaterThan(0)
  })

  test('does not keep the roster from being refreshed', async ({ spoiled }) => {
    const { system } = await spoiled()
    employ(system.world, 5)
    await system.refresh()
    expect(await system.published()).toEqual(['5 employee-joined 2026-11-16T09:01:00Z'])
  })

  test('heals by itself once it can be read: nothing of its people is lost', async ({
    spoiled,
  }) => {
    const { system, record } = await spoiled()
    await pollAll(system)
    for (let each = 0; each < 6; each++) {
      system.clock.pass(12 * 3_600_000)
      await pollAll(system)
    }
    await system.events()
    await system.table.put(record)
    system.restart()
    system.clock.pass(31 * 60_000)
    await pollAll(system)
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T09:00:00Z'])
  })
})
