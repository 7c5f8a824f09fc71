import { expect } from 'vitest'
import { clock, holiday, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test.for(['IST', 'PST', 'JST', 'BST'])(
  'an absence of somebody who clocked in in the zone "%s" is published by some zone',
  async (startTimeZone, { start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 1)
    clock(system.world, 1, { start: '2026-11-16T08:05:00Z', end: null, startTimeZone })
    await system.pollAfter(6)
    await system.events()
    holiday(system.world, 1, '2026-11-18', '2026-11-19')
    for (let each = 0; each < 6; each++) await system.pollAfter(24 * 60)
    expect((await system.published()).map((each) => each.split(' ')[1])).toEqual([
      'absence-started',
      'absence-ended',
    ])
  },
)

test('a clocking that was removed says nothing of where somebody is', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: '2026-11-16T08:20:00Z' })
  const inTokyo = { startTimeZone: 'Asia/Tokyo', endTimeZone: 'Asia/Tokyo' }
  const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:05:00Z', ...inTokyo }
  const mistaken = clock(system.world, 1, shift)
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAt('2026-11-16T10:00:00Z')
  system.world.clockings.delete(mistaken)
  await system.pollAfter(1, 11, 11)
  expect((await system.published()).at(-1)).toContain('clocking-removed')
  await system.pollAt('2026-11-16T16:00:00Z')
  await system.pollAt('2026-11-17T00:30:00Z')
  expect(await system.published()).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
})
