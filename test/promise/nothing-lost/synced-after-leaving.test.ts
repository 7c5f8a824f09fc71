import { expect } from 'vitest'
import { clock, dismiss, employ, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const date = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

test.for([6, 12, 20])(
  'a shift on the day after the 2nd, on which their contract ran out, that was synced once nobody asked is told of who is back on the %ith',
  async (back, { start }) => {
    const system = await start({ now: '2026-11-02T08:00:00Z' })
    await watch(system, 6)
    clock(system.world, 1, { start: '2026-11-02T09:00:00Z', end: '2026-11-02T17:00:00Z' })
    await system.pollAt('2026-11-02T18:00:00Z')
    dismiss(system.world, 1)
    await system.refreshAt('2026-11-02T19:00:00Z')
    await system.refreshAt('2026-11-02T20:00:00Z')
    await system.pollAt('2026-11-03T20:01:00Z')
    await system.pollAfter(16)
    clock(system.world, 1, { start: '2026-11-03T09:00:00Z', end: '2026-11-03T17:00:00Z' })
    for (let day = 4; day < back; day++) await system.refreshAt(`${date(day)}T23:00:00Z`)
    await system.events()
    employ(system.world, 1)
    await system.refreshAt(`${date(back)}T08:00:00Z`)
    await system.refreshAt(`${date(back)}T09:00:00Z`)
    await system.pollAfter(1, 1)
    expect((await system.published()).map((line) => line.replace(/ \d+T.*/, ''))).toEqual([
      expect.stringContaining('1 employee-joined'),
      '1 clocked-in 2026-11-03T09:00:00Z',
      '1 clocked-out 2026-11-03T17:00:00Z',
    ])
  },
)
