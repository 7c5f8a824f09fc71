import { describe, expect } from 'vitest'
import { aBreak, anId } from '../../harness/builders.ts'
import { clock, correct, dismiss, employ, holiday } from '../support/people.ts'
import type { System } from '../support/system.ts'
import { test } from '../support/watched.ts'
import { copyOf, type World } from '../support/world.ts'

/** One poll that a replica answers, of the world as it was, and one of the world as it is. */
const pollStale = async (system: System, stale: World, minutes = 1): Promise<void> => {
  const over = system.api.trouble({ on: () => true, world: () => stale })
  await system.pollAfter(minutes)
  over()
  await system.pollAfter(minutes)
}

const inAtNine = { start: '2026-11-16T09:00:00Z', end: null }

describe('one stale answer after a newer one', () => {
  test('takes back no clock-out, and makes no second one', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T17:00:00Z')
    const stale = copyOf(system.world)
    correct(system.world, id, { end: '2026-11-16T17:00:30Z' })
    await system.pollAfter(1)
    await system.events()
    await pollStale(system, stale)
    expect(await system.published()).toEqual([])
  })

  test('takes back no clock-in', async ({ begin }) => {
    const system = await begin()
    const stale = copyOf(system.world)
    clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.events()
    await pollStale(system, stale)
    expect(await system.published()).toEqual([])
  })

  test('takes back no break, nor its end', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T10:00:00Z')
    const before = copyOf(system.world)
    const pause = aBreak({ start: '2026-11-16T10:00:30Z', end: null })
    correct(system.world, id, { breaks: [pause] })
    await system.pollAfter(1)
    const during = copyOf(system.world)
    correct(system.world, id, { breaks: [{ ...pause, end: '2026-11-16T10:01:30Z' }] })
    await system.pollAfter(1)
    await system.events()
    await pollStale(system, during)
    await pollStale(system, before)
    expect(await system.published()).toEqual([])
  })

  test('moves no start back to where it had been told to be', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T10:00:00Z')
    const stale = copyOf(system.world)
    correct(system.world, id, { start: '2026-11-16T09:05:00Z' })
    await system.pollAfter(1, 1)
    await system.events()
    await pollStale(system, stale)
    expect(await system.published()).toEqual([])
  })

  test('amends no absence back to what it had been told to be', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-18')
    await system.pollAt('2026-11-16T10:00:00Z')
    const stale = copyOf(system.world)
    holiday(system.world, 1, '2026-11-16', '2026-11-20', id)
    await system.pollAfter(16)
    await system.events()
    await pollStale(system, stale, 16)
    expect(await system.published()).toEqual([])
  })

  test('brings back no clocking that was published as removed', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T10:00:00Z')
    const stale = copyOf(system.world)
    system.world.clockings.delete(id)
    await system.pollAfter(1, 11)
    await system.events()
    await pollStale(system, stale)
    expect(await system.published()).toEqual([])
  })

  test('brings back no absence that was published as withdrawn', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-18')
    await system.pollAt('2026-11-16T10:00:00Z')
    const stale = copyOf(system.world)
    system.world.absences.delete(id)
    await system.pollAfter(16, 16)
    await system.events()
    await pollStale(system, stale, 16)
    expect(await system.published()).toEqual([])
  })

  test('brings back nobody who was published as having left', async ({ begin }) => {
    const system = await begin()
    const stale = copyOf(system.world)
    dismiss(system.world, 2)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toHaveLength(1)
    const over = system.api.trouble({ on: ({ of }) => of === 'employees', world: () => stale })
    await system.refreshAt('2026-11-16T11:00:00Z')
    over()
    await system.refreshAt('2026-11-16T12:00:00Z')
    await system.refreshAt('2026-11-16T13:00:00Z')
    expect(await system.published()).toEqual([])
  })
})

describe('what really is taken back is published once, when a second answer confirms it', () => {
  test('an end', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { ...inAtNine, end: '2026-11-16T16:00:00Z' })
    await system.pollAt('2026-11-16T17:00:00Z')
    await system.events()
    correct(system.world, id, { end: null })
    await system.pollAfter(1)
    expect(await system.published()).toEqual([])
    await system.pollAfter(11)
    const events = await system.events()
    expect(events).toMatchObject([
      {
        type: 'attendance.clocking-amended',
        data: { changes: [{ field: 'end', before: '2026-11-16T16:00:00Z', after: null }] },
      },
    ])
    correct(system.world, id, { end: '2026-11-16T18:00:00Z' })
    await system.pollAfter(60)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-16T18:00:00Z'])
  })

  test('a break', async ({ begin }) => {
    const system = await begin()
    const pause = aBreak({ start: '2026-11-16T09:30:00Z', end: '2026-11-16T09:40:00Z' })
    const id = clock(system.world, 1, { ...inAtNine, breaks: [pause] })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.events()
    correct(system.world, id, { breaks: [] })
    await system.pollAfter(1)
    expect(await system.published()).toEqual([])
    await system.pollAfter(11)
    expect(await system.events()).toMatchObject([
      { data: { changes: [{ field: `breaks.${anId(1, 2)}`, after: null }] } },
    ])
  })

  test('a start that is corrected there and back', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, inAtNine)
    await system.pollAt('2026-11-16T10:00:00Z')
    correct(system.world, id, { start: '2026-11-16T09:05:00Z' })
    await system.pollAfter(1)
    expect(await system.published()).toHaveLength(2)
    correct(system.world, id, { start: inAtNine.start })
    await system.pollAfter(1, 11)
    expect(await system.events()).toMatchObject([
      { data: { changes: [{ before: '2026-11-16T09:05:00Z', after: inAtNine.start }] } },
    ])
  })

  test('somebody who left and is back', async ({ begin }) => {
    const system = await begin()
    dismiss(system.world, 2)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T10:00:00Z')
    await system.events()
    employ(system.world, 2)
    await system.refreshAt('2026-11-16T11:00:00Z')
    expect(await system.published()).toEqual([])
    await system.refreshAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toEqual(['2 employee-joined 2026-11-16T12:00:00Z'])
  })
})
