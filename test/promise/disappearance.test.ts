import { describe, expect, test } from 'vitest'
import { clock, employ, holiday, personId, watch } from './support/people.ts'
import { type System, type SystemOptions, useSystems } from './support/system.ts'

const { start } = useSystems()

/** Some people who all clocked in at nine on Monday, and were told so. */
const allIn = async (count: number, options: SystemOptions = {}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
  await watch(system, count)
  const ids = Array.from({ length: count }, (_, n) =>
    clock(system.world, n + 1, { start: '2026-11-16T09:00:00Z', end: null }),
  )
  await system.pollAt('2026-11-16T10:00:00Z')
  expect(await system.told()).toHaveLength(count)
  return { system, ids }
}

/** The API serves complete lists without some people's records. @returns what ends it */
const hide = ({ api }: System, of: 'clockings' | 'absences', people: number): (() => void) =>
  api.trouble({
    on: (asked) => asked.of === of && Number(asked.employeeId?.slice(-12)) <= people,
    records: () => [],
  })

describe('answers that are complete, empty and wrong', () => {
  test('for 50 of 50 people make nobody removed, nor in again when they are over', async () => {
    const { system } = await allIn(50)
    const over = hide(system, 'clockings', 50)
    await system.pollAfter(1, 1)
    over()
    await system.pollAfter(1, 11)
    expect(await system.told()).toEqual([])
  })

  test('for ten people on holiday withdraw nothing', async () => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 10)
    for (let n = 1; n <= 10; n++) holiday(system.world, n, '2026-11-16', '2026-11-20')
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.told()).toHaveLength(10)
    const over = hide(system, 'absences', 10)
    await system.pollAfter(16, 16, 16)
    over()
    await system.pollAfter(16, 16)
    expect(await system.told()).toEqual([])
  })
})

describe("one person's clocking that is gone", () => {
  test('is told as removed after two answers ten minutes apart, not before', async () => {
    const { system, ids } = await allIn(3)
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 1, 1, 5)
    expect(await system.told()).toEqual([])
    await system.pollAfter(4)
    expect(await system.told()).toEqual(['1 clocking-removed 2026-11-16T10:12:00Z'])
  })

  test('is no news where it is back in time', async () => {
    const { system, ids } = await allIn(3)
    const [id = ''] = ids
    const kept = system.world.clockings.get(id)
    system.world.clockings.delete(id)
    await system.pollAfter(1, 8)
    if (kept !== undefined) system.world.clockings.set(id, kept)
    await system.pollAfter(1)
    system.world.clockings.delete(id)
    await system.pollAfter(1, 8)
    expect(await system.told()).toEqual([])
  })

  test('waits for longer where the setting says so', async () => {
    const { system, ids } = await allIn(3, { variables: { REMOVAL_AFTER_MINUTES: '30' } })
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 28)
    expect(await system.told()).toEqual([])
    await system.pollAfter(3)
    expect(await system.told()).toEqual(['1 clocking-removed 2026-11-16T10:32:00Z'])
  })

  test('is told although answers in between failed', async () => {
    const { system, ids } = await allIn(3)
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1)
    const over = system.api.trouble({
      on: ({ employeeId }) => employeeId === personId(1),
      status: 403,
    })
    await system.pollAfter(1, 2)
    over()
    await system.pollAfter(31)
    expect(await system.told()).toEqual(['1 clocking-removed 2026-11-16T10:35:00Z'])
  })
})

test("one person's absence that is gone is told as withdrawn after two answers", async () => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 10)
  const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
  await system.pollAt('2026-11-16T10:00:00Z')
  expect(await system.told()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
  system.world.absences.delete(id)
  await system.pollAfter(16)
  expect(await system.told()).toEqual([])
  await system.pollAfter(16)
  expect(await system.told()).toEqual(['1 absence-withdrawn 2026-11-16T10:32:00Z'])
})

describe('a loss of more than a fifth of the people, and at least five', () => {
  const removals = (told: string[]): string[] => told.filter((line) => line.includes('removed'))

  test('is not believed for hours, is counted, and everything else goes on', async () => {
    const { system } = await allIn(20)
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11, 60, 60)
    expect(await system.told()).toEqual([])
    expect(system.sum('LossDoubted')).toBeGreaterThan(0)
    clock(system.world, 20, { id: personId(77), start: '2026-11-16T12:00:00Z', end: null })
    holiday(system.world, 1, '2026-11-16', '2026-11-17')
    await system.pollAfter(16)
    expect(await system.told()).toEqual([
      '1 absence-started 2026-11-16T00:00:00Z',
      '20 clocked-in 2026-11-16T12:00:00Z',
    ])
  })

  test('resolves by itself when the records are back', async () => {
    const { system, ids } = await allIn(20)
    const over = hide(system, 'clockings', 12)
    await system.pollAfter(1, 60)
    over()
    await system.pollAfter(1)
    const figures = system.figures('LossDoubted').length
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 11)
    expect(await system.told()).toEqual(['1 clocking-removed 2026-11-16T11:14:00Z'])
    expect(figures).toBeGreaterThan(0)
    expect(
      system
        .figures('LossDoubted')
        .slice(figures)
        .every((figure) => figure === 0),
    ).toBe(true)
  })

  test('is believed once an operator accepts it, and a later one is doubted again', async () => {
    const { system } = await allIn(20)
    const over = hide(system, 'clockings', 5)
    await system.pollAfter(1, 11)
    expect(await system.told()).toEqual([])
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(1, 11)
    expect(removals(await system.told()).map((line) => line.slice(0, 18))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n} clocking-removed`),
    )
    over()
    system.api.trouble({
      on: ({ of, employeeId }) => of === 'clockings' && Number(employeeId?.slice(-12)) > 12,
      records: () => [],
    })
    await system.pollAfter(1, 11, 11)
    expect(removals(await system.told())).toEqual([])
  })

  test('is believed of the shards that an operator names alone', async () => {
    const { system } = await allIn(20, { polling: { shardSize: 20 } })
    employ(system.world, 21)
    await system.refresh()
    expect(await system.told()).toEqual(['21 employee-joined 2026-11-16T10:00:00Z'])
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11)
    await system.dispatch({ acceptLoss: ['0002'] })
    await system.pollAfter(1, 11)
    expect(await system.told()).toEqual([])
    await system.dispatch({ acceptLoss: ['0001'] })
    await system.pollAfter(1, 11)
    expect(removals(await system.told())).toHaveLength(5)
  })

  test('is not believed of absences either', async () => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 20)
    for (let n = 1; n <= 8; n++) holiday(system.world, n, '2026-11-16', '2026-11-20')
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.told()).toHaveLength(8)
    hide(system, 'absences', 5)
    await system.pollAfter(16, 16, 60)
    expect(await system.told()).toEqual([])
    expect(system.sum('LossDoubted')).toBeGreaterThan(0)
    await system.dispatch({ acceptLoss: true })
    await system.pollAfter(16, 16)
    expect((await system.told()).filter((line) => line.includes('withdrawn'))).toHaveLength(5)
  })
})

describe('a loss that is smaller', () => {
  test.each([
    ['four of ten', 4, 10],
    ['five of thirty', 5, 30],
  ])('is believed after ten minutes: %s', async (_, gone, count) => {
    const { system, ids } = await allIn(count)
    for (const id of ids.slice(0, gone)) system.world.clockings.delete(id)
    await system.pollAfter(1, 5)
    expect(await system.told()).toEqual([])
    await system.pollAfter(6)
    expect(await system.told()).toHaveLength(gone)
    expect(system.sum('LossDoubted')).toBe(0)
  })
})
