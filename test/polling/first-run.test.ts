import { describe, expect } from 'vitest'
import { hour } from '../../lib/attendance/moments.ts'
import { aClocking, anId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { test as worldTest } from '../harness/world-test.ts'

const test = worldTest.extend('world', ({ start }) =>
  start({ now: '2026-11-18T12:00:00Z', shardSize: 15 }),
)
const open = aClocking({ end: null })

describe('the first run', () => {
  test('is silent about everything that was so before it', async ({ world }) => {
    await world.hire(1, 3)
    await world.clocking(aClocking({ id: anId(2, 1), end: '2026-11-18T10:00:00Z' }))
    await world.clocking(open)
    expect(await world.refresh()).toEqual({
      kind: 'refreshed',
      members: 3,
      added: 3,
      left: 0,
      missing: 0,
      unread: 0,
      retired: 0,
      unsaved: [],
      overtaken: 0,
    })
    await world.poll()
    expect(await world.events()).toEqual([])
    await world.clocking(aClocking())
    world.at('2026-11-18T17:01:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T17:00:00Z'])
  })

  test('tells what happened after it, even if the first poll comes late', async ({ world }) => {
    await world.hire(1, 1)
    await world.clocking(open)
    await world.refresh()
    await world.clocking(aClocking({ end: '2026-11-18T13:00:00Z' }))
    world.at('2026-11-20T12:00:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T13:00:00Z'])
  })

  test('that was cut short goes on where it was, and announces nobody', async ({ world }) => {
    await world.hire(1, 20)
    const broken = { ...world.employees, save: world.employees.save }
    let saves = 0
    world.employees.save = async (...args) => {
      if (++saves > 7) throw new Error('killed')
      return broken.save(...args)
    }
    await expect(world.refresh()).rejects.toThrow('killed')
    world.employees.save = broken.save
    world.pass(hour)
    await world.refresh()
    for (const shard of ['0001', '0002']) await world.poll(shard)
    expect(await world.events()).toEqual([])
    const { employees } = await world.employees.inShard('0002')
    expect(employees.length + (await world.employees.inShard('0001')).employees.length).toBe(20)
  })
})
