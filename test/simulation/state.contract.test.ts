import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { anId, aState, employeeId, longAfter } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { anEntryOf, implementations } from './contract-ports.ts'

describe.each(implementations)('the store of states, %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('a state is created once, and saved only over the version that was read', async ({
    ports,
  }) => {
    const { employees } = ports
    const created = await employees.save('0001', aState({ version: 0 }))
    expect(created?.version).toBe(1)
    expect(await employees.save('0001', aState({ version: 0 }))).toBeNull()
    const next = await employees.save('0001', aState({ version: 1, sequence: 5 }))
    expect(next).toMatchObject({ version: 2, sequence: 5 })
    expect(await employees.save('0001', aState({ version: 1, sequence: 9 }))).toBeNull()
    expect(await employees.save('0001', aState({ version: 3 }))).toBeNull()
    const { employees: read } = await employees.inShard('0001', { isConsistent: true })
    expect(read).toEqual([aState({ version: 2, sequence: 5 })])
  })

  test('a shard shows its own employees, in the order of their ids', async ({ ports }) => {
    const { employees } = ports
    for (const n of [3, 1, 2])
      await employees.save('0001', aState({ employeeId: anId(n), version: 0 }))
    await employees.save('0002', aState({ employeeId: anId(9), version: 0 }))
    const { employees: read } = await employees.inShard('0001', { isConsistent: true })
    expect(read.map(({ employeeId }) => employeeId)).toEqual([anId(1), anId(2), anId(3)])
    expect(await employees.inShard('0003')).toEqual({ employees: [], unreadable: [] })
  })

  test('an item larger than 400 KB is refused', async ({ ports }) => {
    const { employees } = ports
    const incompressible = randomBytes(400_000).toString('base64')
    const outbox = [{ ...anEntryOf(1), message: incompressible }]
    await expect(employees.save('0001', aState({ version: 0, outbox }))).rejects.toThrow()
  })

  test('a state that is retired is gone, and its number is kept for good', async ({ ports }) => {
    const { employees } = ports
    const forgottenBefore = { clockings: '2026-11-17T08:00:00Z', absences: null }
    const state = aState({ version: 0, sequence: 7, forgottenBefore })
    const saved = (await employees.save('0001', state)) ?? state
    expect(await employees.retired([employeeId])).toEqual(new Map())
    expect(await employees.retire('0001', saved, longAfter)).toBe(true)
    const consistent = { isConsistent: true }
    expect(await employees.inShard('0001', consistent)).toEqual({ employees: [], unreadable: [] })
    const kept = { employeeId, sequence: 7, forgottenBefore }
    expect(await employees.retired([anId(2), employeeId])).toEqual(new Map([[employeeId, kept]]))
    expect(await employees.save('0001', saved)).toBeNull()
    expect(await employees.save('0001', { ...state, sequence: 8 })).toMatchObject({ version: 1 })
    expect(await employees.retired([employeeId])).toEqual(new Map([[employeeId, kept]]))
  })

  test('of a leaver at rest all is forgotten that ended by then', async ({ ports }) => {
    const { employees } = ports
    const restSince = '2026-11-18T07:00:00Z'
    const saved = await employees.save('0001', aState({ version: 0, sequence: 7, restSince }))
    expect(await employees.retire('0001', saved ?? aState(), longAfter)).toBe(true)
    const forgottenBefore = { clockings: restSince, absences: restSince }
    const kept = { employeeId, sequence: 7, forgottenBefore }
    expect(await employees.retired([employeeId])).toEqual(new Map([[employeeId, kept]]))
  })

  test('a state that another writer changed meanwhile is not retired', async ({ ports }) => {
    const { employees } = ports
    const saved = (await employees.save('0001', aState({ version: 0 }))) ?? aState()
    const next = await employees.save('0001', { ...saved, sequence: 9 })
    expect(await employees.retire('0001', saved, longAfter)).toBe(false)
    expect((await employees.inShard('0001', { isConsistent: true })).employees).toEqual([next])
  })
})
