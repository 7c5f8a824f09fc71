import { describe, expect } from 'vitest'
import { clock, correct, holiday, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const zoned = (zone: string) => ({ startTimeZone: zone, endTimeZone: zone })

/** Somebody who clocked in and out in a zone early on 16 November, and has a holiday. */
const test = systemTest.extend(
  'away',
  ({ start }) =>
    async (zone: string, from: string, to: string | null) => {
      const system = await start({ now: '2026-11-16T08:00:00Z', polling: { lookbackHours: 48 } })
      await watch(system, 1)
      const shift = { start: '2026-11-16T08:01:00Z', end: '2026-11-16T08:04:00Z' }
      const clocking = clock(system.world, 1, { ...shift, ...zoned(zone) })
      const absence = holiday(system.world, 1, from, to)
      await system.pollAfter(5, 15)
      return { system, clocking, absence }
    },
)

type Told = { type: string; time: string; timeZone: unknown; changes: unknown }

/** What was published of absences since the last time. */
const toldOf = async (system: System): Promise<Told[]> =>
  (await system.events()).flatMap(({ type, time, data }) =>
    'absence' in data
      ? [
          {
            type: type.replace('attendance.', ''),
            time,
            timeZone: data.absence.timeZone,
            changes: 'changes' in data ? data.changes : [],
          },
        ]
      : [],
  )

const fromTo = (before: string, after: string) => [{ field: 'timeZone', before, after }]

describe('an absence that lasts, of somebody whose clock is found to be that of another zone,', () => {
  test('is amended, and ends by that', async ({ away }) => {
    const { system } = await away('Europe/London', '2026-11-16', '2026-11-17')
    expect(await toldOf(system)).toMatchObject([{ type: 'absence-started' }])
    clock(system.world, 1, {
      ...zoned('America/New_York'),
      start: '2026-11-16T12:00:00Z',
      end: '2026-11-16T12:05:00Z',
    })
    await system.pollAt('2026-11-16T12:10:00Z')
    expect(await toldOf(system)).toEqual([
      {
        type: 'absence-amended',
        time: '2026-11-16T12:10:00Z',
        timeZone: 'America/New_York',
        changes: fromTo('Europe/London', 'America/New_York'),
      },
    ])
    await system.pollAt('2026-11-18T00:01:00Z')
    expect(await toldOf(system)).toEqual([])
    await system.pollAt('2026-11-18T05:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-ended', time: '2026-11-18T05:00:00Z', timeZone: 'America/New_York' },
    ])
  })

  test('goes on where it had ended by a clock that was wrong, and ends once more', async ({
    away,
  }) => {
    const { system, clocking } = await away('Pacific/Auckland', '2026-11-16', '2026-11-17')
    await system.pollAt('2026-11-17T11:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started', time: '2026-11-15T11:00:00Z' },
      { type: 'absence-ended', time: '2026-11-17T11:00:00Z' },
    ])
    correct(system.world, clocking, zoned('Europe/London'))
    await system.pollAt('2026-11-17T12:00:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-amended', timeZone: 'Europe/London' },
    ])
    await system.pollAt('2026-11-18T00:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-ended', time: '2026-11-18T00:00:00Z', timeZone: 'Europe/London' },
    ])
  })

  test('starts once more where it had started by a clock that was wrong', async ({ away }) => {
    const { system, clocking } = await away('Pacific/Auckland', '2026-11-17', '2026-11-20')
    await system.pollAt('2026-11-16T11:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started', time: '2026-11-16T11:00:00Z' },
    ])
    correct(system.world, clocking, zoned('Europe/London'))
    await system.pollAt('2026-11-16T12:00:00Z')
    expect(await toldOf(system)).toMatchObject([{ type: 'absence-amended' }])
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started', time: '2026-11-17T00:00:00Z', timeZone: 'Europe/London' },
    ])
  })

  test('ends at once where it is over by that', async ({ away }) => {
    const { system, clocking } = await away('America/New_York', '2026-11-16', '2026-11-16')
    await system.pollAt('2026-11-17T01:00:00Z')
    expect(await toldOf(system)).toMatchObject([{ type: 'absence-started' }])
    correct(system.world, clocking, zoned('Europe/London'))
    await system.pollAfter(1)
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-amended', time: '2026-11-17T01:01:00Z' },
      { type: 'absence-ended', time: '2026-11-17T00:00:00Z' },
    ])
  })

  test('is amended by all the zones between, whoever is killed', async ({ away }) => {
    const { system } = await away('Europe/London', '2026-11-16', null)
    await system.events()
    for (const [hour, zone] of [
      ['10', 'Asia/Tokyo'],
      ['12', 'Europe/London'],
      ['14', 'Asia/Tokyo'],
    ] as const) {
      const shift = { start: `2026-11-16T${hour}:00:00Z`, end: `2026-11-16T${hour}:05:00Z` }
      clock(system.world, 1, { ...shift, ...zoned(zone) })
      system.restart()
      await system.pollAt(`2026-11-16T${hour}:10:00Z`)
    }
    const told = await toldOf(system)
    expect(told.map(({ timeZone }) => timeZone)).toEqual([
      'Asia/Tokyo',
      'Europe/London',
      'Asia/Tokyo',
    ])
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['absence-amended']))
  })
})

