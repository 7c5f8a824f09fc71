import { describe, expect, vi } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { clock, correct, dismiss, employ, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'
import type { Item } from '../support/table.ts'

describe('a record of a later version', () => {
  const later = (item: Item): Item => ({
    ...item,
    schema: { N: '999' },
    invented: { M: { later: { S: 'by somebody' } } },
  })

  const test = systemTest.extend('watched', ({ start }) => async (): Promise<System> => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 3)
    clock(system.world, 1, { id: anId(11, 1), start: '2026-11-16T08:30:00Z', end: null })
    await system.pollAt('2026-11-16T09:00:00Z')
    expect(await system.published()).toHaveLength(1)
    return system
  })

  test('of an employee stays as it is, is counted, and its person catches up in the end', async ({
    watched,
  }) => {
    const system = await watched()
    const before = await system.table.employee(personId(1))
    const item = later(before)
    await system.table.put(item)
    system.restart()
    correct(system.world, anId(11, 1), { end: '2026-11-16T09:30:00Z' })
    employ(system.world, 1, { name: { givenName: 'Ada', familyName: 'Amended' } })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.refreshAt('2026-11-16T10:30:00Z')
    await system.pollAt('2026-11-18T10:00:00Z')
    expect(await system.table.employee(personId(1))).toEqual(item)
    expect(system.sum('StateUnreadable')).toBeGreaterThanOrEqual(2)
    expect(await system.published()).toEqual([])
    await system.table.put(before)
    system.restart()
    await system.pollAfter(31)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-16T09:30:00Z'])
  })

  test('of an employee who leaves stays as it is', async ({ watched }) => {
    const system = await watched()
    const item = later(await system.table.employee(personId(1)))
    await system.table.put(item)
    system.restart()
    dismiss(system.world, 1)
    for (const hour of [10, 11, 12]) await system.refreshAt(`2026-11-16T${hour}:00:00Z`)
    expect(await system.table.employee(personId(1))).toEqual(item)
    expect(await system.published()).toEqual([])
  })

  test('of a shard stays as it is, and its people catch up in the end', async ({ watched }) => {
    const system = await watched()
    const before = await system.table.get('ROSTER', 'SHARD#0001')
    const item = later(before)
    await system.table.put(item)
    system.restart()
    correct(system.world, anId(11, 1), { end: '2026-11-16T09:30:00Z' })
    await system.pollAt('2026-11-16T10:00:00Z')
    await system.dispatch()
    await system.refresh()
    await system.dispatch({ acceptLoss: true })
    await system.pollAt('2026-11-18T10:00:00Z')
    expect(await system.table.get('ROSTER', 'SHARD#0001')).toEqual(item)
    expect(system.sum('StateUnreadable')).toBeGreaterThan(0)
    await system.table.put(before)
    system.restart()
    await system.pollAfter(31)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-16T09:30:00Z'])
  })

  test('of a shard stays as it is, too, where it came while a refresh was at work', async ({
    watched,
  }) => {
    const system = await watched()
    const before = await system.table.get('ROSTER', 'SHARD#0001')
    const item = later(before)
    employ(system.world, 9)
    system.api.asked()
    const end = system.api.trouble({ on: ({ of }) => of === 'employees', delay: 1_000 })
    const refreshed = system.refreshAt('2026-11-16T10:00:00Z')
    const isAsked = () => expect(system.api.asked()[0]?.of).toBe('employees')
    await vi.waitFor(isAsked, { timeout: 10_000 })
    await system.table.put(item)
    await refreshed
    end()
    expect(await system.table.get('ROSTER', 'SHARD#0001')).toEqual(item)
    await system.table.put(before)
    await system.pollAfter(31)
    expect(await system.published()).toEqual(['9 employee-joined 2026-11-16T10:00:00Z'])
  })

  test('of a former employee stays as it is, and who returns goes on with their number', async ({
    watched,
  }) => {
    const system = await watched()
    const kept: Item = {
      pk: { S: 'RETIRED' },
      sk: { S: `EMPLOYEE#${personId(9)}` },
      schema: { N: '1' },
      employeeId: { S: personId(9) },
      sequence: { N: '7' },
      forgottenBefore: { M: { clockings: { NULL: true }, absences: { NULL: true } } },
    }
    await system.table.put(later(kept))
    employ(system.world, 9)
    for (const hour of [10, 11]) await system.refreshAt(`2026-11-16T${hour}:00:00Z`)
    expect(await system.table.employee(personId(9))).toEqual(later(kept))
    expect(await system.events()).toEqual([])
    await system.table.put(kept)
    await system.refreshAt('2026-11-16T12:00:00Z')
    const [joined, ...others] = await system.events()
    expect(joined).toMatchObject({ type: 'attendance.employee-joined', subject: personId(9) })
    expect(Number(joined?.sequence)).toBe(8)
    expect(others).toEqual([])
  })

  test('of the roster stays as it is, and nobody joins or leaves by it', async ({ watched }) => {
    const system = await watched()
    const item = later(await system.table.get('ROSTER', 'ROSTER'))
    await system.table.put(item)
    system.restart()
    dismiss(system.world, 2)
    employ(system.world, 9)
    for (const hour of [10, 11, 12])
      await system.refreshAt(`2026-11-16T${hour}:00:00Z`).catch(() => {})
    expect(await system.table.get('ROSTER', 'ROSTER')).toEqual(item)
    expect(await system.published()).toEqual([])
  })
})
