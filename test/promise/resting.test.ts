import { expect } from 'vitest'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { clock, holiday, watch } from './support/people.ts'
import { type System, test } from './support/system.ts'

/** How often somebody was asked in so many polls, a minute apart. */
const asked = async (system: System, polls: number): Promise<number> => {
  const before = system.sum('EmployeesPolled')
  for (let n = 0; n < polls; n++) await system.pollAfter(1)
  return system.sum('EmployeesPolled') - before
}

test('who has nothing in the lookback is asked at their turns alone, and at every poll once they are in', async ({
  start,
}) => {
  const system = await start({ polling: { idleEverySeconds: 900 } })
  await watch(system, 4)
  expect(await asked(system, 30)).toBe(4 * 2)
  clock(system.world, 1, { start: '2026-11-16T08:20:00Z', end: null })
  await asked(system, 15)
  expect(await system.published()).toContainEqual(expect.stringContaining('clocked-in'))
  expect(await asked(system, 15)).toBe(15 + 3)
})

test('a shift that was synced late for somebody who rested is published, however long ago it ended', async ({
  start,
}) => {
  const polling = { idleEverySeconds: 3_600, lookbackHours: 1 }
  const system = await start({ polling, now: '2026-11-16T05:30:00Z' })
  await watch(system, 3)
  await system.pollAfter(90)
  // Ids that begin and end with zeros have their turns at the full hour.
  expect(await asked(system, 61)).toBe(3 * 2)
  expect(await asked(system, 45)).toBe(0)
  // Less than the lookback before they were last asked, and more before the last poll.
  const end = utc(system.clock.now() - 100 * minute)
  for (const n of [1, 2, 3]) clock(system.world, n, { start: '2026-11-16T06:00:00Z', end })
  await asked(system, 15)
  const ends = (await system.published()).filter((each) => each.includes('clocked-out'))
  expect(ends).toHaveLength(3)
})

test('who is absent all day is asked at their turns alone, and the others at every poll', async ({
  start,
}) => {
  const system = await start({ polling: { awayEverySeconds: 1_800 } })
  for (const n of [1, 2]) holiday(system.world, n, '2026-11-16', '2026-11-16')
  await watch(system, 4)
  expect(await asked(system, 30)).toBe(2 * 30 + 2)
})
