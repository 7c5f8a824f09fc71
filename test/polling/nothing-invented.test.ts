import { describe, expect } from 'vitest'
import { day, minute } from '../../lib/attendance/moments.ts'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { test as worldTest } from '../harness/world-test.ts'

describe('nothing invented', () => {
  const test = worldTest.extend('shown', async ({ startPolled }) => {
    const world = await startPolled({ now: '2026-11-18T18:00:00Z' })
    await world.employee(anEmployee({ id: anId(2) }))
    await world.refresh()
    world.pass(minute)
    await world.clocking(aClocking({ start: '2026-11-18T18:00:30Z', end: null }))
    await world.poll()
    await world.events()
    world.pass(minute)
    return world
  })

  test('one vanished clocking is removed ten minutes after the first poll without it', async ({
    shown: world,
  }) => {
    await world.removeClocking(anId(1, 1))
    for (const passed of [0, minute, 8 * minute]) {
      world.pass(passed)
      await world.poll()
      expect(await world.events()).toEqual([])
    }
    world.pass(minute)
    await world.poll()
    expect(outline(await world.events())).toEqual([`clocking-removed ${world.moment()}`])
  })

  test.for([
    ['status', { status: 500 }],
    ['status', { status: 403 }],
    ['drop', {}],
    ['truncate', {}],
    ['html', {}],
  ] as const)(
    'an answer that fails (%s %o) removes nothing',
    async ([kind, details], { shown: world }) => {
      await world.removeClocking(anId(1, 1))
      for (let n = 0; n < 3; n++) {
        await world.fault({ on: 'clockings', employeeId, kind, ...details, times: 1 })
        await world.poll()
        world.pass(10 * minute)
      }
      await world.poll()
      expect(await world.events()).toEqual([])
    },
  )

  test('an end corrected to before the window is a clock-out, not a removal', async ({
    startPolled,
  }) => {
    const world = await startPolled({ now: '2026-11-10T08:00:00Z' })
    await world.clocking(aClocking({ start: '2026-11-10T09:00:00Z', end: null }))
    for (let n = 0; n < 5; n++) {
      world.pass(day)
      await world.poll()
    }
    expect(outline(await world.events())).toEqual(['clocked-in 2026-11-10T09:00:00Z'])
    await world.clocking(aClocking({ start: '2026-11-10T09:00:00Z', end: '2026-11-10T17:00:00Z' }))
    for (let n = 0; n < 3; n++) {
      world.pass(minute)
      await world.poll()
    }
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-10T17:00:00Z'])
  })

  test('an API that fails for most employees is not believed about any', async ({
    shown: world,
  }) => {
    await world.clocking(aClocking({ start: '2026-11-18T18:00:30Z', end: '2026-11-18T18:01:00Z' }))
    await world.fault({ on: '*', kind: 'status', status: 503, times: 10 })
    const progress = async () =>
      (await world.shards.all()).shards.map(({ delivered: _polls, ...shard }) => shard)
    const before = await progress()
    expect(await world.poll()).toMatchObject({ polled: 0, clockingOutage: 'every call fails' })
    expect(await world.events()).toEqual([])
    expect(await progress()).toEqual(before)
    await world.noFaults()
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T18:01:00Z'])
  })
})
