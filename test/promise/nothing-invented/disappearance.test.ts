import { describe, expect } from 'vitest'
import { allInAtNine, hide } from '../support/losses.ts'
import { holiday, personId, watch } from '../support/people.ts'
import { type SystemOptions, test as systemTest } from '../support/system.ts'

const test = systemTest.extend(
  'allIn',
  ({ start }) =>
    (count: number, options: SystemOptions = {}) =>
      allInAtNine(start, count, options),
)

describe('answers that are complete, empty and wrong', () => {
  test('for 50 of 50 people make nobody removed, nor in again when they are over', async ({
    allIn,
  }) => {
    const { system } = await allIn(50)
    const over = hide(system, 'clockings', 50)
    await system.pollAfter(1, 1)
    over()
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([])
  })

  test('for ten people on holiday withdraw nothing', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 10)
    for (let n = 1; n <= 10; n++) holiday(system.world, n, '2026-11-16', '2026-11-20')
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toHaveLength(10)
    const over = hide(system, 'absences', 10)
    await system.pollAfter(16, 16, 16)
    over()
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([])
  })
})

describe("one person's clocking that is gone", () => {
  test('is published as removed after two answers ten minutes apart, not before', async ({
    allIn,
  }) => {
    const { system, ids } = await allIn(3)
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 1, 1, 5)
    expect(await system.published()).toEqual([])
    await system.pollAfter(4)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T10:12:00Z'])
  })

  test('is no news where it is back in time', async ({ allIn }) => {
    const { system, ids } = await allIn(3)
    const [id = ''] = ids
    const kept = system.world.clockings.get(id)
    system.world.clockings.delete(id)
    await system.pollAfter(1, 8)
    if (kept !== undefined) system.world.clockings.set(id, kept)
    await system.pollAfter(1)
    system.world.clockings.delete(id)
    await system.pollAfter(1, 8)
    expect(await system.published()).toEqual([])
  })

  test('waits for longer where the setting says so', async ({ allIn }) => {
    const { system, ids } = await allIn(3, { variables: { REMOVAL_AFTER_MINUTES: '30' } })
    system.world.clockings.delete(ids[0] ?? '')
    await system.pollAfter(1, 28)
    expect(await system.published()).toEqual([])
    await system.pollAfter(3)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T10:32:00Z'])
  })

  test('is published although answers in between failed', async ({ allIn }) => {
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
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T10:35:00Z'])
  })
})

test("one person's absence that is gone is published as withdrawn after two answers", async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 10)
  const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
  await system.pollAt('2026-11-16T10:00:00Z')
  expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
  system.world.absences.delete(id)
  await system.pollAfter(16)
  expect(await system.published()).toEqual([])
  await system.pollAfter(16)
  expect(await system.published()).toEqual(['1 absence-withdrawn 2026-11-16T10:32:00Z'])
})
