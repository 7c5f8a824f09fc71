import { describe, expect } from 'vitest'
import { clock, personId } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { test } from '../support/watched.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:30:00Z' }

describe('a clocking that breaks the contract for long', () => {
  test('is published with its true times once it can be read after sixty days', async ({
    begin,
  }) => {
    const system = await begin()
    const mend = spoil(system, clock(system.world, 1, monday))
    await system.pollAt('2026-11-16T17:01:00Z')
    for (let day = 0; day < 60; day++) await system.pollAfter(24 * 60)
    expect(await system.published()).toEqual([])
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T09:00:00Z',
      '1 clocked-out 2026-11-16T16:30:00Z',
    ])
    await system.pollAfter(1, 31)
    expect(await system.published()).toEqual([])
    expect(system.api.broken).toEqual([])
  })

  test('is looked for everywhere four times a day once it has not been found for one', async ({
    begin,
  }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    spoil(system, id)
    await system.pollAt('2026-11-16T17:01:00Z')
    system.world.clockings.delete(id)
    /** How often the month was asked for in which nothing but a moved record can lie. */
    const lookedForInADay = async (): Promise<number> => {
      system.api.asked()
      for (let n = 0; n < 48; n++) await system.pollAfter(30)
      return system.api.asked().filter(({ from }) => from !== null && from < '2026-09-01').length
    }
    expect(await lookedForInADay()).toBeGreaterThan(12)
    await lookedForInADay()
    expect(await lookedForInADay()).toBe(4)
  })

  test('for two months costs neither timeliness nor ever more calls', async ({ begin }) => {
    const system = await begin()
    spoil(system, clock(system.world, 1, monday))
    await system.pollAt('2026-11-16T17:01:00Z')
    for (let day = 0; day < 60; day++) await system.pollAfter(24 * 60)
    await system.events()
    system.api.asked()
    for (let each = 0; each < 60; each++) await system.pollAfter(1)
    const about = system.api.asked().filter(({ employeeId }) => employeeId === personId(1))
    // One a minute, absences four times, and now and then the range of the bad one.
    expect(about.length).toBeLessThanOrEqual(60 + 5 + 3 * 3)
    const start = system.clock.moment()
    clock(system.world, 1, { start, end: null })
    await system.pollAfter(1)
    expect(await system.published()).toEqual([`1 clocked-in ${start}`])
    expect(system.sum('RecordsUnreadable')).toBeGreaterThan(0)
  })
})
