import { expect } from 'vitest'
import { clock, dismiss, employ, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'
import { copyOf } from '../support/world.ts'

/** Has something done once, between what a refresh reads of everyone and what it saves. */
const duringRefresh = async (system: System, work: () => Promise<unknown>): Promise<void> => {
  const slow = system.api.trouble({ on: ({ of }) => of === 'employees', delay: 1_500 })
  const refresh = system.refresh()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await work()
  await refresh
  slow()
}

test('whom a poll saves during a refresh is told of by that one', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  dismiss(system.world, 3)
  await system.refreshAt('2026-11-16T11:00:00Z')
  employ(system.world, 1, { name: { givenName: 'Ada', familyName: 'Amended' } })
  system.clock.set('2026-11-16T12:00:00Z')
  await duringRefresh(system, () => {
    for (const n of [1, 3]) clock(system.world, n, { start: '2026-11-16T11:59:00Z', end: null })
    return system.poll()
  })
  expect((await system.published()).sort()).toEqual([
    '1 clocked-in 2026-11-16T11:59:00Z',
    '1 employee-changed 2026-11-16T12:00:00Z',
    '3 clocked-in 2026-11-16T11:59:00Z',
    '3 employee-left 2026-11-16T12:00:00Z',
  ])
})

test('one stale roster takes nothing back, although a poll saves during it', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const stale = copyOf(system.world)
  employ(system.world, 1, { name: { givenName: 'Ada', familyName: 'Amended' } })
  await system.refreshAt('2026-11-16T11:00:00Z')
  await system.events()
  const over = system.api.trouble({ on: ({ of }) => of === 'employees', world: () => stale })
  system.clock.set('2026-11-16T12:00:00Z')
  await duringRefresh(system, () => {
    clock(system.world, 1, { start: '2026-11-16T11:59:00Z', end: null })
    return system.poll()
  })
  over()
  await system.refreshAt('2026-11-16T13:00:00Z')
  expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T11:59:00Z'])
})
