import { describe, expect } from 'vitest'
import { numberOf } from '../support/arrivals.ts'
import { clock, dismiss, watch } from '../support/people.ts'
import { test as systemTest } from '../support/system.ts'

/** Of sixty people those of the first shard, twelve, leave at once, and the API fails about them from then on. */
const test = systemTest.extend('closed', ({ start }) => async (status: number) => {
  const system = await start({ now: '2026-11-16T08:00:00Z', polling: { shardSize: 12 } })
  await watch(system, 60)
  for (let n = 1; n <= 12; n++) dismiss(system.world, n)
  const isGone = (employeeId: string | null): boolean =>
    employeeId !== null && numberOf(employeeId) <= 12
  const over = system.api.trouble({ on: ({ employeeId }) => isGone(employeeId), status })
  await system.refreshAt('2026-11-16T10:00:00Z')
  await system.refreshAt('2026-11-16T11:00:00Z')
  await system.events()
  return { system, over }
})

describe('a shard of which everybody left', () => {
  test.for([403, 404])(
    'comes to rest where the API refuses them with %d',
    async (status, { closed }) => {
      const { system } = await closed(status)
      await system.pollAt('2026-11-17T10:00:00Z')
      expect(system.sum('LeaversRefused')).toBe(0)
      await system.pollAt('2026-11-18T12:00:00Z')
      expect(system.sum('LeaversRefused')).toBe(12)
      system.api.asked()
      await system.pollAt('2026-11-18T13:00:00Z')
      expect(system.api.asked()).toEqual([])
      expect(system.sum('PollsFailed')).toBe(0)
    },
  )

  test('is no outage where the API fails about them, and last shifts are published once it answers', async ({
    closed,
  }) => {
    const { system, over } = await closed(500)
    clock(system.world, 3, { start: '2026-11-16T08:00:00Z', end: '2026-11-16T09:00:00Z' })
    await system.pollAt('2026-11-27T12:00:00Z')
    expect(system.sum('PollsFailed')).toBe(0)
    expect(Math.max(...system.figures('EmployeesBehind'))).toBe(12)
    over()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '3 clocked-in 2026-11-16T08:00:00Z',
      '3 clocked-out 2026-11-16T09:00:00Z',
    ])
  })
})
