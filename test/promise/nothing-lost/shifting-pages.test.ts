import { describe, expect } from 'vitest'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Somebody's shifts of an hour each on Monday, and pages of two. */
const test = systemTest.extend(
  'withPages',
  ({ start }) =>
    async (shifts: number): Promise<{ system: System; ids: string[] }> => {
      const system = await start({ now: '2026-11-16T07:00:00Z' })
      await watch(system, 2)
      system.api.limitPages(2)
      const ids = Array.from({ length: shifts }, (_, n) =>
        clock(system.world, 1, {
          start: `2026-11-16T${String(8 + n).padStart(2, '0')}:00:00Z`,
          end: `2026-11-16T${String(8 + n).padStart(2, '0')}:45:00Z`,
        }),
      )
      return { system, ids }
    },
)

/** Deletes something just before page 2 is answered for the first time. */
const shiftOnce = ({ api }: System, of: 'clockings' | 'absences', shift: () => void): void => {
  const over = api.trouble({
    on: (asked) => asked.of === of && asked.employeeId === personId(1) && asked.page === 2,
    before: () => {
      shift()
      over()
    },
  })
}

const insOf = (published: string[]): string[] =>
  published.filter((line) => line.includes('clocked-in'))

describe('pages that shift while they are read', () => {
  test('hide no clocking of an outage, which no later poll would ask for', async ({
    withPages,
  }) => {
    const { system, ids } = await withPages(5)
    await system.pollAt('2026-11-16T07:30:00Z')
    shiftOnce(system, 'clockings', () => void system.world.clockings.delete(ids[0] ?? ''))
    await system.pollAt('2026-11-18T20:00:00Z')
    await system.pollAfter(1, 1)
    expect(insOf(await system.published())).toEqual(
      expect.arrayContaining(
        [9, 10, 11, 12].map(
          (hour) => `1 clocked-in 2026-11-16T${String(hour).padStart(2, '0')}:00:00Z`,
        ),
      ),
    )
  })

  test('hide no absence of an outage', async ({ withPages }) => {
    const { system } = await withPages(0)
    await system.pollAt('2026-11-16T07:30:00Z')
    const ids = ['16', '17', '18', '19', '20'].map((day, n) =>
      holiday(system.world, 1, `2026-11-${day}`, `2026-11-${day}`, personId(500 + n)),
    )
    shiftOnce(system, 'absences', () => void system.world.absences.delete(ids[0] ?? ''))
    await system.pollAt('2026-11-23T20:00:00Z')
    await system.pollAfter(16)
    const started = (await system.published()).filter((line) => line.includes('absence-started'))
    expect(started).toEqual(
      expect.arrayContaining(
        ['17', '18', '19', '20'].map((day) => `1 absence-started 2026-11-${day}T00:00:00Z`),
      ),
    )
  })

  test('make nobody say that a clocking was removed, even twice in a row', async ({
    withPages,
  }) => {
    const { system, ids } = await withPages(6)
    await system.pollAt('2026-11-16T15:00:00Z')
    await system.events()
    const [first = '', second = ''] = ids
    // The fourth slips to page 1 at the first poll; at the second it is there again, and slips again.
    shiftOnce(system, 'clockings', () => void system.world.clockings.delete(first))
    await system.pollAfter(1)
    shiftOnce(system, 'clockings', () => void system.world.clockings.delete(second))
    await system.pollAfter(11)
    shiftOnce(system, 'clockings', () => {})
    await system.pollAfter(11, 11)
    const removed = (await system.events()).flatMap(({ type, data }) =>
      type === 'attendance.clocking-removed' && 'clocking' in data ? [data.clocking.id] : [],
    )
    expect(removed.sort()).toEqual([first, second].sort())
  })

  test('that never stand still invent nothing and hold up nobody else', async ({ withPages }) => {
    const { system } = await withPages(6)
    await system.pollAt('2026-11-16T15:00:00Z')
    await system.events()
    let made = 0
    system.api.trouble({
      on: ({ of, employeeId, page }) =>
        of === 'clockings' && employeeId === personId(1) && page === 2,
      before: () => {
        made += 1
        clock(system.world, 1, {
          id: personId(9_000 + made),
          start: '2026-11-16T01:00:00Z',
          end: '2026-11-16T02:00:00Z',
        })
      },
    })
    clock(system.world, 2, { start: '2026-11-16T15:00:30Z', end: null })
    await system.pollAfter(1)
    const published = await system.published()
    expect(published).toContain('2 clocked-in 2026-11-16T15:00:30Z')
    expect(published.filter((line) => line.includes('removed'))).toEqual([])
  })
})

describe('what an answer costs', () => {
  const clockingsAsked = async (system: System): Promise<number> => {
    system.api.asked()
    await system.pollAfter(1)
    const about = ({ of, employeeId }: { of: string; employeeId: string | null }) =>
      of === 'clockings' && employeeId === personId(1)
    return system.api.asked().filter(about).length
  }

  test('is one request where it has one page', async ({ withPages }) => {
    const { system } = await withPages(2)
    await system.pollAt('2026-11-16T15:00:00Z')
    expect(await clockingsAsked(system)).toBe(1)
  })

  test('is at most two readings where several pages stand still', async ({ withPages }) => {
    const { system } = await withPages(6)
    await system.pollAt('2026-11-16T15:00:00Z')
    expect(await clockingsAsked(system)).toBeLessThanOrEqual(6)
  })
})
