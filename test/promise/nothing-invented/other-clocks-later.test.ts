import { describe, expect } from 'vitest'
import { aHoliday, anId } from '../../harness/builders.ts'
import { clock, dismiss, employ, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

const inTokyo = { startTimeZone: 'Asia/Tokyo', endTimeZone: 'Asia/Tokyo' }

/** Polls for some days with a lookback of one, and has what has left it forgotten: states are saved where there is news. */
const forgetOld = async (system: System, until: string): Promise<void> => {
  system.deploy({ polling: { lookbackHours: 24 } })
  await system.pollAt(until)
  clock(system.world, 1, { start: until, end: null, startTimeZone: 'none' })
  await system.pollAfter(16, 16)
  await system.events()
}

describe('an absence that was told, and forgotten under a shorter lookback, is not told anew under a longer one', () => {
  test('where the workday goes by the clock of another zone since', async ({ start }) => {
    const system = await start({
      polling: { lookbackHours: 240 },
      workday: { timeZone: 'Asia/Tokyo' },
    })
    await watch(system, 1)
    holiday(system.world, 1, '2026-11-18', '2026-11-18')
    await system.pollAt('2026-11-19T08:00:00Z')
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-17T15:00:00Z',
      '1 absence-ended 2026-11-18T15:00:00Z',
    ])
    await forgetOld(system, '2026-11-22T02:00:00Z')
    const workday = { timeZone: 'America/New_York' }
    system.deploy({ polling: { lookbackHours: 240 }, workday })
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([])
  })

  test('where its midday is later since', async ({ start }) => {
    const timeZone = 'Pacific/Auckland'
    const system = await start({ polling: { lookbackHours: 240 }, workday: { timeZone } })
    await watch(system, 1)
    const id = anId(1, 3)
    const end = { $type: 'LocalDatePart', date: '2026-11-18', datePart: 'FirstHalf' } as const
    const start_ = { $type: 'LocalDate', date: '2026-11-17' } as const
    const absence = aHoliday({ id, employeeId: personId(1), start: start_, end })
    system.world.absences.set(id, absence)
    await system.pollAt('2026-11-18T08:00:00Z')
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-16T11:00:00Z',
      '1 absence-ended 2026-11-17T23:30:00Z',
    ])
    await forgetOld(system, '2026-11-21T02:00:00Z')
    system.deploy({ polling: { lookbackHours: 240 }, workday: { timeZone, midday: '14:00' } })
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([])
  })
})

test('an absence that was told of somebody who left is not told anew of who is back, and was elsewhere', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  const shift = { start: '2026-11-16T01:00:00Z', end: '2026-11-16T07:00:00Z', ...inTokyo }
  clock(system.world, 1, shift)
  await watch(system, 2)
  holiday(system.world, 1, '2026-11-17', '2026-11-19')
  await system.pollAt('2026-11-17T08:00:00Z')
  dismiss(system.world, 1)
  await system.refresh()
  await system.refreshAt('2026-11-17T09:00:00Z')
  await system.pollAt('2026-11-19T15:05:00Z')
  for (let n = 0; n < 16; n++) await system.pollAfter(6 * 60)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-16T15:00:00Z',
    '1 employee-left 2026-11-17T09:00:00Z',
    '1 absence-ended 2026-11-19T15:00:00Z',
  ])
  await system.refreshAt('2026-12-03T09:00:00Z')
  await system.poll()
  employ(system.world, 1)
  await system.refreshAt('2026-12-03T11:00:00Z')
  await system.refreshAt('2026-12-03T12:00:00Z')
  await system.pollAfter(16, 16)
  expect(await system.published()).toEqual(['1 employee-joined 2026-12-03T12:00:00Z'])
})
