import { expect } from 'vitest'
import { clock, dismiss, holiday, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test('a clock that was two days ahead for one poll keeps no absence from being published', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  await system.pollAt('2026-11-18T08:01:00Z')
  system.clock.set('2026-11-16T08:02:00Z')
  await system.poll()
  holiday(system.world, 1, '2026-11-16', '2026-11-16')
  await system.pollAfter(16, 16)
  expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
})

test('a clock that is wrong keeps no shard from being polled, where polls are an hour apart', async ({
  start,
}) => {
  const system = await start({
    now: '2026-11-16T08:00:00Z',
    polling: { clockingsEverySeconds: 3_600 },
  })
  await watch(system, 2)
  await system.pollAt('2026-11-18T08:01:00Z')
  system.clock.set('2026-11-16T10:00:00Z')
  expect(await system.dispatch()).toHaveLength(1)
})

test('a clock that is wrong leaves nobody behind where the API refuses a range that ends before it begins', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  system.api.trouble({
    on: ({ of, from, to }) => of === 'clockings' && from !== null && to !== null && from > to,
    status: 422,
  })
  await system.pollAt('2026-11-18T08:01:00Z')
  clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: null })
  await system.pollAt('2026-11-16T08:11:00Z')
  for (let each = 0; each < 4; each++) await system.pollAfter(31)
  expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T08:10:00Z'])
})

test('what was first missed by a clock that was two days ahead is gone as soon as anything else', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  const shift = clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: null })
  const booked = holiday(system.world, 2, '2026-11-16', '2026-11-30')
  await system.pollAt('2026-11-16T08:30:00Z')
  await system.events()
  system.world.clockings.delete(shift)
  system.world.absences.delete(booked)
  await system.pollAt('2026-11-18T08:31:00Z')
  system.clock.set('2026-11-16T08:32:00Z')
  await system.poll()
  await system.pollAfter(16, 16, 16)
  expect((await system.published()).map((each) => each.split(' ', 2).join(' ')).sort()).toEqual([
    '1 clocking-removed',
    '2 absence-withdrawn',
  ])
})

test('who was first missing by a clock that was two days ahead has left by the second roster after it', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-18T08:30:00Z')
  await system.refreshAt('2026-11-16T09:00:00Z')
  expect(await system.published()).toEqual([])
  await system.refreshAt('2026-11-16T10:00:00Z')
  expect(await system.published()).toEqual(['1 employee-left 2026-11-16T10:00:00Z'])
})

test('that what is missing cannot be looked for where the clock of the API is ahead is said aloud', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  const reach = 90 * 24 * 60 * 60_000
  system.api.trouble({
    on: ({ from, at }) => from !== null && Date.parse(from) < at + 60 * 60_000 - reach,
    status: 422,
  })
  await watch(system, 2)
  const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:30:00Z' })
  await system.pollAt('2026-11-16T10:00:00Z')
  await system.events()
  system.world.clockings.delete(id)
  await system.pollAfter(1, 11)
  expect(await system.published()).toEqual([])
  expect(system.logs()).toContainEqual(
    expect.objectContaining({
      message: 'What seems to be missing could not be looked for',
      employeeId: personId(1),
    }),
  )
})
