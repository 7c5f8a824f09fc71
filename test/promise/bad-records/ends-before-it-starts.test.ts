import { describe, expect } from 'vitest'
import { day, epochMs, utc } from '../../../lib/attendance/moments.ts'
import { clock, correct, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Three people are asked about; what is told until a moment is taken away. */
const test = systemTest.extend('at', ({ start }) => async (now: string): Promise<System> => {
  const system = await start({ now })
  await watch(system, 3)
  return system
})

const everyMinute = async (system: System, minutes: number): Promise<string[]> => {
  await system.pollAfter(...Array.from({ length: minutes }, () => 1))
  return system.published()
}

/** A clocking that ends before it starts breaks the contract, and is still there: a slip of whoever typed it. */
describe('a clocking that is corrected to end before it starts is not removed', () => {
  const start = '2026-11-16T22:00:00Z'
  /** A night shift whose end is typed with the date of its start, where the next window begins. */
  const nightShift = async (
    at: (now: string) => Promise<System>,
    slip: string,
  ): Promise<{ system: System; id: string }> => {
    const system = await at('2026-11-16T21:00:00Z')
    const id = clock(system.world, 1, { start, end: null })
    await system.pollAt('2026-11-16T22:01:00Z')
    await system.pollAt('2026-11-17T05:59:00Z')
    expect(await system.published()).toEqual([`1 clocked-in ${start}`])
    correct(system.world, id, { end: slip })
    return { system, id }
  }

  test.for([
    ['a day', '2026-11-16T06:00:00Z'],
    ['six days', '2026-11-11T06:00:00Z'],
  ] as const)('after a night, by %s', async ([, slip], { at }) => {
    const { system, id } = await nightShift(at, slip)
    expect(await everyMinute(system, 120)).toEqual([])
    correct(system.world, id, { end: '2026-11-17T06:00:00Z' })
    expect(await everyMinute(system, 40)).toEqual(['1 clocked-out 2026-11-17T06:00:00Z'])
  })

  test('while the window moves on, for days', async ({ at }) => {
    const { system, id } = await nightShift(at, '2026-11-15T06:00:00Z')
    for (let hours = 0; hours < 4 * 24; hours++) await system.pollAfter(60)
    expect(await system.published()).toEqual([])
    correct(system.world, id, { end: '2026-11-17T06:00:00Z' })
    expect(await everyMinute(system, 40)).toEqual(['1 clocked-out 2026-11-17T06:00:00Z'])
  })

  test('with a lookback of a week', async ({ start: begin }) => {
    const system = await begin({ now: '2026-11-16T08:00:00Z', polling: { lookbackHours: 168 } })
    await watch(system, 3)
    const id = clock(system.world, 1, { start: '2026-11-10T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T08:01:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-10T09:00:00Z'])
    correct(system.world, id, { end: '2026-11-06T17:00:00Z' })
    expect(await everyMinute(system, 120)).toEqual([])
    system.api.asked()
    await system.pollAfter(...Array.from({ length: 40 }, () => 60))
    // Where it lies is known: nobody looks everywhere again for it.
    expect(system.api.asked().filter(({ from }) => from !== null && from < '2026-09-01')).toEqual(
      [],
    )
    expect(await system.published()).toEqual([])
    correct(system.world, id, { end: '2026-11-10T17:00:00Z' })
    expect(await everyMinute(system, 40)).toEqual(['1 clocked-out 2026-11-10T17:00:00Z'])
  })

  test('while somebody works, with an end that was planned', async ({ at }) => {
    const system = await at('2026-11-16T21:00:00Z')
    const id = clock(system.world, 1, { start, end: null })
    await system.pollAt('2026-11-17T01:00:00Z')
    expect(await system.published()).toEqual([`1 clocked-in ${start}`])
    correct(system.world, id, { end: '2026-11-16T06:00:00Z' })
    await system.pollAfter(...Array.from({ length: 26 }, () => 15))
    expect(await system.published()).toEqual([])
    correct(system.world, id, { end: null })
    expect(await everyMinute(system, 40)).toEqual([])
  })

  test('with a start that lies ahead, until it does not any more', async ({ at }) => {
    const system = await at('2026-11-16T08:00:00Z')
    const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }
    const id = clock(system.world, 1, shift)
    await system.pollAt('2026-11-16T17:01:00Z')
    expect(await system.published()).toHaveLength(2)
    correct(system.world, id, { start: '2026-11-16T21:00:00Z' })
    expect(await everyMinute(system, 30)).toEqual([])
    await system.pollAfter(...Array.from({ length: 20 }, () => 15))
    expect(await system.published()).toEqual([])
    correct(system.world, id, { start: '2026-11-16T09:05:00Z' })
    expect(await everyMinute(system, 40)).toEqual([expect.stringContaining('1 clocking-amended')])
  })

  test('by minutes, in the night in which clocks go back', async ({ at }) => {
    const system = await at('2026-10-24T20:00:00Z')
    const id = clock(system.world, 1, { start: '2026-10-25T00:30:00Z', end: null })
    await system.pollAt('2026-10-25T00:35:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-10-25T00:30:00Z'])
    // Ten past one the second time, which the device takes for the first.
    correct(system.world, id, { end: '2026-10-25T00:10:00Z' })
    await system.pollAt('2026-10-25T01:11:00Z')
    for (let hour = 0; hour < 22; hour++) await system.pollAfter(60)
    expect(await everyMinute(system, 90)).toEqual([])
    correct(system.world, id, { end: '2026-10-25T01:10:00Z' })
    expect(await everyMinute(system, 40)).toEqual(['1 clocked-out 2026-10-25T01:10:00Z'])
  })

  test('over the end of a range that the API answers at once', async ({ at }) => {
    const system = await at('2026-10-18T08:00:00Z')
    const shift = { start: '2026-10-18T09:00:00Z', end: '2026-10-18T17:00:00Z' }
    const id = clock(system.world, 1, shift)
    await system.pollAt('2026-10-18T17:01:00Z')
    expect(await system.published()).toHaveLength(2)
    // Wherever two ranges meet between the API's reach and a month ahead, one of these lies across that.
    for (let days = -80; days <= 24; days += 3) {
      const start = epochMs('2026-10-18T17:00:00Z') + days * day
      correct(system.world, id, { start: utc(start), end: utc(start - 4 * day) })
      await system.pollAfter(11, 11)
      expect([days, await system.published()]).toEqual([days, []])
    }
  })
})
