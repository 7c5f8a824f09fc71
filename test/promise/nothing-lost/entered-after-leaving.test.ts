import { expect } from 'vitest'
import { dismiss, employ, holiday, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const date = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

test.for([6, 12, 20])(
  'a day off beside others, that was entered once nobody asked, is told of who is back on the %ith, and of the others nothing again',
  async (back, { start }) => {
    const system = await start({ now: '2026-11-01T08:00:00Z' })
    await watch(system, 6)
    holiday(system.world, 1, date(2), date(2))
    holiday(system.world, 1, date(28), date(29))
    await system.pollAt('2026-11-02T08:00:00Z')
    await system.pollAt('2026-11-03T08:00:00Z')
    dismiss(system.world, 1)
    await system.refreshAt('2026-11-03T09:00:00Z')
    await system.refreshAt('2026-11-03T10:00:00Z')
    await system.pollAt('2026-11-04T10:01:00Z')
    await system.pollAfter(16)
    holiday(system.world, 1, date(3), date(3))
    for (let day = 5; day < back; day++) await system.refreshAt(`${date(day)}T23:00:00Z`)
    await system.events()
    employ(system.world, 1)
    await system.refreshAt(`${date(back)}T08:00:00Z`)
    await system.refreshAt(`${date(back)}T09:00:00Z`)
    await system.pollAfter(1, 1)
    expect((await system.published()).map((line) => line.replace(/(Z).*/, '$1'))).toEqual([
      expect.stringContaining('1 employee-joined'),
      '1 absence-started 2026-11-03T00:00:00Z',
      '1 absence-ended 2026-11-04T00:00:00Z',
    ])
  },
)
