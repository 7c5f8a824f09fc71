import { expect } from 'vitest'
import { clock, dismiss, employ, holiday, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const date = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`

test.for([8, 12, 16, 25])(
  'whoever works on after their contract ran out on the 2nd, and is on the roster again on the %ith, is told of whole',
  async (back, { start }) => {
    const system = await start({ now: '2026-11-02T08:00:00Z' })
    await watch(system, 6)
    dismiss(system.world, 1)
    await system.refreshAt('2026-11-02T19:00:00Z')
    await system.refreshAt('2026-11-02T20:00:00Z')
    const days = Array.from({ length: back - 3 }, (_, n) => n + 3)
    for (const day of days) {
      const shift = { start: `${date(day)}T09:00:00Z`, end: `${date(day)}T17:00:00Z` }
      clock(system.world, 1, shift)
      await system.pollAt(`${date(day)}T18:00:00Z`)
      await system.refreshAt(`${date(day)}T19:00:00Z`)
    }
    holiday(system.world, 1, date(back), date(back))
    employ(system.world, 1)
    await system.refreshAt(`${date(back)}T08:00:00Z`)
    await system.refreshAt(`${date(back)}T09:00:00Z`)
    await system.pollAfter(1, 16)
    const published = await system.published()
    for (const day of days) {
      expect(published).toContain(`1 clocked-in ${date(day)}T09:00:00Z`)
      expect(published).toContain(`1 clocked-out ${date(day)}T17:00:00Z`)
    }
    expect(published).toContain(`1 absence-started ${date(back)}T00:00:00Z`)
  },
)
