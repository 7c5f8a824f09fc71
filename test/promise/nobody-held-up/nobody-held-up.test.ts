import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { aRoster } from '../../harness/memory-roster.ts'
import { clock, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

describe('one person holds up nobody else', () => {
  test.for([401, 407, 410, 422])('whom the API always answers %d', async (status, { start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 6)
    system.api.trouble({ on: ({ employeeId }) => employeeId === personId(1), status })
    for (let n = 1; n <= 6; n++)
      clock(system.world, n, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T09:01:00Z')
    await system.pollAfter(1, 1, 1)
    expect(await system.published()).toHaveLength(5)
  })

  test('whose item has a moment that is none', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 3)
    const item = await system.table.get('SHARD#0001', `EMPLOYEE#${personId(1)}`)
    await system.table.put({
      ...item,
      unaskedSince: { M: { clockings: { S: 'yesterday' }, absences: { NULL: true } } },
    })
    for (let n = 1; n <= 3; n++)
      clock(system.world, n, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T09:01:00Z')
    await system.pollAfter(1)
    expect(await system.published()).toHaveLength(2)
  })

  test('who cannot be saved by a refresh of the roster', async () => {
    const roster = aRoster([1, 2], [1, 2, 3, 4])
    await roster.refresh()
    const { save } = roster.ports.employees
    const employees = {
      ...roster.ports.employees,
      save: async (...[shardId, state]: Parameters<typeof save>) => {
        if (state.employeeId === anId(3)) throw new Error('Item size has exceeded')
        return save(shardId, state)
      },
    }
    await expect(roster.refreshAt(120, { employees })).resolves.toMatchObject({ kind: 'refreshed' })
  })
})
