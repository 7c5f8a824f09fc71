import { expect } from 'vitest'
import { dismiss, employ, holiday, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test('the absences of somebody who left are published although they could not be had for long', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const over = system.api.trouble({
    on: ({ of, employeeId }) => of === 'absences' && employeeId === personId(1),
    status: 500,
  })
  await system.pollAt('2026-11-17T08:00:00Z')
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAfter(30)
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-17T10:00:00Z')
  await system.refreshAt('2026-11-17T11:00:00Z')
  expect(await system.published()).toEqual([expect.stringContaining('1 employee-left')])
  for (let n = 0; n < 5; n++) await system.pollAfter(5 * 60)
  over()
  for (let n = 0; n < 6; n++) await system.pollAfter(31)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-17T00:00:00Z',
    '1 absence-ended 2026-11-18T00:00:00Z',
  ])
})

test("the absences of somebody who left are published although nobody's could be had for long", async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 12)
  const over = system.api.trouble({ on: ({ of }) => of === 'absences', status: 500 })
  await system.pollAt('2026-11-17T08:00:00Z')
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-17T10:00:00Z')
  await system.refreshAt('2026-11-17T11:00:00Z')
  await system.events()
  for (let n = 0; n < 5; n++) await system.pollAfter(6 * 60)
  over()
  for (let n = 0; n < 6; n++) await system.pollAfter(31)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-17T00:00:00Z',
    '1 absence-ended 2026-11-18T00:00:00Z',
  ])
})

test('somebody who is back loses no absence that could not be had when they left', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const over = system.api.trouble({
    on: ({ of, employeeId }) => of === 'absences' && employeeId === personId(1),
    status: 500,
  })
  await system.pollAt('2026-11-17T08:00:00Z')
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-22T10:00:00Z')
  await system.refreshAt('2026-11-22T11:00:00Z')
  for (let n = 0; n < 5; n++) await system.pollAfter(24 * 60)
  over()
  employ(system.world, 1)
  await system.refresh()
  await system.pollAfter(60)
  await system.refresh()
  await system.pollAfter(1, 31)
  expect((await system.published()).filter((each) => each.includes('absence'))).toEqual([
    '1 absence-started 2026-11-17T00:00:00Z',
    '1 absence-ended 2026-11-18T00:00:00Z',
  ])
})
