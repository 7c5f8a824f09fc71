import { describe, expect } from 'vitest'
import { allComeIn, numbers, publishedOf } from '../support/arrivals.ts'
import { clock, holiday, personId } from '../support/people.ts'
import { test } from '../support/system.ts'

const ofClockings = (asked: { of: string }): boolean => asked.of === 'clockings'

describe('clockings that are refused to everyone', () => {
  test.for([403, 500])(
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
      expect(Math.max(...system.figures('PollsFailed'))).toBe(1)
      over()
      await system.pollAfter(31)
      expect(await system.published()).toEqual(['3 clocked-in 2026-11-16T09:20:00Z'])
    },
  )

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
  expect(system.api.asked().length).toBeLessThan(50)
})
