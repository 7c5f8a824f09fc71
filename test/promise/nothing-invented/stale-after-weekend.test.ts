import { expect } from 'vitest'
import { clock, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test('end to end: a shift forgotten open over the weekend and deleted is not published as clocked in again by one stale answer', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-13T08:00:00Z' })
  await watch(system, 2)
  const open = { start: '2026-11-13T09:00:00Z', end: null }
  const id = clock(system.world, 1, open)
  await system.pollAt('2026-11-13T09:01:00Z')
  for (let each = 0; each < 6; each++) await system.pollAfter(12 * 60)
  system.world.clockings.delete(id)
  await system.pollAfter(1, 11)
  clock(system.world, 1, { ...open, id })
  await system.pollAfter(1)
  system.world.clockings.delete(id)
  await system.pollAfter(1, 1, 11)
  expect((await system.published()).map((each) => each.split(' ')[1])).toEqual([
    'clocked-in',
    'clocking-removed',
  ])
})
