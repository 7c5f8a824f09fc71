import { describe, expect } from 'vitest'
import { judge, pollDays, test } from '../support/one-id.ts'
import { clock, holiday, personId } from '../support/people.ts'
import type { System } from '../support/system.ts'

const renameAbsence = ({ world }: System, id: string, displayName: string): void => {
  const absence = world.absences.get(id)
  if (absence === undefined) throw new Error(`There is no absence ${id}`)
  world.absences.set(id, { ...absence, displayName })
}

describe('no id has two contents, and who drops repeats by id sees what the API shows', () => {
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
})
