import { describe, expect } from 'vitest'
import { clock, employ, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

describe('a poll that fails', () => {
  test('leaves a reason in the log and in a metric, and its tick goes back to the queue', async ({
    start,
  }) => {
    const system = await start({ variables: { TABLE_NAME: 'no-such-table' } })
    expect(await system.poll()).toEqual({ failed: 1 })
    expect(system.sum('PollsFailed')).toBe(1)
    expect(system.logs()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', shardId: '0001' }),
    )
    expect(JSON.stringify(system.logs())).toContain('ResourceNotFoundException')
  })

  test('is counted where its tick cannot be read', async ({ start }) => {
    const system = await start()
    expect(await system.pollAs('poison')).toEqual({ failed: 1 })
    expect(system.sum('PollsFailed')).toBe(1)
    expect(system.logs()).toContainEqual(expect.objectContaining({ level: 'ERROR' }))
  })

  test('is counted where the whole API fails', async ({ start }) => {
    const system = await start()
    await watch(system, 12)
    system.api.trouble({ on: ({ of }) => of === 'clockings', status: 500 })
    await system.pollAfter(1)
    expect(system.sum('PollsFailed')).toBe(1)
    expect(system.logs()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', shardId: '0001' }),
    )
  })
})

test('a roster that cannot be read is counted', async ({ start }) => {
  const system = await start()
  await watch(system, 3)
  system.api.trouble({ on: ({ of }) => of === 'employees', status: 403 })
  await system.refreshAt('2026-11-16T09:00:00Z')
  expect(system.sum('RosterFailed')).toBe(1)
})

describe("everyone whose window is cut to the API's reach", () => {
  test('is counted, answered or not', async ({ start }) => {
    const system = await start({ now: '2026-08-01T08:00:00Z' })
    await watch(system, 4)
    system.api.trouble({ on: ({ employeeId }) => employeeId === personId(1), status: 403 })
    await system.pollAt('2026-11-16T08:00:00Z')
    expect(system.sum('WindowClamped')).toBe(4)
    await system.pollAfter(1)
    expect(system.api.broken).toEqual([])
  })

  test('is told of what the API still shows', async ({ start }) => {
    const system = await start({ now: '2026-08-01T08:00:00Z' })
    await watch(system, 1)
    clock(system.world, 1, { start: '2026-08-02T09:00:00Z', end: '2026-08-02T17:00:00Z' })
    clock(system.world, 1, { start: '2026-08-20T09:00:00Z', end: '2026-08-20T17:00:00Z' })
    await system.pollAt('2026-11-16T08:00:00Z')
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-08-20T09:00:00Z',
      '1 clocked-out 2026-08-20T17:00:00Z',
    ])
  })
})

test('somebody behind for three hours is no longer silent', async ({ start }) => {
  const system = await start()
  await watch(system, 3)
  const over = system.api.trouble({
    on: ({ employeeId }) => employeeId === personId(1),
    status: 403,
  })
  for (let each = 0; each < 12; each++) await system.pollAfter(15)
  expect(Math.max(...system.figures('OldestBehindAge'))).toBeGreaterThanOrEqual(3 * 3_600)
  over()
  await system.pollAfter(31)
  const { length } = system.figures('OldestBehindAge')
  await system.pollAfter(1)
  expect(
    system
      .figures('OldestBehindAge')
      .slice(length)
      .every((age) => age === 0),
  ).toBe(true)
})

test('a shard that was never polled since a newcomer came ages in the open', async ({ start }) => {
  const system = await start()
  await watch(system, 2)
  employ(system.world, 3)
  await system.refreshAt('2026-11-16T09:00:00Z')
  system.clock.set('2026-11-16T12:00:00Z')
  await system.dispatch()
  expect(system.figures('Freshness').at(-1)).toBe(4 * 3_600)
})
