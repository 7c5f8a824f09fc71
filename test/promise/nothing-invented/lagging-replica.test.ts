import { expect } from 'vitest'
import { clock, correct, employ, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'
import { copyOf, type World } from '../support/world.ts'

const test = systemTest.extend('begin', ({ start }) => async () => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
  await system.pollAt('2026-11-16T17:00:00Z')
  const stale = copyOf(system.world)
  correct(system.world, id, { end: '2026-11-16T17:00:30Z' })
  await system.pollAfter(1)
  await system.events()
  return { system, id, stale }
})

const pollOf = async (system: System, world: World): Promise<void> => {
  const over = system.api.trouble({ on: () => true, world: () => world })
  await system.pollAfter(1)
  over()
}

test('a replica that answers every other poll for a quarter of an hour makes nothing up', async ({
  begin,
}) => {
  const { system, stale } = await begin()
  for (let time = 0; time < 7; time++) {
    await pollOf(system, stale)
    await system.pollAfter(1)
  }
  expect(await system.published()).toEqual([])
})

test('a stale answer holds up nothing else that it shows', async ({ begin }) => {
  const { system, stale } = await begin()
  clock(stale, 1, { start: '2026-11-16T17:01:30Z', end: null })
  clock(stale, 2, { start: '2026-11-16T17:01:40Z', end: null })
  await pollOf(system, stale)
  expect(await system.published()).toEqual([
    '1 clocked-in 2026-11-16T17:01:30Z',
    '2 clocked-in 2026-11-16T17:01:40Z',
  ])
})

test('what is corrected after a stale answer is published as corrected from what was published', async ({
  begin,
}) => {
  const { system, id, stale } = await begin()
  await pollOf(system, stale)
  correct(system.world, id, { end: '2026-11-16T16:55:00Z' })
  await system.pollAfter(1)
  expect(await system.events()).toMatchObject([
    {
      type: 'attendance.clocking-amended',
      data: {
        changes: [{ field: 'end', before: '2026-11-16T17:00:30Z', after: '2026-11-16T16:55:00Z' }],
      },
    },
  ])
})

test('a stale roster changes nobody back to what they were told to be', async ({ begin }) => {
  const { system } = await begin()
  const stale = copyOf(system.world)
  employ(system.world, 1, { name: { givenName: 'Ada', familyName: 'Amended' } })
  await system.refreshAt('2026-11-16T18:00:00Z')
  expect(await system.published()).toEqual(['1 employee-changed 2026-11-16T18:00:00Z'])
  const over = system.api.trouble({ on: ({ of }) => of === 'employees', world: () => stale })
  await system.refreshAt('2026-11-16T19:00:00Z')
  over()
  await system.refreshAt('2026-11-16T20:00:00Z')
  expect(await system.published()).toEqual([])
})
