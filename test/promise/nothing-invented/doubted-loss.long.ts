import { describe, expect } from 'vitest'
import { allInAtNine, hide } from '../support/losses.ts'
import { clock, correct, employ, holiday, personId, watch } from '../support/people.ts'
import { type SystemOptions, test as systemTest } from '../support/system.ts'

const test = systemTest.extend(
  'allIn',
  ({ start }) =>
    (count: number, options: SystemOptions = {}) =>
      allInAtNine(start, count, options),
)

describe('a loss of more than a fifth of the people, and at least five', () => {
  const removals = (published: string[]): string[] =>
    published.filter((line) => line.includes('removed'))

  test('is not believed for hours, is counted, and everything else goes on', async ({ allIn }) => {
    const { system } = await allIn(20)
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11, 60, 60)
    expect(await system.published()).toEqual([])
    expect(system.sum('LossDoubted')).toBeGreaterThan(0)
    clock(system.world, 20, { id: personId(77), start: '2026-11-16T12:00:00Z', end: null })
    holiday(system.world, 1, '2026-11-16', '2026-11-17')
    await system.pollAfter(16)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-16T00:00:00Z',
      '20 clocked-in 2026-11-16T12:00:00Z',
    ])
  })

  test('resolves by itself when the records are back', async ({ allIn }) => {
    const { system, ids } = await allIn(20)
    const over = hide(system, 'clockings', 12)
    await system.pollAfter(1, 60)
    over()
    await system.pollAfter(1)
    const figures = system.figures('LossDoubted').length
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T11:14:00Z'])
    expect(figures).toBeGreaterThan(0)
    expect(
      system
        .figures('LossDoubted')
        .slice(figures)
        .every((figure) => figure === 0),
    ).toBe(true)
  })

  test('hides nothing for good, though it lasts for longer than the lookback', async ({
    allIn,
  }) => {
    const { system } = await allIn(20)
    const over = hide(system, 'clockings', 8)
    await system.pollAfter(1)
    // While the API shows nothing of them, somebody has been there.
    clock(system.world, 1, { start: '2026-11-16T12:00:00Z', end: '2026-11-16T12:30:00Z' })
    for (let n = 0; n < 10; n++) await system.pollAfter(6 * 60)
    expect(await system.published()).toEqual([])
    over()
    await system.pollAfter(1)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T12:00:00Z',
      '1 clocked-out 2026-11-16T12:30:00Z',
    ])
  })

  test('is not believed where some of the people are not answered after it began', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 6)
    for (let n = 1; n <= 6; n++) {
      const end = n <= 2 ? '2026-11-16T10:00:00Z' : null
      clock(system.world, n, { start: '2026-11-16T09:00:00Z', end })
    }
    await system.pollAt('2026-11-16T10:30:00Z')
    await system.published()
    const over = hide(system, 'clockings', 4)
    await system.pollAfter(1)
    over()
    hide(system, 'clockings', 6)
    await system.pollAfter(1)
    const two = [personId(5), personId(6)]
    system.api.trouble({ on: ({ employeeId }) => two.includes(employeeId ?? ''), status: 500 })
    await system.pollAfter(11)
    expect(await system.published()).toEqual([])
  })

  test('is believed once an operator accepts it, and a later one is doubted again', async ({
    allIn,
  }) => {
    const { system } = await allIn(20)
    const over = hide(system, 'clockings', 5)
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([])
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(1, 11)
    expect(removals(await system.published()).map((line) => line.slice(0, 18))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n} clocking-removed`),
    )
    over()
    system.api.trouble({
      on: ({ of, employeeId }) => of === 'clockings' && Number(employeeId?.slice(-12)) > 12,
      records: () => [],
    })
    await system.pollAfter(1, 11, 11)
    expect(removals(await system.published())).toEqual([])
  })

  test('stays in doubt for days, and is no news when the records are back', async ({ allIn }) => {
    const { system, ids } = await allIn(20)
    for (const id of ids) correct(system.world, id, { end: '2026-11-16T10:00:30Z' })
    await system.pollAfter(1)
    await system.events()
    const over = hide(system, 'clockings', 8)
    await system.pollAfter(1, 11)
    for (let day = 0; day < 3; day++) await system.pollAfter(12 * 60, 12 * 60)
    over()
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([])
  })

  test('is believed once an operator accepts it, even days later', async ({ allIn }) => {
    const { system, ids } = await allIn(20)
    for (const id of ids) correct(system.world, id, { end: '2026-11-16T10:00:30Z' })
    await system.pollAfter(1)
    await system.events()
    for (const id of ids.slice(0, 8)) system.world.clockings.delete(id)
    await system.pollAfter(1, 11)
    for (let day = 0; day < 3; day++) await system.pollAfter(12 * 60, 12 * 60)
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(1, 11)
    expect(removals(await system.published())).toHaveLength(8)
  })

  test('is believed of the shards that an operator names alone', async ({ allIn }) => {
    const { system } = await allIn(20, { polling: { shardSize: 20 } })
    employ(system.world, 21)
    await system.refresh()
    expect(await system.published()).toEqual(['21 employee-joined 2026-11-16T10:00:00Z'])
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11)
    await system.dispatch({ acceptLoss: ['0002'] })
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([])
    await system.dispatch({ acceptLoss: ['0001'] })
    await system.pollAfter(1, 11)
    expect(removals(await system.published())).toHaveLength(5)
  })

  test('is not believed of absences either', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 20)
    for (let n = 1; n <= 8; n++) holiday(system.world, n, '2026-11-16', '2026-11-20')
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toHaveLength(8)
    hide(system, 'absences', 5)
    await system.pollAfter(16, 16, 60)
    expect(await system.published()).toEqual([])
    expect(system.sum('LossDoubted')).toBeGreaterThan(0)
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(16, 16)
    expect((await system.published()).filter((line) => line.includes('withdrawn'))).toHaveLength(5)
  })
})

describe('a loss that is smaller', () => {
  test.for<[string, number, number]>([
    ['four of ten', 4, 10],
    ['five of thirty', 5, 30],
  ])('is believed after ten minutes: %s', async ([, gone, count], { allIn }) => {
    const { system, ids } = await allIn(count)
    for (const id of ids.slice(0, gone)) system.world.clockings.delete(id)
    await system.pollAfter(1, 5)
    expect(await system.published()).toEqual([])
    await system.pollAfter(6)
    expect(await system.published()).toHaveLength(gone)
    expect(system.sum('LossDoubted')).toBe(0)
  })
})
