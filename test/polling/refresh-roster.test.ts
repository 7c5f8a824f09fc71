import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { type RosterPorts, refreshRoster } from '../../lib/polling/refresh-roster.ts'
import { anEmployee, anId, rules } from '../harness/builders.ts'
import { createEmployeeTable, memoryEmployeeStore } from '../simulation/ports/employee-table.ts'
import {
  createRecordTables,
  memoryRosterStore,
  memoryShardStore,
} from '../simulation/ports/record-tables.ts'
import type { Effect } from '../simulation/system/process.ts'

const now = '2026-11-18T09:00:00Z'
const machineTime = 5_000_000
const atOnce: Effect = async (_service, _name, act) => act()

/** A roster in memory, and the ids that the API answers with, in turn; the last for ever. */
const aRoster = (...answers: number[][]) => {
  const tables = createRecordTables()
  const table = createEmployeeTable(() => epochMs(now))
  const hooks = { lag: () => 0, onSave: () => {} }
  const deadlines: unknown[] = []
  const told: string[] = []
  const ports: RosterPorts = {
    api: {
      listEmployees: async function* (_filters, call) {
        deadlines.push(call?.deadline)
        const ids = answers[Math.min(deadlines.length, answers.length) - 1] ?? []
        yield { records: ids.map((n) => anEmployee({ id: anId(n) })), rejected: [] }
      },
    },
    roster: memoryRosterStore(tables, atOnce),
    shards: memoryShardStore(tables, atOnce),
    employees: memoryEmployeeStore(table, atOnce, hooks),
    delivery: {
      publish: async (entries) => {
        told.push(...entries.map(({ attributes }) => String(attributes['type'])))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: [] }
      },
      onPublished: () => {},
      onPublishFailure: () => {},
    },
    now: () => epochMs(now),
    machineNow: () => machineTime,
  }
  return {
    ports,
    told,
    deadlines,
    record: () => tables.roster,
    shards: async () =>
      (await ports.shards.all()).map(({ shardId, members }) => [shardId, members]),
    refresh: (changed: Partial<RosterPorts> = {}, acceptLoss = false) =>
      refreshRoster(
        { owner: 'me', deadline: machineTime + 60_000, acceptLoss },
        { ...ports, ...changed },
        { rules: rules(), shardSize: 3, leaseSeconds: 310 },
      ),
  }
}

describe('a refresh of the roster', () => {
  test('places everyone, tells nobody at first, and then who joins', async () => {
    const roster = aRoster([1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7])
    const first = { kind: 'refreshed', members: 4, added: 4, left: 0, overtaken: 0 }
    expect(await roster.refresh()).toEqual(first)
    expect(roster.told).toEqual([])
    expect(await roster.shards()).toEqual([
      ['0001', 3],
      ['0002', 1],
    ])
    expect(await roster.refresh()).toEqual({ ...first, members: 7, added: 3 })
    expect(roster.told).toEqual(Array(3).fill('attendance.employee-joined'))
    expect(await roster.shards()).toEqual([
      ['0001', 3],
      ['0002', 3],
      ['0003', 1],
    ])
  })

  test('creates a shard as polled through the moment of the refresh, and no further', async () => {
    const roster = aRoster([1])
    await roster.refresh()
    expect(await roster.ports.shards.all()).toEqual([
      { shardId: '0001', members: 1, polledThrough: now, absencesReadAt: null, sweep: null },
    ])
  })

  test('of nobody new or gone writes nothing', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    const save = async () => {
      throw new Error('written')
    }
    const employees = { ...roster.ports.employees, save }
    expect(await roster.refresh({ employees })).toMatchObject({ added: 0, left: 0, overtaken: 0 })
  })

  test('tells who left once, however long they stay away', async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    expect(await roster.refresh()).toMatchObject({ members: 1, left: 1 })
    expect(await roster.refresh()).toMatchObject({ members: 1, left: 0 })
    expect(roster.told).toEqual(['attendance.employee-left'])
  })

  test('does not count leavers as members whose loss is doubtful', async () => {
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const roster = aRoster(ten, ten.slice(2), ten.slice(2), ten.slice(3))
    await roster.refresh()
    expect(await roster.refresh()).toMatchObject({ left: 2 })
    expect(await roster.refresh()).toMatchObject({ kind: 'refreshed', members: 7, left: 1 })
  })

  test('counts whom a poller saved meanwhile, and leaves them to the next one', async () => {
    const roster = aRoster([1, 2])
    const { save } = roster.ports.employees
    const employees: RosterPorts['employees'] = {
      ...roster.ports.employees,
      save: async (shardId, state) => (state.employeeId === anId(1) ? null : save(shardId, state)),
    }
    expect(await roster.refresh({ employees })).toMatchObject({ added: 2, overtaken: 1 })
    expect(await roster.refresh()).toMatchObject({ added: 1, overtaken: 0 })
  })

  test('asks until the deadline, twice where somebody is missing', async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    await roster.refresh()
    expect(roster.deadlines).toEqual(Array(3).fill(machineTime + 60_000))
  })

  test('that is refused changes nothing, and says what it got', async () => {
    const roster = aRoster([1, 2], [])
    await roster.refresh()
    expect(await roster.refresh()).toEqual({
      kind: 'refused',
      reason: 'empty',
      members: 2,
      answered: 0,
    })
    expect(roster.told).toEqual([])
  })
})

describe('the lease of a refresh', () => {
  test('goes by the machines’ clock, and keeps others out', async () => {
    const roster = aRoster([1])
    const { takeLease } = roster.ports.roster
    const other = { owner: 'other', now: machineTime, until: machineTime + 1 }
    await takeLease(other)
    expect(await roster.refresh()).toEqual({ kind: 'skipped' })
    expect(roster.deadlines).toEqual([])
    const leases: unknown[] = []
    const noted: RosterPorts['roster'] = {
      ...roster.ports.roster,
      takeLease: (lease) => {
        leases.push(lease)
        return takeLease({ ...lease, now: machineTime + 1 })
      },
    }
    expect(await roster.refresh({ roster: noted })).toMatchObject({ kind: 'refreshed' })
    expect(leases).toEqual([{ owner: 'me', now: machineTime, until: machineTime + 310_000 }])
  })

  test.each([
    ['that comes to its end is dropped, and the baseline is done', [1], true],
    ['that is refused is dropped, and the baseline is not done', [], false],
  ])('%s', async (_what, ids, isBaselined) => {
    const roster = aRoster(ids)
    await roster.refresh()
    expect(roster.record()).toMatchObject({ lease: null, roster: { isBaselined } })
  })

  test('that dies is dropped, and goes on as the first', async () => {
    const roster = aRoster([1, 2])
    const setMembers = async () => {}
    const create = async () => {
      throw new Error('killed')
    }
    const shards = { ...roster.ports.shards, create, setMembers }
    await expect(roster.refresh({ shards })).rejects.toThrow('killed')
    expect(roster.record()).toMatchObject({
      lease: null,
      roster: { isBaselined: false, baselineAt: now },
    })
    await roster.refresh()
    expect(roster.told).toEqual([])
  })
})
