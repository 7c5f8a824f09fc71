import { expect } from 'vitest'
import { clock, holiday, watch } from './support/people.ts'
import { test } from './support/system.ts'

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
