import { describe, expect } from 'vitest'
import { allComeIn, numberOf, numbers, publishedOf } from '../support/arrivals.ts'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

const ofClockings = (asked: { of: string }): boolean => asked.of === 'clockings'

/** Twelve who are in, and whose absences have been read a quarter of an hour ago. */
const allAreIn = async (start: Parameters<typeof allComeIn>[0]): Promise<System> => {
  const system = await allComeIn(start, 12)
  await system.pollAfter(16)
  await system.events()
  return system
}

const lines = async (system: System): Promise<string[]> => (await system.published()).sort()

describe('clockings that are refused to everyone', () => {
  test.for([403, 429, 500])(
    'with %i, hold up no absence, and are told once they are answered',
    async (status, { start }) => {
      const system = await allComeIn(start, 12)
      await system.pollAfter(16)
      expect(await publishedOf(system)).toEqual(numbers(1, 12))
      const over = system.api.trouble({ on: ofClockings, status })
      holiday(system.world, 1, '2026-11-16', '2026-11-18')
      clock(system.world, 3, { id: personId(501), start: '2026-11-16T09:20:00Z', end: null })
      await system.pollAfter(16)
      expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
      // Throttling has an alarm of its own.
      expect(Math.max(0, ...system.figures('PollsFailed'))).toBe(status === 429 ? 0 : 1)
      over()
      system.restart()
      await system.pollAfter(31)
      expect(await system.published()).toEqual(['3 clocked-in 2026-11-16T09:20:00Z'])
    },
  )

  test('do not keep what is corrected of absences, or gone, from being told', async ({ start }) => {
    const system = await allAreIn(start)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-18')
    await system.pollAfter(16)
    await system.events()
    system.api.trouble({ on: ofClockings, status: 500 })
    system.world.absences.delete(id)
    await system.pollAfter(16, 16)
    expect(await lines(system)).toEqual(['1 absence-withdrawn 2026-11-16T10:04:30Z'])
  })

  test('do not keep a known absence from being told at its moment, whether or not absences are read then', async ({
    start,
  }) => {
    const system = await allAreIn(start)
    holiday(system.world, 1, '2026-11-17', '2026-11-17')
    await system.pollAfter(16)
    system.api.trouble({ on: ofClockings, status: 500 })
    await system.pollAt('2026-11-16T23:59:00Z')
    system.api.asked()
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(system.api.asked().some(({ of }) => of === 'absences')).toBe(false)
    expect(await lines(system)).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
    await system.pollAt('2026-11-18T00:01:00Z')
    expect(await lines(system)).toEqual(['1 absence-ended 2026-11-18T00:00:00Z'])
  })

  test('for 62 hours lose none of what was synced or entered meanwhile', async ({ start }) => {
    const system = await allComeIn(start, 12)
    await system.pollAfter(16)
    await system.events()
    const over = system.api.trouble({ on: ofClockings, status: 403 })
    const late = { start: '2026-11-15T15:00:00Z', end: '2026-11-15T16:00:00Z' }
    clock(system.world, 3, { id: personId(501), ...late })
    holiday(system.world, 1, '2026-11-17', '2026-11-17')
    for (let each = 0; each < 62; each += 6) await system.pollAfter(6 * 60)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-17T00:00:00Z',
      '1 absence-ended 2026-11-18T00:00:00Z',
    ])
    expect(Math.max(...system.figures('Freshness'))).toBeGreaterThan(60 * 3_600)
    over()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '3 clocked-in 2026-11-15T15:00:00Z',
      '3 clocked-out 2026-11-15T16:00:00Z',
    ])
  })

  test('let nobody rest by other rules before they were answered by them', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:30:00Z' })
    await watch(system, 12)
    const over = system.api.trouble({ on: ofClockings, status: 500 })
    system.deploy({ polling: { idleEverySeconds: 3_600 } })
    await system.pollAfter(16)
    over()
    system.api.asked()
    await system.pollAfter(1)
    const asked = system.api
      .asked()
      .flatMap(({ of, employeeId }) => (of === 'clockings' ? [numberOf(employeeId)] : []))
    expect([...new Set(asked)].sort((a, b) => a - b)).toEqual(numbers(1, 12))
  })
})

test('where neither is answered, nothing is asked or told beyond what shows that', async ({
  start,
}) => {
  const system = await allComeIn(start, 12)
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAfter(16)
  await system.events()
  system.api.trouble({ on: ({ of }) => of === 'clockings' || of === 'absences', status: 403 })
  system.api.asked()
  await system.pollAt('2026-11-17T00:01:00Z')
  expect(await system.published()).toEqual([])
  const asked = system.api.asked()
  expect(asked.filter(({ of }) => of === 'absences')).toHaveLength(3)
  expect(asked.length).toBeLessThan(50)
})
