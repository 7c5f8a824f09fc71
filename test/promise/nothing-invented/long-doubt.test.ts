import { describe, expect } from 'vitest'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

const hourMs = 3_600_000

/** The API refuses what is asked for of a time before some moment. @returns what ends it */
const refuseBefore = ({ api }: System, of: 'clockings' | 'absences', earliest: string) =>
  api.trouble({
    on: (asked) => asked.of === of && asked.from !== null && asked.from < earliest,
    status: 403,
  })

/** How far back the first person's window begins, in hours. */
const reachBack = (system: System, of: 'clockings' | 'absences'): number => {
  const [first] = system.api
    .asked()
    .filter((asked) => asked.of === of && asked.employeeId === personId(1))
  return (system.clock.now() - Date.parse(first?.from ?? '')) / hourMs
}

describe('while what is gone cannot be looked for elsewhere, for more than a week', () => {
  test('the window of clockings moves on, everything else is published, and in the end that it is gone', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 2)
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.events()
    system.world.clockings.delete(id)
    const over = refuseBefore(system, 'clockings', '2026-11-14')
    await system.pollAfter(1, 11)
    for (let n = 0; n < 9; n++) await system.pollAfter(24 * 60, 1)
    system.api.asked()
    await system.pollAfter(1)
    expect(reachBack(system, 'clockings')).toBeLessThan(25)
    clock(system.world, 1, { start: '2026-11-25T09:00:00Z', end: '2026-11-25T09:30:00Z' })
    await system.pollAfter(1)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-25T09:00:00Z',
      '1 clocked-out 2026-11-25T09:30:00Z',
    ])
    over()
    await system.pollAfter(1, 11)
    expect((await system.published()).map((line) => line.split(' ')[1])).toEqual([
      'clocking-removed',
    ])
  })

  test('the dates of absences move on', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-27')
    await system.pollAfter(16)
    await system.events()
    system.world.absences.delete(id)
    const over = refuseBefore(system, 'absences', '2026-11-10')
    await system.pollAfter(16, 16)
    for (let n = 0; n < 9; n++) await system.pollAfter(24 * 60, 16)
    system.api.asked()
    await system.pollAfter(16)
    expect(reachBack(system, 'absences')).toBeLessThan(4 * 24)
    over()
    await system.pollAfter(16, 16)
    const published = (await system.published()).map((line) => line.split(' ')[1])
    expect(published).toEqual(['absence-withdrawn'])
  })
})
