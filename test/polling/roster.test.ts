import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hour, minute } from '../../lib/attendance/moments.ts'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

let engines: Engines
let world: World
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  world = await startWorld(engines, { now: '2026-11-18T12:00:00Z', shardSize: 15 })
})
afterEach(() => world.close())
afterAll(() => engines.close())

const hire = async (from: number, to: number) => {
  for (let n = from; n <= to; n++) await world.employee(anEmployee({ id: anId(n) }))
}
const open = aClocking({ end: null })

describe('after the first run', () => {
  beforeEach(async () => {
    await hire(1, 12)
    await world.refresh()
    await world.poll()
  })

  test('a joiner is told, and everything they do', async () => {
    const joiner = anId(50)
    await world.employee(anEmployee({ id: joiner }))
    await world.clocking({ ...open, employeeId: joiner })
    world.pass(hour)
    await world.refresh()
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'employee-joined 2026-11-18T13:00:00Z',
      'clocked-in 2026-11-18T09:00:00Z',
    ])
  })

  const leave = () =>
    world.employee(anEmployee({ _metadata: { isRegistered: true, isTerminated: true } }))
  /** Two rosters that agree, ten minutes apart. */
  const refreshTwice = async () => {
    await world.refresh()
    world.pass(10 * minute)
    await world.refresh()
  }
  /** How many people a poll asks about. */
  const askedAbout = async () => {
    const asked = new Set<string>()
    await world.poll('0001', (ports) => ({
      ...ports,
      api: {
        ...ports.api,
        listClockings: (filters, call) => {
          asked.add(filters.employeeId)
          return ports.api.listClockings(filters, call)
        },
      },
    }))
    return asked.size
  }

  test('a leaver is asked about for a lookback, and is then at rest', async () => {
    await leave()
    await refreshTwice()
    world.at('2026-11-18T20:00:00Z')
    await world.clocking(aClocking())
    expect(await askedAbout()).toBe(12)
    expect(outline(await world.events())).toEqual([
      'employee-left 2026-11-18T12:10:00Z',
      'clocked-in 2026-11-18T09:00:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
    world.at('2026-11-19T12:09:00Z')
    expect(await askedAbout()).toBe(12)
    expect(await world.state(employeeId)).toMatchObject({ restSince: null })
    // Once absences have been read after that, too.
    world.at('2026-11-19T12:24:00Z')
    expect(await askedAbout()).toBe(12)
    expect(await world.state(employeeId)).toMatchObject({
      membership: 'leaver',
      leftAt: '2026-11-18T12:10:00Z',
      restSince: '2026-11-19T12:24:00Z',
    })
    expect(await askedAbout()).toBe(11)
  })

  test('a leaver with an open clocking still gets their clock-out, days later', async () => {
    await world.clocking(open)
    world.pass(minute)
    await world.poll()
    await leave()
    world.at('2026-11-18T13:00:00Z')
    await refreshTwice()
    world.at('2026-11-20T13:00:00Z')
    await world.poll()
    expect(await world.state(employeeId)).toMatchObject({ membership: 'leaver', restSince: null })
    await world.clocking(aClocking({ end: '2026-11-20T14:00:00Z' }))
    world.at('2026-11-20T14:01:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
      'employee-left 2026-11-18T13:10:00Z',
      'clocked-out 2026-11-20T14:00:00Z',
    ])
    expect(await world.state(employeeId)).toMatchObject({ restSince: '2026-11-20T14:01:00Z' })
    expect(await askedAbout()).toBe(11)
  })

  test('a leaver whom the API refuses is given up after a lookback, and counted', async () => {
    await leave()
    await refreshTwice()
    await world.fault({ on: 'clockings', employeeId, kind: 'status', status: 404, times: 1_000 })
    world.at('2026-11-18T13:00:00Z')
    expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [] })
    world.at('2026-11-19T12:10:00Z')
    expect(await world.poll()).toMatchObject({ givenUp: [employeeId] })
    expect(await world.state(employeeId)).toMatchObject({ restSince: '2026-11-18T12:00:00Z' })
    expect(await world.poll()).toMatchObject({ failures: [], givenUp: [], oldestBehind: null })
    expect(await askedAbout()).toBe(11)
  })

  test('a leaver whose calls fail otherwise is given up after 90 days', async () => {
    await leave()
    await refreshTwice()
    await world.fault({ on: 'clockings', employeeId, kind: 'status', status: 500, times: 1_000 })
    world.at('2027-02-16T12:09:00Z')
    expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [] })
    world.at('2027-02-16T12:10:00Z')
    expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [employeeId] })
    expect(await askedAbout()).toBe(11)
  })

  test('what someone did between leaving and returning is told, days later too', async () => {
    await leave()
    await refreshTwice()
    world.at('2026-11-19T12:10:00Z')
    await world.poll()
    world.at('2026-11-23T12:00:00Z')
    await world.clocking(aClocking({ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }))
    await world.employee(anEmployee())
    await world.poll()
    await refreshTwice()
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'employee-left 2026-11-18T12:10:00Z',
      'employee-joined 2026-11-23T12:10:00Z',
      'clocked-in 2026-11-20T09:00:00Z',
      'clocked-out 2026-11-20T17:00:00Z',
    ])
    expect(await world.state(employeeId)).toMatchObject({
      leftAt: null,
      restSince: null,
      unaskedSince: { clockings: null, absences: null },
    })
  })

  test('someone who returns is told again, with another id', async () => {
    await world.removeEmployee(employeeId)
    world.pass(hour)
    await refreshTwice()
    await world.poll()
    await world.employee(anEmployee())
    world.pass(hour)
    await refreshTwice()
    await world.removeEmployee(employeeId)
    world.pass(hour)
    await refreshTwice()
    const events = await world.events()
    expect(outline(events)).toEqual([
      'employee-left 2026-11-18T13:10:00Z',
      'employee-joined 2026-11-18T14:20:00Z',
      'employee-left 2026-11-18T15:30:00Z',
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  })

  test('a new name or job is told with before and after; what may not be told is no news', async () => {
    const married = anEmployee({ name: { givenName: 'Amina', familyName: 'Okafor' } })
    await world.employee({ ...married, email: 'new@example.org' })
    await world.refresh()
    expect(await world.events()).toMatchObject([
      {
        type: 'attendance.employee-changed',
        data: {
          employee: { familyName: 'Okafor' },
          changes: [{ field: 'familyName', before: "O'Neill", after: 'Okafor' }],
        },
      },
    ])
    await world.employee({ ...married, email: 'newer@example.org' })
    await world.refresh()
    expect(await world.events()).toEqual([])
  })

  test('newcomers fill the first shard with room, and nobody moves', async () => {
    await hire(13, 40)
    await world.refresh()
    const { shards } = await world.shards.all()
    expect(shards.map(({ shardId, members }) => [shardId, members])).toEqual([
      ['0001', 15],
      ['0002', 15],
      ['0003', 10],
    ])
    const { employees } = await world.employees.inShard('0001')
    expect(employees.slice(0, 12).map((state) => state.employeeId)).toEqual(
      Array.from({ length: 12 }, (_, n) => anId(n + 1)),
    )
  })
})
