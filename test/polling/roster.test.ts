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

describe('the first run', () => {
  test('is silent about everything that was so before it', async () => {
    await hire(1, 3)
    await world.clocking(aClocking({ id: anId(2, 1), end: '2026-11-18T10:00:00Z' }))
    await world.clocking(open)
    expect(await world.refresh()).toEqual({
      kind: 'refreshed',
      members: 3,
      added: 3,
      left: 0,
      overtaken: 0,
    })
    await world.poll()
    expect(await world.events()).toEqual([])
    await world.clocking(aClocking())
    world.at('2026-11-18T17:01:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T17:00:00Z'])
  })

  test('tells what happened after it, even if the first poll comes late', async () => {
    await hire(1, 1)
    await world.clocking(open)
    await world.refresh()
    await world.clocking(aClocking({ end: '2026-11-18T13:00:00Z' }))
    world.at('2026-11-20T12:00:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T13:00:00Z'])
  })

  test('that was cut short goes on where it was, and announces nobody', async () => {
    await hire(1, 20)
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

describe('later', () => {
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

  test('a leaver with an open clocking still gets their clock-out, and is then forgotten', async () => {
    await world.clocking(open)
    world.pass(minute)
    await world.poll()
    await world.employee(anEmployee({ _metadata: { isRegistered: true, isTerminated: true } }))
    world.at('2026-11-18T13:00:00Z')
    await world.refresh()
    await world.poll()
    expect(await world.state(employeeId)).toMatchObject({ membership: 'leaver', expiresAt: null })
    await world.clocking(aClocking())
    world.at('2026-11-18T17:01:00Z')
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
      'employee-left 2026-11-18T13:00:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
    expect(await world.state(employeeId)).toMatchObject({ expiresAt: '2026-11-25T17:01:00Z' })
    world.requests.length = 0
    await world.poll()
    expect(world.requests.filter((each) => each === 'clockings')).toHaveLength(11)
  })

  test('what someone did between leaving and returning is told, days later too', async () => {
    await world.employee(anEmployee({ _metadata: { isRegistered: true, isTerminated: true } }))
    await world.refresh()
    await world.poll()
    world.at('2026-11-23T12:00:00Z')
    await world.clocking(aClocking({ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }))
    await world.employee(anEmployee())
    await world.poll()
    await world.refresh()
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'employee-left 2026-11-18T12:00:00Z',
      'employee-joined 2026-11-23T12:00:00Z',
      'clocked-in 2026-11-20T09:00:00Z',
      'clocked-out 2026-11-20T17:00:00Z',
    ])
    expect(await world.state(employeeId)).toMatchObject({ behindSince: null, expiresAt: null })
  })

  test('someone who returns is told again, with another id', async () => {
    await world.removeEmployee(employeeId)
    world.pass(hour)
    await world.refresh()
    await world.poll()
    await world.employee(anEmployee())
    world.pass(hour)
    await world.refresh()
    await world.removeEmployee(employeeId)
    world.pass(hour)
    await world.refresh()
    const events = await world.events()
    expect(outline(events)).toEqual([
      'employee-left 2026-11-18T13:00:00Z',
      'employee-joined 2026-11-18T14:00:00Z',
      'employee-left 2026-11-18T15:00:00Z',
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
    const shards = await world.shards.all()
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

describe('a roster answer that is not believed', () => {
  beforeEach(async () => {
    await hire(1, 10)
    await world.refresh()
    await world.poll()
  })

  test('is one that is empty', async () => {
    for (let n = 1; n <= 10; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh({ acceptLoss: true })).toMatchObject({
      kind: 'refused',
      reason: 'empty',
    })
    expect(await world.events()).toEqual([])
  })

  test('is one that lacks more than a fifth, until an operator vouches for it', async () => {
    for (let n = 1; n <= 3; n++) await world.removeEmployee(anId(n))
    await hire(20, 25)
    expect(await world.refresh()).toEqual({
      kind: 'refused',
      reason: 'a fifth short',
      members: 10,
      answered: 13,
    })
    expect(await world.events()).toEqual([])
    expect(await world.refresh({ acceptLoss: true })).toMatchObject({ left: 3, added: 6 })
    const types = (await world.events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'attendance.employee-left')).toHaveLength(3)
  })

  test('is not one that lacks exactly a fifth', async () => {
    for (let n = 1; n <= 2; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 2 })
  })

  test('someone missing from one listing and present in the next has not left', async () => {
    const { listEmployees } = world.api
    let listings = 0
    world.api.listEmployees = async function* (...args) {
      const isFirst = ++listings === 1
      for await (const page of listEmployees(...args))
        yield { ...page, records: page.records.filter(({ id }) => !isFirst || id !== employeeId) }
    }
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 0 })
    expect(listings).toBe(2)
    expect(await world.events()).toEqual([])
  })
})
