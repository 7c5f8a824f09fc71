import { expect } from 'vitest'
import { clock, correct, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Somebody who clocked in on the first of August and is in ever since, polled once a week. */
const test = systemTest.extend(
  'inSinceAugust',
  ({ start }) =>
    async (): Promise<{ system: System; id: string }> => {
      const system = await start({ now: '2026-08-01T08:00:00Z' })
      await watch(system, 2)
      const id = clock(system.world, 1, { start: '2026-08-01T08:30:00Z', end: null })
      await system.pollAfter(60)
      for (let week = 0; week < 14; week++) await system.pollAfter(7 * 24 * 60)
      expect(await system.published()).toEqual(['1 clocked-in 2026-08-01T08:30:00Z'])
      return { system, id }
    },
)

const hideClockings = ({ api }: System): (() => void) =>
  api.trouble({
    on: ({ of, employeeId }) => of === 'clockings' && employeeId === personId(1),
    records: () => [],
  })

test('who has been in for over 90 days is not published in twice where one answer lacks it', async ({
  inSinceAugust,
}) => {
  const { system } = await inSinceAugust()
  const over = hideClockings(system)
  await system.pollAfter(1)
  over()
  await system.pollAfter(1, 11, 60)
  expect(await system.published()).toEqual([])
})

test('who has been in for over 90 days is published as clocked out when it ends', async ({
  inSinceAugust,
}) => {
  const { system, id } = await inSinceAugust()
  const over = hideClockings(system)
  await system.pollAfter(1)
  over()
  correct(system.world, id, { end: '2026-11-07T09:01:30Z' })
  await system.pollAfter(1, 11)
  expect(await system.published()).toEqual(['1 clocked-out 2026-11-07T09:01:30Z'])
})

test('who has been in for over 90 days is published as clocked in once whatever was lacking how often', async ({
  inSinceAugust,
}) => {
  const { system } = await inSinceAugust()
  const over = hideClockings(system)
  await system.pollAfter(1, 11, 11)
  over()
  await system.pollAfter(1, 11)
  const published = await system.published()
  // Believed removed, it may be read again once it is back; without that, never.
  const isRemoved = published.some((line) => line.includes('clocking-removed'))
  expect(published.filter((line) => line.includes('clocked-in'))).toHaveLength(isRemoved ? 1 : 0)
})
