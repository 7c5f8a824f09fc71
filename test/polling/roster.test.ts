import { expect } from 'vitest'
import { hour } from '../../lib/attendance/moments.ts'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { test as worldTest } from '../harness/world-test.ts'

/** A dozen people, after the first run. */
const test = worldTest.extend('world', async ({ start }) => {
  const world = await start({ now: '2026-11-18T12:00:00Z', shardSize: 15 })
  await world.hire(1, 12)
  await world.refresh()
  await world.poll()
  return world
})
const open = aClocking({ end: null })

test('a joiner is told, and everything they do', async ({ world }) => {
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

test('someone who returns is told again, with another id', async ({ world }) => {
  await world.removeEmployee(employeeId)
  world.pass(hour)
  await world.refreshTwice()
  await world.poll()
  await world.employee(anEmployee())
  world.pass(hour)
  await world.refreshTwice()
  await world.removeEmployee(employeeId)
  world.pass(hour)
  await world.refreshTwice()
  const events = await world.events()
  expect(outline(events)).toEqual([
    'employee-left 2026-11-18T13:10:00Z',
    'employee-joined 2026-11-18T14:20:00Z',
    'employee-left 2026-11-18T15:30:00Z',
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
})

test('a new name or job is told with before and after; what may not be told is no news', async ({
  world,
}) => {
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

test('newcomers fill the first shard with room, and nobody moves', async ({ world }) => {
  await world.hire(13, 40)
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
