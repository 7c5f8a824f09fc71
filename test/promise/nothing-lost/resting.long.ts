import { expect } from 'vitest'
import { minute, utc } from '../../../lib/attendance/moments.ts'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

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

/** The first person works on five Tuesdays from eight to ten; nobody else clocks. It is the last of these days, in the evening. */
const watchTuesdays = async (system: System, people: number): Promise<void> => {
  await watch(system, people)
  for (const date of ['2026-10-27', '2026-11-03', '2026-11-10', '2026-11-17', '2026-11-24']) {
    clock(system.world, 1, { start: `${date}T08:00:00Z`, end: `${date}T10:00:00Z` })
    await system.pollAt(`${date}T10:01:00Z`)
  }
}

test('who is far from their usual hours is asked at their turns alone, and at every poll near them and once they are in', async ({
  start,
}) => {
  const polling = { farEverySeconds: 900 }
  const system = await start({ polling, now: '2026-10-26T08:00:00Z' })
  await watchTuesdays(system, 2)
  await system.published()
  await system.pollAt('2026-12-01T06:00:00Z')
  expect(await asked(system, 30)).toBe(2 * 30)
  await system.pollAt('2026-12-02T08:00:00Z')
  expect(await asked(system, 30)).toBe(30 + 2)
  clock(system.world, 1, { start: utc(system.clock.now() + minute), end: null })
  await asked(system, 15)
  expect(await system.published()).toEqual([expect.stringMatching(/^1 clocked-in .*08:31:00Z$/)])
  expect(await asked(system, 10)).toBe(2 * 10)
})

test('usual hours are learned in saves that happen in any case, and are in nothing but the state', async ({
  start,
}) => {
  const polling = { farEverySeconds: 900 }
  const system = await start({ polling, now: '2026-10-26T08:00:00Z' })
  await watchTuesdays(system, 1)
  const { version, usualHours } = await system.table.employee(personId(1))
  expect(Object.keys(usualHours?.M?.['weeks']?.M ?? {})).toHaveLength(5)
  await system.pollAt('2026-12-02T08:00:00Z')
  await asked(system, 30)
  expect(await system.table.employee(personId(1))).toMatchObject({ version, usualHours })
  const said = JSON.stringify([await system.events(), system.logs()])
  expect(said).toContain('clocked-out')
  for (const word of ['usualHours', ...Object.values(usualHours?.M?.['weeks']?.M ?? {})])
    expect(said).not.toContain(typeof word === 'string' ? word : word.S)
})

test('a shift that was synced late for somebody far from their usual hours is published', async ({
  start,
}) => {
  const polling = { farEverySeconds: 3_600, lookbackHours: 1 }
  const system = await start({ polling, now: '2026-10-26T08:00:00Z' })
  await watchTuesdays(system, 1)
  await system.pollAt('2026-12-02T12:01:00Z')
  expect(await asked(system, 50)).toBe(0)
  // Less than the lookback before they were last asked, and more before the last poll.
  const end = '2026-12-02T11:10:00Z'
  clock(system.world, 1, { start: '2026-12-02T10:00:00Z', end })
  await asked(system, 15)
  expect(await system.published()).toContain(`1 clocked-out ${end}`)
})
