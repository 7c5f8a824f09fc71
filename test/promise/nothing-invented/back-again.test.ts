import { describe, expect } from 'vitest'
import { clock, correct, holiday, watch } from '../support/people.ts'
import { type Start, type System, test } from '../support/system.ts'
import { copyOf, type World } from '../support/world.ts'

const pollStale = async (system: System, world: World): Promise<void> => {
  const over = system.api.trouble({ on: () => true, world: () => world })
  await system.pollAfter(20)
  over()
}

/** Something that was published, corrected, published as gone, and is back in the API as corrected. */
const isBackOf = {
  clocking: async (start: Start) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 2)
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    correct(system.world, id, { end: '2026-11-16T16:00:00Z' })
    await system.pollAt('2026-11-16T17:00:00Z')
    const stale = copyOf(system.world)
    correct(system.world, id, { end: '2026-11-16T16:30:00Z' })
    await system.pollAfter(20)
    const kept = copyOf(system.world)
    system.world.clockings.delete(id)
    await system.pollAfter(20, 20)
    for (const [key, clocking] of kept.clockings) system.world.clockings.set(key, clocking)
    await system.events()
    return { system, stale }
  },
  absence: async (start: Start) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
    await system.pollAfter(20)
    const stale = copyOf(system.world)
    holiday(system.world, 1, '2026-11-16', '2026-11-24', id)
    await system.pollAfter(20)
    const kept = copyOf(system.world)
    system.world.absences.delete(id)
    await system.pollAfter(20, 20)
    for (const [key, absence] of kept.absences) system.world.absences.set(key, absence)
    await system.events()
    return { system, stale }
  },
}

describe.each([
  ['clocking', ['clocked-in', 'clocked-out'], '2026-11-16T16:30:00Z'],
  ['absence', ['absence-started'], '2026-11-24'],
] as const)(
  'what a stale answer shows of %s that was published as gone and is back',
  (kind, published, end) => {
    const names = async (system: System): Promise<string[]> =>
      (await system.events()).map(({ type }) => type.replace('attendance.', ''))

    test('amends it to nothing that it had been before', async ({ start }) => {
      const { system, stale } = await isBackOf[kind](start)
      await system.pollAfter(20, 20)
      expect(await names(system)).toEqual(published)
      await pollStale(system, stale)
      await system.pollAfter(20, 20)
      expect(await names(system)).toEqual([])
    })

    test('is not published, although the answer before it showed it too', async ({ start }) => {
      const { system, stale } = await isBackOf[kind](start)
      await system.pollAfter(20)
      await pollStale(system, stale)
      await system.pollAfter(20, 20)
      const events = await system.events()
      expect(events.map(({ type }) => type.replace('attendance.', ''))).toEqual(published)
      expect(JSON.stringify(events.at(-1)?.data)).toContain(end)
    })
  },
)
