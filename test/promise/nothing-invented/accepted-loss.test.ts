import { describe, expect } from 'vitest'
import { allInAtNine, hide } from '../support/losses.ts'
import { type System, test } from '../support/system.ts'
import { textOf } from '../support/table.ts'

const removals = async (system: System): Promise<string[]> =>
  (await system.published()).filter((line) => line.includes('removed'))

describe("an operator's word that a loss is true", () => {
  test('is kept although it comes while the shard is polled', async ({ start }) => {
    const { system } = await allInAtNine(start, 20, {})
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11)
    const slow = system.api.trouble({ on: () => true, delay: 150 })
    system.clock.pass(60_000)
    const poll = system.poll()
    await system.dispatch({ acceptLoss: true })
    await poll
    slow()
    await system.pollAfter(1, 11)
    expect(await removals(system)).toHaveLength(5)
  })

  test('does not hold for a loss that comes later', async ({ start }) => {
    const { system } = await allInAtNine(start, 20, {})
    await system.dispatch({ acceptLoss: true })
    hide(system, 'clockings', 5)
    await system.pollAfter(1, 11, 11)
    expect(await removals(system)).toEqual([])
  })

  test.for([[{ acceptLoss: 'yes' }], [{ acceptLoss: false }], [{ acceptLoss: ['9999'] }]])(
    'is nothing else: %j',
    async ([event], { start }) => {
      const { system } = await allInAtNine(start, 20, {})
      hide(system, 'clockings', 5)
      await system.pollAfter(1, 11)
      // Only what is planned changes: it says nothing of anybody.
      const all = async () =>
        (await system.table.all()).filter((item) => textOf(item, 'sk') !== 'BUDGET')
      const before = await all()
      await system.dispatch(event).catch(() => [])
      expect(await all()).toEqual(before)
      await system.pollAfter(1, 11)
      expect(await removals(system)).toEqual([])
    },
  )

  test('never makes an empty roster true', async ({ start }) => {
    const { system } = await allInAtNine(start, 3, {})
    system.api.trouble({ on: ({ of }) => of === 'employees', records: () => [] })
    await system.refreshAt('2026-11-16T11:00:00Z')
    await system.refresh({ acceptLoss: true })
    expect(await system.published()).toEqual([])
    expect(system.sum('RosterRefused')).toBe(2)
  })
})
