import { describe, expect, test } from 'vitest'
import { hour, minute } from '../../lib/attendance/moments.ts'
import type { RosterPorts } from '../../lib/polling/roster/refresh.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import { anEmployee, anId, nameless } from '../harness/builders.ts'
import { aRoster } from '../harness/memory-roster.ts'
import { at, failing, showing } from './listing.ts'

const sixtyHours = (60 * hour) / minute

describe('a newcomer', () => {
  test('is asked about since the roster was last believed, however long it was not', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    await roster.refreshAt(60)
    await expect(roster.refreshAt(120, { api: failing })).rejects.toThrow(ServerError)
    expect(await roster.refreshAt(180, { api: showing([]) })).toMatchObject({ kind: 'refused' })
    expect(roster.record().roster.believedAt).toBe(at(60))
    await roster.refreshAt(sixtyHours, { api: showing([1, 2, 3, 4]) })
    for (const n of [3, 4])
      expect(await roster.state(n)).toMatchObject({
        unaskedSince: { clockings: at(60), absences: at(60) },
        baselineAt: null,
      })
    expect(roster.record().roster.believedAt).toBe(at(sixtyHours))
    expect(roster.told).toEqual(Array(2).fill('attendance.employee-joined'))
  })

  test('starts there in a shard that has been polled for long, and in a new one', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    await roster.refreshAt(10, { api: showing([1, 2, 3, 4]) })
    expect(await roster.shards()).toEqual([
      ['0001', 3],
      ['0002', 1],
    ])
    for (const n of [3, 4])
      expect((await roster.state(n))?.unaskedSince).toEqual({ clockings: at(0), absences: at(0) })
  })

  test('is not placed in a shard whose record cannot be read', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    const shards: RosterPorts['shards'] = {
      ...roster.ports.shards,
      all: async () => ({ shards: [], unreadable: ['0001'] }),
      setMembers: async () => {
        throw new Error('counted')
      },
    }
    expect(await roster.refreshAt(10, { api: showing([1, 2, 3]), shards })).toMatchObject({
      added: 1,
      left: 0,
    })
    expect(await roster.shards()).toEqual([
      ['0001', 2],
      ['0002', 1],
    ])
  })

  test('who could not be read at first is asked about since they were on the roster', async () => {
    const roster = aRoster([1])
    await roster.refresh()
    for (const minutes of [10, 20, 30])
      expect(
        await roster.refreshAt(minutes, { api: showing([1], [anId(2), nameless(1)]) }),
      ).toMatchObject({
        added: 0,
        unread: 2,
      })
    expect(roster.record().roster.unread).toEqual({ [anId(2)]: at(0) })
    await roster.refreshAt(40, { api: showing([1, 2, 3]) })
    expect((await roster.state(2))?.unaskedSince.clockings).toBe(at(0))
    // They may be whoever had no readable id.
    expect((await roster.state(3))?.unaskedSince.clockings).toBe(at(0))
    expect(roster.record().roster).toMatchObject({ unread: {}, nameless: {} })
    await roster.refreshAt(50, { api: showing([1, 2, 3, 4]) })
    expect((await roster.state(4))?.unaskedSince.clockings).toBe(at(40))
  })

  test('among pages that shift is one, and the roster is not believed to be whole', async () => {
    const roster = aRoster([1, 2])
    await roster.refresh()
    let pass = 0
    const shifting: RosterPorts['api'] = {
      listEmployees: async function* () {
        pass += 1
        yield { records: [anEmployee({ id: anId(1) })], rejected: [] }
        yield { records: [anEmployee({ id: anId(10 + pass) })], rejected: [] }
      },
    }
    expect(await roster.refreshAt(10, { api: shifting })).toMatchObject({
      added: 4,
      left: 0,
      missing: 0,
    })
    expect(roster.record().roster.believedAt).toBe(at(0))
  })
})

test('one whose state cannot be saved keeps no other from joining or leaving, and is made up for', async () => {
  const roster = aRoster([1, 2])
  await roster.refresh()
  await roster.refreshAt(10, { api: showing([1]) })
  const { save } = roster.ports.employees
  const employees: RosterPorts['employees'] = {
    ...roster.ports.employees,
    save: async (shardId, state) => {
      if (state.employeeId === anId(3)) throw new RangeError('ValidationException')
      return save(shardId, state)
    },
  }
  const api = showing([1, 3, 4])
  await roster.refreshAt(20, { api, employees }).catch(() => {})
  expect(roster.told.toSorted()).toEqual(['attendance.employee-joined', 'attendance.employee-left'])
  await roster.refreshAt(30, { api })
  expect((await roster.state(3))?.unaskedSince.clockings).toBe(at(10))
})
