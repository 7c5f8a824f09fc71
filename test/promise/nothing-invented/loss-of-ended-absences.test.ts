import { describe, expect } from 'vitest'
import { hide } from '../support/losses.ts'
import { holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** People 1 to 4 are on holiday, and the holidays of 5 to 9 were over yesterday; all were published. */
const test = systemTest
  .extend('holidays', ({ start }) => async (): Promise<System> => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 20)
    for (let n = 1; n <= 4; n++) holiday(system.world, n, '2026-11-16', '2026-11-20')
    for (let n = 5; n <= 9; n++) holiday(system.world, n, '2026-11-15', '2026-11-15')
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toHaveLength(4 + 2 * 5)
    return system
  })
  .extend('deleteEnded', ({ holidays }) => async (): Promise<System> => {
    const system = await holidays()
    for (const { id, start: from } of system.world.absences.values())
      if (from.date === '2026-11-15') system.world.absences.delete(id)
    await system.pollAfter(16, 16, 60)
    return system
  })

describe('absences that have ended count towards a loss', () => {
  test('where they are missing together with others', async ({ holidays }) => {
    const system = await holidays()
    const over = hide(system, 'absences', 5)
    await system.pollAfter(16, 16, 60)
    expect(await system.published()).toEqual([])
    expect(system.sum('LossDoubted')).toBeGreaterThan(0)
    over()
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([])
  })

  test('for days, beyond the lookback', async ({ holidays }) => {
    const system = await holidays()
    hide(system, 'absences', 5)
    for (let n = 0; n < 7; n++) await system.pollAfter(12 * 60)
    expect(await system.published()).toEqual([])
  })

  test('of somebody who is not answered again, too', async ({ holidays }) => {
    const system = await holidays()
    hide(system, 'absences', 5)
    await system.pollAfter(16)
    system.api.trouble({
      on: ({ of, employeeId }) => of === 'absences' && employeeId === personId(5),
      status: 500,
    })
    await system.pollAfter(16, 16, 60)
    expect(await system.published()).toEqual([])
  })

  test('and an operator accepts them like the others', async ({ holidays }) => {
    const system = await holidays()
    hide(system, 'absences', 5)
    await system.pollAfter(16, 16)
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(16, 16)
    expect((await system.published()).map((line) => line.slice(0, 19))).toEqual(
      [1, 2, 3, 4].map((n) => `${n} absence-withdrawn`),
    )
  })
})

describe('absences that have ended and were deleted', () => {
  test('are no loss by themselves', async ({ deleteEnded }) => {
    const system = await deleteEnded()
    expect(await system.published()).toEqual([])
    expect(system.sum('LossDoubted')).toBe(0)
  })

  test('leave no doubt about one that is withdrawn later', async ({ deleteEnded }) => {
    const system = await deleteEnded()
    const [current] = system.world.absences.keys()
    system.world.absences.delete(current ?? '')
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([expect.stringContaining('1 absence-withdrawn')])
    expect(system.sum('LossDoubted')).toBe(0)
  })
})