describe('an absence that had ended, and is corrected as another zone counts,', () => {
  test('starts once more where it is moved to a later day', async ({ away }) => {
    const { system, absence } = await away('Europe/London', '2026-11-16', '2026-11-16')
    await system.pollAt('2026-11-17T00:01:00Z')
    await toldOf(system)
    const shift = { start: '2026-11-17T10:00:00Z', end: '2026-11-17T10:05:00Z' }
    clock(system.world, 1, { ...shift, ...zoned('Pacific/Auckland') })
    holiday(system.world, 1, '2026-11-17', '2026-11-17', absence)
    await system.pollAt('2026-11-17T12:00:00Z')
    // That day began in Auckland before the one before was over in London.
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-amended', timeZone: 'Pacific/Auckland' },
      { type: 'absence-started', time: '2026-11-16T11:00:00Z' },
      { type: 'absence-ended', time: '2026-11-17T11:00:00Z' },
    ])
  })

  test('is amended alone where it is not, whatever either clock says', async ({ away }) => {
    const { system, absence } = await away('Pacific/Kiritimati', '2026-11-15', '2026-11-16')
    await system.pollAt('2026-11-16T10:16:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started' },
      { type: 'absence-ended', time: '2026-11-16T10:00:00Z' },
    ])
    const shift = { start: '2026-11-16T20:00:00Z', end: '2026-11-16T20:05:00Z' }
    clock(system.world, 1, { ...shift, ...zoned('Pacific/Pago_Pago') })
    holiday(system.world, 1, '2026-11-16', '2026-11-17', absence)
    await system.pollAt('2026-11-18T11:05:00Z')
    // The 16th began in Pago Pago only after it was over on Kiritimati.
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-amended', timeZone: 'Pacific/Pago_Pago' },
    ])
  })
})

describe('another zone', () => {
  test('changes nothing of what had ended as they got there, though it is that date there still', async ({
    start,
  }) => {
    const attention = { clockedInWhileAbsent: true, absenceGraceMinutes: 30 }
    const system = await start({ now: '2026-11-15T00:00:00Z', attention })
    await watch(system, 1)
    const shift = { start: '2026-11-15T00:01:00Z', end: '2026-11-15T04:00:00Z' }
    clock(system.world, 1, { ...shift, ...zoned('Pacific/Auckland') })
    holiday(system.world, 1, '2026-11-16', '2026-11-16')
    await system.pollAfter(16)
    await system.pollAt('2026-11-16T11:05:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started', time: '2026-11-15T11:00:00Z' },
      { type: 'absence-ended', time: '2026-11-16T11:00:00Z' },
    ])
    clock(system.world, 1, {
      ...zoned('Pacific/Honolulu'),
      start: '2026-11-16T20:00:00Z',
      end: null,
    })
    await system.pollAt('2026-11-16T20:01:00Z')
    await system.pollAfter(45, 16)
    await system.pollAt('2026-11-17T10:05:00Z')
    expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T20:00:00Z'])
  })

  test('changes nothing of what has ended by the clock that was right then', async ({ away }) => {
    const { system } = await away('Europe/London', '2026-11-16', '2026-11-16')
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started' },
      { type: 'absence-ended' },
    ])
    clock(system.world, 1, {
      ...zoned('America/New_York'),
      start: '2026-11-17T14:00:00Z',
      end: null,
    })
    await system.pollAt('2026-11-17T14:05:00Z')
    await system.pollAfter(15, 15)
    expect(await toldOf(system)).toEqual([])
  })

  test('is no news of what is to come, which starts by it', async ({ away }) => {
    const { system } = await away('Europe/London', '2026-11-17', '2026-11-18')
    const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:05:00Z' }
    clock(system.world, 1, { ...shift, ...zoned('Asia/Tokyo') })
    await system.pollAt('2026-11-16T09:10:00Z')
    expect(await toldOf(system)).toEqual([])
    await system.pollAt('2026-11-16T15:01:00Z')
    expect(await toldOf(system)).toMatchObject([
      { type: 'absence-started', time: '2026-11-16T15:00:00Z', timeZone: 'Asia/Tokyo' },
    ])
  })
})

test('whoever forgot to clock out stays where they clocked in last, once that is forgotten', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  clock(system.world, 1, { start: '2026-11-16T08:01:00Z', end: null })
  const absence = holiday(system.world, 1, '2026-11-16', null)
  await system.pollAfter(5, 15)
  const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T09:05:00Z' }
  const away = clock(system.world, 1, { ...shift, ...zoned('Asia/Tokyo') })
  await system.pollAfter(60, 15)
  const zones = (told: Told[]) => told.map(({ timeZone }) => timeZone)
  expect(zones(await toldOf(system))).toEqual(['Europe/London', 'Asia/Tokyo'])
  await system.pollAt('2026-11-18T10:00:00Z')
  await system.pollAfter(15, 15)
  expect(await toldOf(system)).toEqual([])
  expect(system.world.clockings.delete(away)).toBe(true)
  expect(system.world.absences.has(absence)).toBe(true)
  const later = { start: '2026-11-18T11:00:00Z', end: '2026-11-18T11:05:00Z' }
  const mistaken = clock(system.world, 1, { ...later, ...zoned('America/New_York') })
  await system.pollAfter(60)
  system.world.clockings.delete(mistaken)
  await system.pollAfter(1, 11, 11)
  expect(zones(await toldOf(system))).toEqual(['America/New_York', 'Asia/Tokyo'])
})
