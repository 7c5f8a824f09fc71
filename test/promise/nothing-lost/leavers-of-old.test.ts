import { expect } from 'vitest'
import { clock, dismiss, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test('of whoever left nothing is kept for a clocking that was removed, and that a stale answer shows beyond the reach of the API', async ({
  start,
}) => {
  const system = await start({ now: '2026-08-01T08:00:00Z' })
  await watch(system, 3)
  const id = clock(system.world, 1, { start: '2026-08-01T08:30:00Z', end: null })
  await system.pollAfter(60)
  for (let day = 0; day < 88; day += 4) await system.pollAfter(4 * 24 * 60)
  const removed = system.world.clockings.get(id)
  system.world.clockings.delete(id)
  await system.pollAt('2026-10-29T20:00:00Z')
  await system.pollAfter(11, 11)
  dismiss(system.world, 1)
  await system.refreshAt('2026-10-29T21:00:00Z')
  await system.refreshAt('2026-10-29T22:00:00Z')
  await system.pollAfter(1)
  expect((await system.published()).map((line) => line.split(' ')[1])).toEqual([
    'clocked-in',
    'clocking-removed',
    'employee-left',
  ])
  if (removed !== undefined) clock(system.world, 1, removed)
  await system.pollAt('2026-10-30T10:00:00Z')
  system.world.clockings.delete(id)
  await system.pollAfter(1, 11)
  for (let day = 0; day < 12; day++) {
    await system.pollAfter(24 * 60, 16)
    await system.refresh()
    await system.table.expire(system.clock.now())
  }
  expect(await system.published()).toEqual([])
  const items = await system.table.all()
  expect(items.filter(({ sk }) => sk?.S === `EMPLOYEE#${personId(2)}`)).toHaveLength(1)
  expect(
    items.filter(({ pk, sk }) => sk?.S === `EMPLOYEE#${personId(1)}` && pk?.S !== 'RETIRED'),
  ).toEqual([])
})
