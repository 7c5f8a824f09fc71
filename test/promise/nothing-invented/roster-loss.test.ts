import { describe, expect } from 'vitest'
import { clock, dismiss, employ, watch } from '../support/people.ts'
import { spoilEmployee } from '../support/spoil.ts'
import { type System, test as systemTest } from '../support/system.ts'

const test = systemTest.extend('watched', ({ start }) => async (count: number): Promise<System> => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, count)
  return system
})

/** The roster is served without so many of its last people. @returns what ends it */
const cutShort = ({ api }: System, by: number): (() => void) =>
  api.trouble({
    on: ({ of }) => of === 'employees',
    records: (records) => records.slice(0, records.length - by),
  })

describe('a roster', () => {
  test('that lacks 20 of 120 once makes nobody leave or join', async ({ watched }) => {
    const system = await watched(120)
    const over = cutShort(system, 20)
    await system.refreshAt('2026-11-16T09:00:00Z')
    over()
    await system.refreshAt('2026-11-16T10:00:00Z')
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('that lacks somebody at two refreshes an hour apart tells that they left', async ({
    watched,
  }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    expect(await system.published()).toEqual([])
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T10:00:00Z'])
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('that lacks somebody at two refreshes within ten minutes tells nothing', async ({
    watched,
  }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T09:05:00Z')
    expect(await system.published()).toEqual([])
    await system.refreshAt('2026-11-16T09:11:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T09:11:00Z'])
  })

  test('that lacks different people at two refreshes tells of neither', async ({ watched }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    employ(system.world, 7)
    dismiss(system.world, 8)
    await system.refreshAt('2026-11-16T10:00:00Z')
    employ(system.world, 8)
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
  })

  test('that shows somebody whom nobody can read, between two that lack them, makes them leave at none', async ({
    watched,
  }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    employ(system.world, 7)
    const mended = spoilEmployee(system, 7, { employment: 'Baker' })
    await system.refreshAt('2026-11-16T10:00:00Z')
    mended()
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
    await system.refreshAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T12:00:00Z'])
  })

  test('that fails between two refreshes which lack somebody does not hold that up', async ({
    watched,
  }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    const over = system.api.trouble({ on: ({ of }) => of === 'employees', status: 403 })
    await system.refreshAt('2026-11-16T10:00:00Z')
    over()
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual(['7 employee-left 2026-11-16T11:00:00Z'])
    expect(system.sum('RosterFailed')).toBe(1)
  })

  test('that lost more than a fifth makes nobody leave however often it comes, and is counted', async ({
    watched,
  }) => {
    const system = await watched(12)
    cutShort(system, 3)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual([])
    expect(system.sum('RosterRefused')).toBe(2)
  })

  test('that lost five of fewer than ten makes nobody leave either, and four do', async ({
    watched,
  }) => {
    const system = await watched(9)
    const over = cutShort(system, 5)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual([])
    over()
    cutShort(system, 4)
    await system.refreshAt('2026-11-16T11:00:00Z')
    await system.refreshAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toHaveLength(4)
  })

  test('that lost more than a fifth is believed at once where an operator accepts it', async ({
    watched,
  }) => {
    const system = await watched(12)
    cutShort(system, 3)
    await system.refreshAt('2026-11-16T09:00:00Z')
    system.clock.set('2026-11-16T09:01:00Z')
    expect(await system.refresh({ acceptLoss: true })).toMatchObject({
      kind: 'refreshed',
      members: 9,
      left: 3,
    })
    expect(await system.published()).toEqual(
      [10, 11, 12].map((n) => `${n} employee-left 2026-11-16T09:01:00Z`),
    )
  })

  test('that lacks somebody once holds up nothing that they do', async ({ watched }) => {
    const system = await watched(12)
    dismiss(system.world, 7)
    await system.refreshAt('2026-11-16T09:00:00Z')
    clock(system.world, 7, { start: '2026-11-16T09:00:30Z', end: null })
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['7 clocked-in 2026-11-16T09:00:30Z'])
  })
})
