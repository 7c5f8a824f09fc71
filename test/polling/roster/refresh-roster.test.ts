import { describe, expect, test } from 'vitest'
import type { RosterPorts } from '../../../lib/polling/roster/refresh.ts'
import { anEmployee, anId, aState } from '../../harness/builders.ts'
import { aRoster, machineTime, now } from '../../harness/memory-roster.ts'
import { aShard } from '../../harness/shards.ts'

describe('a refresh of the roster', () => {
  test('places everyone, tells nobody at first, and then who joins', async () => {
    const roster = aRoster([1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7])
    const nobody = { left: 0, missing: 0, unread: 0, retired: 0, overtaken: 0, unsaved: [] }
    const first = { kind: 'refreshed', members: 4, added: 4, ...nobody }
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
    expect(await roster.ports.shards.all()).toEqual({
      shards: [
        aShard({
          members: 1,
          polledThrough: now,
          absencesReadAt: null,
          edit: { by: 'me', isOpen: false },
        }),
      ],
      unreadable: [],
    })
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

  test('tells who changed, once', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    const renamed = anEmployee({ id: anId(2), externalReference: 'HR-0043' })
    const listEmployees: RosterPorts['api']['listEmployees'] = async function* () {
      yield { records: [anEmployee({ id: anId(1) }), renamed], rejected: [] }
    }
    expect(await roster.refresh({ api: { listEmployees } })).toMatchObject({ added: 0, left: 0 })
    await roster.refresh({ api: { listEmployees } })
    expect(roster.told).toEqual(['attendance.employee-changed'])
  })

  test('tells who left once, after ten minutes, however long they stay away', async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    expect(await roster.refreshAt(0)).toMatchObject({ members: 1, left: 0, missing: 1 })
    expect(await roster.refreshAt(9)).toMatchObject({ members: 1, left: 0, missing: 1 })
    expect(await roster.refreshAt(10)).toMatchObject({ members: 1, left: 1, missing: 0 })
    expect(await roster.refreshAt(60)).toMatchObject({ members: 1, left: 0, missing: 0 })
    expect(roster.told).toEqual(['attendance.employee-left'])
  })

  test('tells at once who left where an operator says so', async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    expect(await roster.refresh({}, true)).toMatchObject({ left: 1 })
    expect(roster.told).toEqual(['attendance.employee-left'])
  })

  test('does not count leavers as members whose loss is doubtful', async () => {
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const roster = aRoster(ten, ten.slice(2), ten.slice(2), ten.slice(3))
    await roster.refresh()
    await roster.refreshAt(0)
    expect(await roster.refreshAt(10)).toMatchObject({ left: 2 })
    expect(await roster.refreshAt(20)).toMatchObject({ kind: 'refreshed', missing: 1 })
    expect(await roster.refreshAt(30)).toMatchObject({ kind: 'refreshed', members: 7, left: 1 })
  })

  test('tells of the others though one cannot be read, who is no leaver', async () => {
    const roster = aRoster([1, 2, 3])
    await roster.refresh()
    const rejected = [{ index: 0, id: anId(2), problems: ['name: invalid_type'] }]
    const listEmployees: RosterPorts['api']['listEmployees'] = async function* () {
      yield { records: [anEmployee({ id: anId(1) })], rejected }
    }
    for (const minutes of [0, 10, 20])
      expect(await roster.refreshAt(minutes, { api: { listEmployees } })).toMatchObject({
        unread: 1,
        left: minutes === 10 ? 1 : 0,
      })
    expect(roster.told).toEqual(['attendance.employee-left'])
    expect(await roster.state(3)).toMatchObject({ membership: 'leaver' })
    expect(await roster.state(2)).toMatchObject({ membership: 'member', missingSince: null })
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

  test('does not confirm itself where a write was taken and its reply lost', async () => {
    const roster = aRoster([1, 2], [1], [1], [1, 2])
    const { save } = roster.ports.employees
    for (const minutes of [0, 10, 20]) await roster.refreshAt(minutes)
    expect(roster.told).toEqual(['attendance.employee-left'])
    const lost = new Set<string>()
    const employees: RosterPorts['employees'] = {
      ...roster.ports.employees,
      save: async (shardId, state) => {
        const saved = await save(shardId, state)
        if (state.employeeId !== anId(2) || lost.has(state.employeeId)) return saved
        lost.add(state.employeeId)
        throw new Error('The reply was lost')
      },
    }
    await roster.refreshAt(30, { employees })
    expect(lost).toEqual(new Set([anId(2)]))
    expect(await roster.state(2)).toMatchObject({ membership: 'leaver' })
    await roster.refreshAt(40)
    expect(await roster.state(2)).toMatchObject({ membership: 'member' })
  })

  test('has whoever is back joined though a poll puts them to rest as they are saved, and lets go of what may not be kept', async () => {
    const roster = aRoster([1, 2], [1], [1], [1, 2])
    const { save } = roster.ports.employees
    for (const minutes of [0, 10, 20, 30]) await roster.refreshAt(minutes)
    const { profile: kept, ...before } = (await roster.state(2)) ?? aState()
    const [shardId = ''] = (await roster.shards()).at(-1) ?? []
    await save(`${shardId}`, { ...before, profile: { ...kept, payrollNumber: 'P-2' } })
    let isOvertaken = false
    const employees: RosterPorts['employees'] = {
      ...roster.ports.employees,
      save: async (shardId, state) => {
        const known = await roster.state(2)
        if (state.employeeId === anId(2) && known !== undefined && !isOvertaken) {
          isOvertaken = true
          const { payrollNumber: _, ...profile } = known.profile
          const atRest = { ...known, profile, restSince: '2026-11-18T09:40:00Z', outbox: [] }
          expect(await save(shardId, atRest)).not.toBeNull()
        }
        return save(shardId, state)
      },
    }
    await roster.refreshAt(40, { employees })
    expect(isOvertaken).toBe(true)
    expect(await roster.state(2)).toMatchObject({ membership: 'member', restSince: null })
  })

  test('asks until the deadline, once where there is one page', async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    await roster.refresh()
    expect(roster.deadlines).toEqual(Array(2).fill(machineTime + 60_000))
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
