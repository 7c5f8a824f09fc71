import { describe, expect } from 'vitest'
import { aBreak } from '../harness/builders.ts'
import { expectOneContentPerId, expectPicture } from './support/consumer.ts'
import { clock, correct, holiday, personId, watch } from './support/people.ts'
import { type System, type SystemOptions, test as systemTest } from './support/system.ts'

const test = systemTest.extend(
  'begin',
  ({ start }) =>
    async (options: SystemOptions = {}): Promise<System> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      await watch(system, 3)
      return system
    },
)

/** Days on which the first person works for an hour and nothing else happens. */
const pollDays = async (system: System, days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    await system.pollAfter(23 * 60)
    const start = system.clock.moment()
    await system.pollAfter(60)
    clock(system.world, 1, { start, end: system.clock.moment() })
    await system.pollAfter(16)
  }
}

const renameAbsence = ({ world }: System, id: string, displayName: string): void => {
  const absence = world.absences.get(id)
  if (absence === undefined) throw new Error(`There is no absence ${id}`)
  world.absences.set(id, { ...absence, displayName })
}

/** Takes what is still to come, and judges the whole history. */
const judge = async (system: System): Promise<void> => {
  await system.events()
  expectOneContentPerId(system.history)
  expectPicture(system.history, system.world)
}

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }

describe('no id has two contents, and who drops repeats by id sees what the API shows', () => {
  test('where a shift is corrected to a later date after it was forgotten', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 4)
    await system.events()
    correct(system.world, id, { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' })
    await system.pollAfter(30, 30)
    expect(await system.events()).not.toEqual([])
    await judge(system)
  })

  test('where it is corrected to later dates twice', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 2)
    correct(system.world, id, { start: '2026-11-18T09:00:00Z', end: '2026-11-18T17:00:00Z' })
    await system.pollAfter(30)
    await pollDays(system, 3)
    correct(system.world, id, { start: '2026-11-21T09:00:00Z', end: '2026-11-21T17:00:00Z' })
    await system.pollAfter(30, 30)
    await judge(system)
  })

  test('where a clocking is moved to another employee, and back', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { ...monday, breaks: [aBreak()] })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { employeeId: personId(2) })
    await system.pollAfter(1, 11, 11)
    correct(system.world, id, { employeeId: personId(1) })
    await system.pollAfter(1, 11, 11)
    await judge(system)
    const about = system.history.filter(({ type }) => type === 'attendance.clocked-in')
    expect(new Set(about.map(({ subject }) => subject))).toEqual(
      new Set([personId(1), personId(2)]),
    )
  })

  test('where a split moves a break to another clocking', async ({ begin }) => {
    const system = await begin()
    const pause = aBreak({ start: '2026-11-16T13:00:00Z', end: '2026-11-16T13:30:00Z' })
    const id = clock(system.world, 1, { ...monday, breaks: [pause] })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { end: '2026-11-16T12:00:00Z', breaks: [] })
    clock(system.world, 1, { start: '2026-11-16T12:00:00Z', end: monday.end, breaks: [pause] })
    await system.pollAfter(1, 11, 11)
    await judge(system)
  })

  test('where a clocking is removed and comes back, twice', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { start: monday.start, end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    const kept = { ...monday, id, end: null }
    for (let time = 0; time < 2; time++) {
      system.world.clockings.delete(id)
      await system.pollAfter(1, 11, 11)
      clock(system.world, 1, kept)
      await system.pollAfter(1, 11)
    }
    await judge(system)
    const types = system.history.map(({ type }) => type)
    expect(types.filter((type) => type === 'attendance.clocking-removed')).toHaveLength(2)
  })

  test('where an end is taken back and given again, twice the same', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    for (let time = 0; time < 2; time++) {
      correct(system.world, id, { end: null })
      await system.pollAfter(1, 11)
      correct(system.world, id, { end: monday.end })
      await system.pollAfter(1, 11)
    }
    await judge(system)
  })

  test('where an absence is corrected while another zone has it still to start, and starts again', async ({
    begin,
  }) => {
    const system = await begin({ now: '2026-11-16T20:00:00Z', privacy: { absences: 'full' } })
    const id = holiday(system.world, 1, '2026-11-17', '2026-11-20')
    await system.pollAt('2026-11-17T01:00:00Z')
    // In New York it is still the day before.
    clock(system.world, 1, {
      start: '2026-11-17T01:10:00Z',
      end: '2026-11-17T01:20:00Z',
      startTimeZone: 'America/New_York',
    })
    renameAbsence(system, id, 'Special leave')
    await system.pollAt('2026-11-17T02:00:00Z')
    clock(system.world, 1, { start: '2026-11-17T02:10:00Z', end: '2026-11-17T02:20:00Z' })
    await system.pollAt('2026-11-17T03:00:00Z')
    await judge(system)
    const starts = system.history.filter(({ type }) => type === 'attendance.absence-started')
    expect(starts.map(({ time }) => time)).toEqual(['2026-11-17T00:00:00Z', '2026-11-17T00:00:00Z'])
  })

  test('where an absence is withdrawn, forgotten, back at a later date and withdrawn again', async ({
    begin,
  }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-18')
    await system.pollAfter(16)
    system.world.absences.delete(id)
    await system.pollAfter(16, 16)
    await pollDays(system, 9)
    holiday(system.world, 1, '2026-11-25', '2026-11-30', id)
    await system.pollAfter(16, 16)
    system.world.absences.delete(id)
    await system.pollAfter(16, 16)
    await judge(system)
    const types = system.history.map(({ type }) => type.replace('attendance.', ''))
    expect(types.filter((type) => type.startsWith('absence'))).toEqual([
      'absence-started',
      'absence-withdrawn',
      'absence-started',
      'absence-withdrawn',
    ])
  })

  test('where an absence is forgotten, back at a later date, and moved to its first one before that comes', async ({
    begin,
  }) => {
    const system = await begin({ privacy: { absences: 'full' } })
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-17')
    await system.pollAfter(16)
    await pollDays(system, 10)
    await system.events()
    // By now it is the 26th.
    holiday(system.world, 1, '2026-11-27', '2026-11-29', id)
    await system.pollAfter(16, 16)
    holiday(system.world, 1, '2026-11-16', '2026-11-17', id)
    renameAbsence(system, id, 'Special leave')
    await system.pollAfter(16, 16, 16)
    await judge(system)
    const types = system.history.map(({ type }) => type.replace('attendance.', ''))
    expect(types.filter((type) => type.startsWith('absence'))).toEqual([
      'absence-started',
      'absence-ended',
      'absence-started',
      'absence-ended',
    ])
  })

  test('where an absence is moved to another employee', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-30')
    await system.pollAfter(16)
    holiday(system.world, 2, '2026-11-16', '2026-11-30', id)
    await system.pollAfter(16, 16, 16)
    await judge(system)
    const started = system.history.filter(({ type }) => type === 'attendance.absence-started')
    expect(started.map(({ subject }) => subject)).toEqual([personId(1), personId(2)])
  })

  test('where attention is called for of a clocking that then moves to somebody else', async ({
    begin,
  }) => {
    const system = await begin({ attention: { clockingLongerThanHours: 8 } })
    const id = clock(system.world, 1, { start: monday.start, end: null })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { employeeId: personId(2) })
    await system.pollAfter(1, 11, 11)
    await judge(system)
  })
})
