import { describe, expect } from 'vitest'
import { allComeIn, numberOf, numbers } from '../support/arrivals.ts'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

type On = { of: string; employeeId: string | null }
const whereClockings = ({ of }: On) => of === 'clockings'
const whereEither = ({ of }: On) => of === 'clockings' || of === 'absences'

/** Twelve who are in, and whose absences have been read a quarter of an hour ago. */
const allAreIn = async (start: Parameters<typeof allComeIn>[0]): Promise<System> => {
  const system = await allComeIn(start, 12)
  await system.pollAfter(16)
  await system.events()
  return system
}

const lines = async (system: System): Promise<string[]> => (await system.published()).sort()

describe('clockings that are refused', () => {
  test.for([403, 429, 500])(
    'to everyone, with %i, hold up no absence, and are told once they come',
    async (status, { start }) => {
      const system = await allAreIn(start)
      const over = system.api.trouble({ on: whereClockings, status })
      holiday(system.world, 1, '2026-11-16', '2026-11-18')
      clock(system.world, 3, { id: personId(501), start: '2026-11-16T08:10:00Z', end: null })
      await system.pollAfter(16)
      expect(await lines(system)).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
      over()
      system.restart()
      await system.pollAfter(31)
      expect(await lines(system)).toEqual(['3 clocked-in 2026-11-16T08:10:00Z'])
    },
  )

  test('do not keep what is corrected of absences, or gone, from being told', async ({ start }) => {
    const system = await allAreIn(start)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-18')
    await system.pollAfter(16)
    await system.events()
    system.api.trouble({ on: whereClockings, status: 500 })
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
    system.api.trouble({ on: whereClockings, status: 500 })
    await system.pollAt('2026-11-16T23:59:00Z')
    system.api.asked()
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(system.api.asked().some(({ of }) => of === 'absences')).toBe(false)
    expect(await lines(system)).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
    await system.pollAt('2026-11-18T00:01:00Z')
    expect(await lines(system)).toEqual(['1 absence-ended 2026-11-18T00:00:00Z'])
  })

  test('for 62 hours lose none of the clockings, and are counted and said all the while', async ({
    start,
  }) => {
    const system = await allAreIn(start)
    const over = system.api.trouble({ on: whereClockings, status: 403 })
    clock(system.world, 1, { start: '2026-11-16T08:17:00Z', end: '2026-11-16T08:18:00Z' })
    const before = system.sum('PollsFailed')
    for (let each = 0; each < 62; each += 6) await system.pollAfter(6 * 60)
    expect(system.sum('PollsFailed') - before).toBe(11)
    expect(Math.max(...system.figures('Freshness'))).toBe(66 * 3_600)
    expect(system.logs()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: "Nobody's clockings could be read" }),
    )
    expect(await lines(system)).toEqual([])
    over()
    await system.pollAfter(1)
    expect(await lines(system)).toEqual([
      '1 clocked-in 2026-11-16T08:17:00Z',
      '1 clocked-out 2026-11-16T08:18:00Z',
    ])
  })

  test('let nobody rest by other rules before they were answered by them', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:30:00Z' })
    await watch(system, 12)
    const over = system.api.trouble({ on: whereClockings, status: 500 })
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

describe('where absences are refused as well', () => {
  test('nothing starts or ends by the clock, and little more is asked', async ({ start }) => {
    const system = await allAreIn(start)
    holiday(system.world, 1, '2026-11-17', '2026-11-17')
    await system.pollAfter(16)
    await system.events()
    const over = system.api.trouble({ on: whereEither, status: 403 })
    system.api.asked()
    await system.pollAt('2026-11-17T00:01:00Z')
    const absences = system.api.asked().filter(({ of }) => of === 'absences')
    expect(absences.length).toBe(3)
    expect(await lines(system)).toEqual([])
    over()
    await system.pollAfter(1)
    expect(await lines(system)).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
  })
})
