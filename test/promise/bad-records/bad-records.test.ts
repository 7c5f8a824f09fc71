import { describe, expect } from 'vitest'
import { hide } from '../support/losses.ts'
import { clock, correct } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { test } from '../support/watched.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:30:00Z' }
const mondayPublished = ['1 clocked-in 2026-11-16T09:00:00Z', '1 clocked-out 2026-11-16T16:30:00Z']

describe('a clocking that breaks the contract', () => {
  test("costs the person's other clockings nothing", async ({ begin }) => {
    const system = await begin()
    spoil(system, clock(system.world, 1, monday))
    clock(system.world, 1, { start: '2026-11-16T17:00:00Z', end: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T17:00:00Z'])
    await system.pollAfter(1)
    expect(system.sum('RecordsUnreadable')).toBeGreaterThan(0)
  })

  test.for<[string, number]>([
    ['two days', 2],
    ['ten days', 10],
  ])(
    'is published with its true times once it can be read after %s',
    async ([, days], { begin }) => {
      const system = await begin()
      const mend = spoil(system, clock(system.world, 1, monday))
      await system.pollAt('2026-11-16T17:01:00Z')
      for (let day = 0; day < days; day++) await system.pollAfter(24 * 60)
      expect(await system.published()).toEqual([])
      mend()
      await system.pollAfter(31)
      expect(await system.published()).toEqual(mondayPublished)
      await system.pollAfter(1, 31)
      expect(await system.published()).toEqual([])
      expect(system.api.broken).toEqual([])
    },
  )

  test('is published where it was moved to while it could not be read', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    const mend = spoil(system, id)
    await system.pollAt('2026-11-16T17:01:00Z')
    await system.pollAfter(24 * 60)
    correct(system.world, id, { start: '2026-11-18T09:00:00Z', end: '2026-11-18T12:30:00Z' })
    for (let day = 0; day < 4; day++) await system.pollAfter(24 * 60)
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-18T09:00:00Z',
      '1 clocked-out 2026-11-18T12:30:00Z',
    ])
  })

  test.for([
    ['and mended there at once', 0],
    ['and mended there days later', 5],
  ] as const)(
    'is published where it was moved to before the lookback, %s',
    async ([, days], { begin }) => {
      const system = await begin()
      const id = clock(system.world, 1, monday)
      const mend = spoil(system, id)
      await system.pollAt('2026-11-16T17:01:00Z')
      correct(system.world, id, { start: '2026-10-05T09:00:00Z', end: '2026-10-05T12:30:00Z' })
      for (let day = 0; day < days; day++) await system.pollAfter(24 * 60)
      mend()
      await system.pollAfter(31, 31, 31)
      expect(await system.published()).toEqual([
        '1 clocked-in 2026-10-05T09:00:00Z',
        '1 clocked-out 2026-10-05T12:30:00Z',
      ])
      await system.pollAfter(31, 24 * 60)
      expect(await system.published()).toEqual([])
    },
  )

  test('does not keep another from being published as removed', async ({ begin }) => {
    const system = await begin()
    spoil(system, clock(system.world, 1, monday))
    const open = clock(system.world, 1, { start: '2026-11-16T17:00:00Z', end: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    await system.events()
    system.world.clockings.delete(open)
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T17:13:00Z'])
  })

  test('is not published as removed where it has no id, although another that had none is gone', async ({
    begin,
  }) => {
    const system = await begin()
    const nobody = clock(system.world, 1, { ...monday, start: '2026-11-16T08:30:00Z' })
    spoil(system, nobody, { id: 'x' })
    await system.pollAt('2026-11-16T09:00:00Z')
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T09:00:00Z'])
    system.world.clockings.delete(nobody)
    const mend = spoil(system, id, { id: 'y' })
    await system.pollAfter(1, 11, 11, 31)
    expect(await system.published()).toEqual([])
    mend()
    await system.pollAfter(1, 31)
    expect(await system.published()).toEqual([])
  })

  test('is not published as removed where it had been published', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T09:00:00Z'])
    const mend = spoil(system, id)
    await system.pollAfter(1, 11, 11)
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([])
    correct(system.world, id, { end: '2026-11-16T11:00:00Z' })
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-16T11:00:00Z'])
  })

  test('is not published as removed even where its id cannot be read', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.events()
    const mend = spoil(system, id, { id: 7 })
    await system.pollAfter(1, 11, 11)
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([])
  })

  test('is not published as removed where it was moved and its id cannot be read', async ({
    begin,
  }) => {
    const system = await begin()
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.events()
    correct(system.world, id, { start: '2026-11-10T09:00:00Z', end: '2026-11-10T12:00:00Z' })
    const mend = spoil(system, id, { id: null })
    await system.pollAfter(1, 11, 11)
    expect(await system.published()).toEqual([])
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '1 clocked-out 2026-11-10T12:00:00Z',
      '1 clocking-amended 2026-11-16T10:54:00Z',
    ])
  })

  test('of which even the id cannot be read is published once it can', async ({ begin }) => {
    const system = await begin()
    const mend = spoil(system, clock(system.world, 1, monday), { id: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    for (let day = 0; day < 3; day++) await system.pollAfter(24 * 60)
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual(mondayPublished)
  })

  test('of which even the id cannot be read is published though an answer between was empty', async ({
    begin,
  }) => {
    const system = await begin()
    const mend = spoil(system, clock(system.world, 1, monday), { id: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    for (let day = 0; day < 3; day++) await system.pollAfter(24 * 60)
    const over = hide(system, 'clockings', 1)
    await system.pollAfter(31)
    over()
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual(mondayPublished)
  })

  test('of which even the id cannot be read is published though another takes its place', async ({
    begin,
  }) => {
    const system = await begin()
    const mendFirst = spoil(system, clock(system.world, 1, monday), { id: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    await system.pollAfter(24 * 60)
    const wednesday = { start: '2026-11-18T09:00:00Z', end: '2026-11-18T12:30:00Z' }
    const mendSecond = spoil(system, clock(system.world, 1, wednesday), { id: null })
    for (let day = 0; day < 4; day++) await system.pollAfter(24 * 60)
    mendFirst()
    mendSecond()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      ...mondayPublished,
      '1 clocked-in 2026-11-18T09:00:00Z',
      '1 clocked-out 2026-11-18T12:30:00Z',
    ])
  })
})
