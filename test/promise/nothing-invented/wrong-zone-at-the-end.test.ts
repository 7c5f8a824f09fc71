import { describe, expect } from 'vitest'
import { clock, correct, holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const zoned = (zone: string) => ({ startTimeZone: zone, endTimeZone: zone })

/** What was published of absences since the last time. */
const toldOf = async (system: System) =>
  (await system.events()).flatMap(({ type, time, data }) =>
    'absence' in data
      ? [`${type.replace('attendance.', '')} ${time} ${data.absence.timeZone}`]
      : [],
  )

/** Somebody in London whose holiday until tonight ended at 11:00, since a clocking that came then was noted in Auckland. */
const test = systemTest.extend('ended', ({ start }) => async (wrongly: { start: string }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const shift = { start: '2026-11-16T08:30:00Z', end: '2026-11-16T08:40:00Z' }
  const before = clock(system.world, 1, shift)
  holiday(system.world, 1, '2026-11-14', '2026-11-16')
  await system.pollAt('2026-11-16T09:00:00Z')
  await system.pollAfter(20)
  const wrong = { ...wrongly, end: '2026-11-16T11:45:00Z', ...zoned('Pacific/Auckland') }
  const clocking = clock(system.world, 1, wrong)
  await system.pollAt('2026-11-16T12:00:00Z')
  await system.pollAfter(16)
  expect(await toldOf(system)).toEqual([
    'absence-started 2026-11-14T00:00:00Z Europe/London',
    'absence-amended 2026-11-16T12:00:00Z Pacific/Auckland',
    'absence-ended 2026-11-16T11:00:00Z Pacific/Auckland',
  ])
  return { system, before, clocking }
})

describe.each([
  ['before the end by that', { start: '2026-11-16T10:30:00Z' }],
  ['after the end by that', { start: '2026-11-16T11:30:00Z' }],
])('an absence that ended by the zone of a clocking that began %s', (_, wrongly) => {
  test.for<[string, (system: System, clocking: string) => void]>([
    ['is corrected', ({ world }, id) => correct(world, id, zoned('Europe/London'))],
    ['is deleted', ({ world }, id) => void world.clockings.delete(id)],
    ['was of somebody else', ({ world }, id) => correct(world, id, { employeeId: personId(2) })],
  ])('goes on where that %s, and ends by the right one', async ([, mend], { ended }) => {
    const { system, clocking } = await ended(wrongly)
    mend(system, clocking)
    await system.pollAfter(1, 11, 16, 16)
    const [amended, ...others] = await toldOf(system)
    expect(amended).toMatch(/^absence-amended 2026-11-16T12:.* Europe\/London$/)
    expect(others).toEqual([])
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(await toldOf(system)).toEqual(['absence-ended 2026-11-17T00:00:00Z Europe/London'])
  })
})

test.for<[string, (system: System, clocking: string) => void]>([
  ['is corrected', ({ world }, id) => correct(world, id, zoned('Europe/London'))],
  ['is deleted', ({ world }, id) => void world.clockings.delete(id)],
])(
  'likewise where somebody clocked in by the right one meanwhile, and the wrong one %s then',
  async ([, mend], { ended }) => {
    const { system, clocking } = await ended({ start: '2026-11-16T10:30:00Z' })
    clock(system.world, 1, { start: '2026-11-16T12:17:00Z', end: '2026-11-16T12:18:00Z' })
    await system.pollAfter(16)
    expect(await toldOf(system)).toEqual([])
    mend(system, clocking)
    await system.pollAfter(16, 16, 16)
    const [amended, ...others] = await toldOf(system)
    expect(amended).toMatch(/^absence-amended .* Europe\/London$/)
    expect(others).toEqual([])
  },
)

test('an absence that ended by the zone of a clocking before stays so, whatever is corrected of a later one', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  const shift = { start: '2026-11-16T08:30:00Z', end: '2026-11-16T08:40:00Z' }
  clock(system.world, 1, { ...shift, ...zoned('Pacific/Auckland') })
  holiday(system.world, 1, '2026-11-14', '2026-11-16')
  await system.pollAt('2026-11-16T09:00:00Z')
  await system.pollAt('2026-11-16T11:01:00Z')
  const later = { start: '2026-11-16T11:30:00Z', end: '2026-11-16T11:45:00Z' }
  const clocking = clock(system.world, 1, { ...later, ...zoned('Pacific/Auckland') })
  await system.pollAt('2026-11-16T12:00:00Z')
  correct(system.world, clocking, zoned('Europe/London'))
  await system.pollAfter(16, 16, 16)
  expect(await toldOf(system)).toEqual([
    'absence-started 2026-11-13T11:00:00Z Pacific/Auckland',
    'absence-ended 2026-11-16T11:00:00Z Pacific/Auckland',
  ])
})

test('an absence that ended before it was known that somebody had gone elsewhere goes on by the clock there', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  clock(system.world, 1, { start: '2026-11-16T08:30:00Z', end: '2026-11-16T08:40:00Z' })
  holiday(system.world, 1, '2026-11-14', '2026-11-16')
  await system.pollAt('2026-11-16T09:00:00Z')
  await system.pollAt('2026-11-17T00:05:00Z')
  const away = { start: '2026-11-16T23:30:00Z', end: '2026-11-16T23:40:00Z' }
  clock(system.world, 1, { ...away, ...zoned('America/New_York') })
  await system.pollAfter(16, 16)
  await system.pollAt('2026-11-17T05:01:00Z')
  expect(await toldOf(system)).toEqual([
    'absence-started 2026-11-14T00:00:00Z Europe/London',
    'absence-ended 2026-11-17T00:00:00Z Europe/London',
    'absence-amended 2026-11-17T00:21:00Z America/New_York',
    'absence-ended 2026-11-17T05:00:00Z America/New_York',
  ])
})

test('an absence that ended by the clock of the organisation, as a clocking was noted in no zone, goes on', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T13:00:00Z' })
  await watch(system, 1)
  const york = zoned('America/New_York')
  clock(system.world, 1, { start: '2026-11-16T13:30:00Z', end: '2026-11-16T13:40:00Z', ...york })
  holiday(system.world, 1, '2026-11-14', '2026-11-16')
  await system.pollAt('2026-11-16T14:00:00Z')
  const wrong = { start: '2026-11-17T00:10:00Z', end: '2026-11-17T00:12:00Z' }
  const clocking = clock(system.world, 1, { ...wrong, ...zoned('Not/AZone') })
  await system.pollAt('2026-11-17T00:15:00Z')
  await system.pollAfter(16)
  correct(system.world, clocking, york)
  await system.pollAfter(16, 16)
  await system.pollAt('2026-11-17T05:01:00Z')
  expect(await toldOf(system)).toEqual([
    'absence-started 2026-11-14T05:00:00Z America/New_York',
    'absence-amended 2026-11-17T00:15:00Z Europe/London',
    'absence-ended 2026-11-17T00:00:00Z Europe/London',
    'absence-amended 2026-11-17T00:47:00Z America/New_York',
    'absence-ended 2026-11-17T05:00:00Z America/New_York',
  ])
})
