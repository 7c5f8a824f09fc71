import { describe, expect } from 'vitest'
import { clock, correct, dismiss, employ, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const days = (count: number): number[] => Array.from({ length: count }, () => 24 * 60)

/** Somebody who clocked in on the first of August and is in ever since: for longer than the API may be asked about. */
const test = systemTest.extend(
  'inSinceAugust',
  ({ start }) =>
    async (): Promise<{ system: System; id: string }> => {
      const system = await start({ now: '2026-08-01T08:00:00Z' })
      await watch(system, 2)
      const id = clock(system.world, 1, { start: '2026-08-01T08:30:00Z', end: null })
      await system.pollAfter(60, ...days(97))
      await system.events()
      return { system, id }
    },
)

/** The API refuses to be asked about what lies before a moment. @returns what ends it */
const refuseBefore = ({ api }: System, moment: string) =>
  api.trouble({
    on: ({ of, from }) => of === 'clockings' && from !== null && from < moment,
    status: 403,
  })

const september = { end: '2026-09-20T17:00:00Z' }
const clockedOut = '1 clocked-out 2026-09-20T17:00:00Z'

describe('who has been in for longer than 90 days', () => {
  test('and was out weeks ago by a correction is published as that', async ({ inSinceAugust }) => {
    const { system, id } = await inSinceAugust()
    correct(system.world, id, september)
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([clockedOut])
    await system.pollAfter(1, ...days(3))
    expect(await system.published()).toEqual([])
  })

  test('likewise once the API can be asked about it again', async ({ inSinceAugust }) => {
    const { system, id } = await inSinceAugust()
    correct(system.world, id, september)
    const granted = refuseBefore(system, '2026-11-01')
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([])
    granted()
    await system.pollAfter(1)
    expect(await system.published()).toEqual([clockedOut])
  })

  test('likewise though they have left meanwhile', async ({ inSinceAugust }) => {
    const { system, id } = await inSinceAugust()
    employ(system.world, 3)
    dismiss(system.world, 1)
    await system.refresh()
    await system.refreshAt('2026-11-06T10:00:00Z')
    await system.pollAfter(...days(2))
    correct(system.world, id, september)
    const granted = refuseBefore(system, '2026-11-01')
    await system.pollAfter(16)
    granted()
    await system.pollAfter(16)
    const published = await system.published()
    expect(published).toContain('1 employee-left 2026-11-06T10:00:00Z')
    expect(published).toContain(clockedOut)
  })

  test('and was published as out has that corrected to weeks ago, by two answers', async ({
    inSinceAugust,
  }) => {
    const { system, id } = await inSinceAugust()
    correct(system.world, id, { end: '2026-11-06T08:00:00Z' })
    await system.pollAfter(1)
    correct(system.world, id, september)
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-06T08:00:00Z'])
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocking-amended 2026-11-06T09:03:00Z'])
  })

  test('and is nowhere any more is looked for no further, and published as nothing', async ({
    inSinceAugust,
  }) => {
    const { system, id } = await inSinceAugust()
    correct(system.world, id, { end: '2026-08-01T17:00:00Z' })
    const granted = refuseBefore(system, '2026-11-01')
    await system.pollAfter(1)
    granted()
    await system.pollAfter(1)
    system.api.asked()
    await system.pollAfter(...Array.from({ length: 15 }, () => 1))
    const asked = system.api.asked().filter(({ of }) => of === 'clockings')
    expect(asked).toHaveLength(15 * 2)
    expect(await system.published()).toEqual([])
  })
})
