import { describe, expect } from 'vitest'
import { holiday, watch } from '../support/people.ts'
import { type System, type SystemOptions, test as systemTest } from '../support/system.ts'

type Ended = { system: System; id: string }

/** A holiday from Monday to Friday of the first person, published as ended once Friday was over. */
const test = systemTest.extend(
  'ended',
  ({ start }) =>
    async (options: SystemOptions = {}): Promise<Ended> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      await watch(system, 2)
      const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
      await system.pollAfter(16)
      for (const date of ['17', '18', '19', '20']) await system.pollAt(`2026-11-${date}T12:00:00Z`)
      await system.pollAt('2026-11-21T05:01:00Z')
      expect(await namesOf(system)).toEqual(['1 absence-started', '1 absence-ended'])
      system.api.asked()
      return { system, id }
    },
)

const namesOf = async (system: System): Promise<string[]> =>
  (await system.published()).map((line) => line.split(' ').slice(0, 2).join(' '))

/** The holiday ended on another day. */
const endOn = ({ system, id }: Ended, date: string): void =>
  void holiday(system.world, 1, '2026-11-16', date, id)

/** Whether absences are asked for wherever there may be any. */
const isLook = ({ of, to }: { of: string; to: string | null }): boolean =>
  of === 'absences' && to !== null && to > '2027'

/** How often somebody's absences were. */
const looksOf = ({ api }: System): number => api.asked().filter(isLook).length

describe('an absence that has ended, and is corrected to have ended before the dates asked for, is published as amended', () => {
  test('hours after it ended', async ({ ended }) => {
    const it = await ended()
    await it.system.pollAt('2026-11-21T14:00:00Z')
    endOn(it, '2026-11-17')
    await it.system.pollAfter(16, 16)
    expect(await namesOf(it.system)).toEqual(['1 absence-amended'])
    it.system.api.asked()
    for (let n = 0; n < 8; n++) await it.system.pollAfter(60 * 6)
    expect(await namesOf(it.system)).toEqual([])
    expect(looksOf(it.system)).toBe(0)
  })

  test('where that is done minutes before its end, and its clock runs out first', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-20T08:00:00Z' })
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
    await system.pollAt('2026-11-20T23:49:00Z')
    expect(await namesOf(system)).toEqual(['1 absence-started'])
    endOn({ system, id }, '2026-11-17')
    await system.pollAt('2026-11-21T00:00:00Z')
    expect(await namesOf(system)).toEqual(['1 absence-ended'])
    await system.pollAfter(5, 1, 15)
    expect(await namesOf(system)).toEqual(['1 absence-amended'])
  })

  test('days after it ended, where the lookback is as long', async ({ ended }) => {
    const it = await ended({ polling: { lookbackHours: 168 } })
    await it.system.pollAt('2026-11-24T12:00:00Z')
    endOn(it, '2026-11-16')
    await it.system.pollAfter(16, 16)
    expect(await namesOf(it.system)).toEqual(['1 absence-amended'])
  })

  test('late in the lookback, where days end after those of UTC', async ({ ended }) => {
    const it = await ended({ workday: { timeZone: 'America/New_York' } })
    await it.system.pollAt('2026-11-22T04:00:00Z')
    endOn(it, '2026-11-17')
    await it.system.pollAfter(16, 16)
    expect(await namesOf(it.system)).toEqual(['1 absence-amended'])
  })

  test('once the API says what it has elsewhere', async ({ ended }) => {
    const it = await ended()
    endOn(it, '2026-11-17')
    const granted = it.system.api.trouble({ on: isLook, status: 403 })
    await it.system.pollAfter(16, 16, 60 * 30)
    expect(await namesOf(it.system)).toEqual([])
    granted()
    await it.system.pollAfter(16, 16)
    expect(await namesOf(it.system)).toEqual(['1 absence-amended'])
  })

  test('where the first answer that should have it elsewhere lacks it', async ({ ended }) => {
    const it = await ended()
    endOn(it, '2026-11-17')
    const shown = it.system.api.trouble({ on: isLook, records: () => [] })
    await it.system.pollAfter(16)
    shown()
    await it.system.pollAfter(16, 16)
    expect(await namesOf(it.system)).toEqual(['1 absence-amended'])
  })
})

describe('an absence that has ended, and is not where it was,', () => {
  test('is looked for twice where it was deleted, and published as nothing', async ({ ended }) => {
    const { system, id } = await ended()
    system.world.absences.delete(id)
    await system.pollAfter(16)
    expect(looksOf(system)).toBe(1)
    await system.pollAfter(5)
    expect(looksOf(system)).toBe(0)
    await system.pollAfter(11)
    expect(looksOf(system)).toBe(1)
    for (let n = 0; n < 8; n++) await system.pollAfter(60 * 6)
    expect(looksOf(system)).toBe(0)
    expect(await namesOf(system)).toEqual([])
  })

  test('is looked for no longer than it is remembered, where the API refuses that', async ({
    ended,
  }) => {
    const { system, id } = await ended()
    system.world.absences.delete(id)
    system.api.trouble({ on: isLook, status: 403 })
    await system.pollAfter(16)
    expect(looksOf(system)).toBe(1)
    for (let n = 0; n < 5; n++) await system.pollAfter(60 * 24)
    looksOf(system)
    await system.pollAfter(16, 16, 16)
    expect(looksOf(system)).toBe(0)
  })

  test('stays as it is where answers lack it that are stale, or not whole', async ({ ended }) => {
    const { system } = await ended()
    const shown = system.api.trouble({
      on: (asked) => asked.of === 'absences' && !isLook(asked),
      records: () => [],
    })
    await system.pollAfter(16, 16)
    shown()
    const back = system.api.trouble({ on: ({ of }) => of === 'absences', records: () => [] })
    await system.pollAfter(16, 16, 16)
    back()
    await system.pollAfter(16, 16)
    expect(await namesOf(system)).toEqual([])
  })

  test('costs no call more while it is shown', async ({ ended }) => {
    const { system } = await ended()
    for (let n = 0; n < 20; n++) await system.pollAfter(60 * 3)
    expect(looksOf(system)).toBe(0)
    const [state] = await system.states()
    expect(Object.values(state?.absences ?? {}).map(({ missingSince }) => missingSince)).toEqual([
      null,
    ])
  })
})
