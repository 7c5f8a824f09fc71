import { describe, expect } from 'vitest'
import { allComeIn, numberOf, numbers, publishedOf } from '../support/arrivals.ts'
import { clock, employ, holiday, personId } from '../support/people.ts'
import { test } from '../support/system.ts'

describe('absences that are refused', () => {
  const whereAbsences = (of: (n: number) => boolean, status: number) => ({
    on: (asked: { of: string; employeeId: string | null }) =>
      asked.of === 'absences' && of(numberOf(asked.employeeId)),
    status,
  })

  test.for([403, 500])(
    'to everyone, with %i, hold up no clocking, and are counted',
    async (status, { start }) => {
      const system = await allComeIn(start, 12)
      const over = system.api.trouble(whereAbsences(() => true, status))
      holiday(system.world, 1, '2026-11-16', '2026-11-18')
      await system.pollAfter(16)
      expect(await publishedOf(system)).toEqual(numbers(1, 12))
      clock(system.world, 3, { id: personId(501), start: '2026-11-16T09:20:00Z', end: null })
      await system.pollAfter(16)
      expect(await system.published()).toEqual(['3 clocked-in 2026-11-16T09:20:00Z'])
      if (status === 403) expect(Math.max(...system.figures('AbsencesBehind'))).toBe(12)
      over()
      await system.pollAfter(31)
      expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
    },
  )

  test('to one person hold up neither their clockings nor the absences of others', async ({
    start,
  }) => {
    const system = await allComeIn(start, 12)
    system.api.trouble(whereAbsences((n) => n === 1, 403))
    holiday(system.world, 1, '2026-11-16', '2026-11-18')
    holiday(system.world, 2, '2026-11-16', '2026-11-18')
    await system.pollAfter(16)
    expect(await publishedOf(system)).toEqual([1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(Math.max(...system.figures('AbsencesBehind'))).toBe(1)
    expect(Math.max(0, ...system.figures('EmployeesBehind'))).toBe(0)
  })

  test('to a newcomer do not keep their clockings from being published', async ({ start }) => {
    const system = await allComeIn(start, 12)
    system.api.trouble(whereAbsences((n) => n === 20, 403))
    employ(system.world, 20)
    clock(system.world, 20, { start: '2026-11-16T09:00:00Z', end: null })
    await system.refresh()
    await system.pollAfter(1)
    expect(await publishedOf(system)).toContain(20)
    const lines = system.history.map(({ type, subject }) => `${numberOf(subject)} ${type}`)
    expect(lines).toContain('20 attendance.clocked-in')
  })

  test('for 62 hours lose none of what was entered meanwhile', async ({ start }) => {
    const system = await allComeIn(start, 12)
    await system.pollAfter(16)
    await system.events()
    const over = system.api.trouble(whereAbsences(() => true, 403))
    holiday(system.world, 1, '2026-11-15', '2026-11-16')
    for (let each = 0; each < 62; each += 6) await system.pollAfter(6 * 60)
    over()
    await system.pollAfter(31, 31)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-15T00:00:00Z',
      '1 absence-ended 2026-11-17T00:00:00Z',
    ])
  })

  test('do not keep a known absence from being published at its moment', async ({ start }) => {
    const system = await allComeIn(start, 12)
    holiday(system.world, 1, '2026-11-17', '2026-11-17')
    await system.pollAfter(16)
    await system.events()
    system.api.trouble(whereAbsences(() => true, 403))
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(await system.published()).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
    await system.pollAt('2026-11-18T00:01:00Z')
    expect(await system.published()).toEqual(['1 absence-ended 2026-11-18T00:00:00Z'])
  })
})

test('absences that are slow hold up no clocking, and all come in turn', async ({ start }) => {
  const system = await allComeIn(start, 8, { concurrentCalls: 1 })
  for (let n = 1; n <= 8; n++) holiday(system.world, n, '2026-11-16', '2026-11-18')
  system.api.trouble({ on: ({ of }) => of === 'absences', delay: 200 })
  system.clock.pass(16 * 60_000)
  await system.poll('0001', 2_800)
  expect((await system.published()).filter((line) => line.includes('clocked-in'))).toHaveLength(8)
  for (let time = 0; time < 5; time++) {
    system.clock.pass(60_000)
    await system.poll('0001', 2_800)
  }
  await system.events()
  const started = system.history.filter(({ type }) => type === 'attendance.absence-started')
  expect(new Set(started.map(({ subject }) => subject)).size).toBe(8)
})
