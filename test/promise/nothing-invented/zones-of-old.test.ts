import { expect } from 'vitest'
import { clock, correct, holiday, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const inTokyo = { startTimeZone: 'Asia/Tokyo', endTimeZone: 'Asia/Tokyo' }
const inLondon = { startTimeZone: 'Europe/London', endTimeZone: 'Europe/London' }

test.for(['IST', 'PST', 'JST', 'BST'])(
  'an absence of somebody who clocked in in the zone "%s" is published by some zone',
  async (startTimeZone, { start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 1)
    clock(system.world, 1, { start: '2026-11-16T08:05:00Z', end: null, startTimeZone })
    await system.pollAfter(6)
    await system.events()
    holiday(system.world, 1, '2026-11-18', '2026-11-19')
    for (let each = 0; each < 6; each++) await system.pollAfter(24 * 60)
    expect((await system.published()).map((each) => each.split(' ')[1])).toEqual([
      'absence-started',
      'absence-ended',
    ])
  },
)

test('a clocking that was removed says nothing of where somebody is', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: '2026-11-16T08:20:00Z' })
  const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:05:00Z', ...inTokyo }
  const mistaken = clock(system.world, 1, shift)
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAt('2026-11-16T10:00:00Z')
  system.world.clockings.delete(mistaken)
  await system.pollAfter(1, 11, 11)
  expect((await system.published()).at(-1)).toContain('clocking-removed')
  await system.pollAt('2026-11-16T16:00:00Z')
  await system.pollAt('2026-11-17T00:30:00Z')
  expect(await system.published()).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
})

test('nor does one by which alone it was known, whether it was deleted or is somebody else’s', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:05:00Z', ...inTokyo }
  const [mistaken, others] = [clock(system.world, 1, shift), clock(system.world, 2, shift)]
  await system.pollAt('2026-11-16T10:00:00Z')
  system.world.clockings.delete(mistaken)
  correct(system.world, others, { employeeId: personId(3) })
  await system.pollAfter(1, 11, 11)
  expect((await system.published()).filter((each) => each.includes('removed'))).toHaveLength(2)
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  holiday(system.world, 2, '2026-11-17', '2026-11-17')
  for (let each = 0; each < 40; each++) await system.pollAfter(60)
  expect((await system.published()).sort()).toEqual([
    '1 absence-ended 2026-11-18T00:00:00Z',
    '1 absence-started 2026-11-17T00:00:00Z',
    '2 absence-ended 2026-11-18T00:00:00Z',
    '2 absence-started 2026-11-17T00:00:00Z',
  ])
})

test('a clocking that was forgotten and is corrected says by its new zone where somebody is', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T10:00:00Z', ...inTokyo }
  const id = clock(system.world, 1, shift)
  await system.pollAt('2026-11-16T11:00:00Z')
  for (let each = 0; each < 8; each++) await system.pollAfter(6 * 60)
  // What is saved is forgotten with something else.
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAfter(16)
  expect((await system.states())[0]?.clockings).toEqual({})
  await system.events()
  const longer = { start: '2026-11-16T08:30:00Z', end: '2026-11-18T11:30:00Z' }
  correct(system.world, id, { ...longer, ...inLondon })
  await system.pollAt('2026-11-18T12:00:00Z')
  await system.events()
  holiday(system.world, 1, '2026-11-19', '2026-11-19')
  await system.pollAt('2026-11-18T13:00:00Z')
  for (let each = 0; each < 30; each++) await system.pollAfter(60)
  expect(await system.published()).toEqual(['1 absence-started 2026-11-19T00:00:00Z'])
})
