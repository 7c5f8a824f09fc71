import { describe, expect } from 'vitest'
import { clock, correct, holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Two people who are watched from Monday morning on, and polled for the last time at five. */
const test = systemTest.extend(
  'untilFive',
  ({ start }) =>
    async (options: Parameters<typeof start>[0] = {}): Promise<System> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      await watch(system, 2)
      return system
    },
)

const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:35:00Z' }
const bothPublished = ['1 clocked-in 2026-11-16T09:00:00Z', '1 clocked-out 2026-11-16T16:35:00Z']

describe('after an outage of 62 hours', () => {
  test('a shift that had ended before it and was synced during it is published', async ({
    untilFive,
  }) => {
    const system = await untilFive()
    await system.pollAt('2026-11-16T17:00:00Z')
    clock(system.world, 1, shift)
    await system.pollAt('2026-11-19T07:00:00Z')
    expect(await system.published()).toEqual(bothPublished)
  })

  test('likewise where polls were tried and the API refused everyone', async ({ untilFive }) => {
    const system = await untilFive()
    await system.pollAt('2026-11-16T17:00:00Z')
    const over = system.api.trouble({ on: () => true, status: 403 })
    await system.pollAt('2026-11-16T17:01:00Z')
    clock(system.world, 1, shift)
    for (let each = 1; each < 60; each += 6) await system.pollAfter(6 * 60)
    over()
    await system.pollAt('2026-11-19T07:00:00Z')
    await system.pollAfter(31)
    expect(await system.published()).toEqual(bothPublished)
  })

  test('likewise where the API failed', async ({ untilFive }) => {
    const system = await untilFive()
    await system.pollAt('2026-11-16T17:00:00Z')
    const over = system.api.trouble({ on: () => true, status: 500 })
    await system.pollAt('2026-11-16T17:01:00Z')
    clock(system.world, 1, shift)
    await system.pollAt('2026-11-18T17:01:00Z')
    over()
    await system.pollAt('2026-11-19T07:00:00Z')
    await system.pollAfter(31)
    expect(await system.published()).toEqual(bothPublished)
  })

  test("a manager's correction made during it is published", async ({ untilFive }) => {
    const system = await untilFive()
    const id = clock(system.world, 1, shift)
    await system.pollAt('2026-11-16T17:00:00Z')
    expect(await system.published()).toEqual(bothPublished)
    correct(system.world, id, { end: '2026-11-16T16:50:00Z' })
    await system.pollAt('2026-11-19T07:00:00Z')
    const events = await system.events()
    expect(events.map(({ type, time }) => [type, time])).toEqual([
      ['attendance.clocking-amended', '2026-11-19T07:00:00Z'],
    ])
    expect(events[0]?.data).toMatchObject({
      changes: [{ field: 'end', before: shift.end, after: '2026-11-16T16:50:00Z' }],
    })
  })

  test('a shift deleted during it is published as removed, once a second answer lacks it', async ({
    untilFive,
  }) => {
    const system = await untilFive()
    const id = clock(system.world, 1, shift)
    await system.pollAt('2026-11-16T17:00:00Z')
    expect(await system.published()).toEqual(bothPublished)
    system.world.clockings.delete(id)
    await system.pollAt('2026-11-19T07:00:00Z')
    await system.pollAfter(11)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-19T07:11:00Z'])
  })
})

describe('one person who could not be asked for 62 hours', () => {
  test('is told of as if it had been an outage, and the other meanwhile', async ({ untilFive }) => {
    const system = await untilFive()
    await system.pollAt('2026-11-16T17:00:00Z')
    const over = system.api.trouble({
      on: ({ employeeId }) => employeeId === personId(1),
      status: 403,
    })
    await system.pollAt('2026-11-16T17:01:00Z')
    clock(system.world, 1, shift)
    clock(system.world, 2, { start: '2026-11-17T09:00:00Z', end: null })
    for (let each = 1; each < 60; each += 6) await system.pollAfter(6 * 60)
    expect(await system.published()).toEqual(['2 clocked-in 2026-11-17T09:00:00Z'])
    over()
    await system.pollAt('2026-11-19T07:30:00Z')
    await system.pollAfter(31)
    expect(await system.published()).toEqual(bothPublished)
  })
})

describe('the lookback holds for absences, too', () => {
  const monday = ['1 absence-started 2026-11-16T00:00:00Z', '1 absence-ended 2026-11-17T00:00:00Z']

  test("Monday's absence entered on Thursday is published", async ({ start }) => {
    const system = await start({ now: '2026-11-15T08:00:00Z', polling: { lookbackHours: 168 } })
    await watch(system, 2)
    for (let day = 15; day <= 18; day++) await system.pollAt(`2026-11-${day}T20:00:00Z`)
    holiday(system.world, 1, '2026-11-16', '2026-11-16')
    await system.pollAt('2026-11-19T12:00:00Z')
    expect(await system.published()).toEqual(monday)
  })

  test('one of the days before an outage, entered during it, is published', async ({ start }) => {
    const system = await start({ now: '2026-11-15T08:00:00Z', polling: { lookbackHours: 72 } })
    await watch(system, 2)
    await system.pollAt('2026-11-18T20:00:00Z')
    holiday(system.world, 1, '2026-11-16', '2026-11-16')
    await system.pollAt('2026-11-22T07:00:00Z')
    expect(await system.published()).toEqual(monday)
  })

  test('a withdrawal during an outage is published, once a second answer lacks it', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-15T08:00:00Z' })
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-18', '2026-11-27')
    await system.pollAt('2026-11-18T20:00:00Z')
    expect(await system.published()).toEqual(['1 absence-started 2026-11-18T00:00:00Z'])
    system.world.absences.delete(id)
    await system.pollAt('2026-11-21T07:00:00Z')
    await system.pollAfter(16)
    expect(await system.published()).toEqual(['1 absence-withdrawn 2026-11-21T07:16:00Z'])
  })
})

test('what happened during 80 days without a poll is published in pieces that the API accepts', async ({
  untilFive,
}) => {
  const system = await untilFive()
  await system.pollAt('2026-11-16T17:00:00Z')
  clock(system.world, 1, { start: '2026-12-01T09:00:00Z', end: '2026-12-01T17:00:00Z' })
  clock(system.world, 1, { start: '2027-01-20T09:00:00Z', end: null })
  await system.pollAt('2027-02-04T07:00:00Z')
  expect(await system.published()).toEqual([
    '1 clocked-in 2026-12-01T09:00:00Z',
    '1 clocked-out 2026-12-01T17:00:00Z',
    '1 clocked-in 2027-01-20T09:00:00Z',
  ])
  expect(system.api.broken).toEqual([])
})
