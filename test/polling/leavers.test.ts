import { expect } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { aClocking, anEmployee, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import type { World } from '../harness/world.ts'
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

const leave = (world: World) =>
  world.employee(anEmployee({ _metadata: { isRegistered: true, isTerminated: true } }))
/** How many people a poll asks about. */
const askedAbout = async (world: World) => {
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

test('a leaver is asked about for a lookback, and is then at rest', async ({ world }) => {
  await leave(world)
  await world.refreshTwice()
  world.at('2026-11-18T20:00:00Z')
  await world.clocking(aClocking())
  expect(await askedAbout(world)).toBe(12)
  expect(outline(await world.events())).toEqual([
    'employee-left 2026-11-18T12:10:00Z',
    'clocked-in 2026-11-18T09:00:00Z',
    'clocked-out 2026-11-18T17:00:00Z',
  ])
  world.at('2026-11-19T12:09:00Z')
  expect(await askedAbout(world)).toBe(12)
  expect(await world.state(employeeId)).toMatchObject({ restSince: null })
  // Once absences have been read after that, too.
  world.at('2026-11-19T12:24:00Z')
  expect(await askedAbout(world)).toBe(12)
  expect(await world.state(employeeId)).toMatchObject({
    membership: 'leaver',
    leftAt: '2026-11-18T12:10:00Z',
    restSince: '2026-11-19T12:24:00Z',
  })
  expect(await askedAbout(world)).toBe(11)
})

test('a leaver with an open clocking still gets their clock-out, days later', async ({ world }) => {
  await world.clocking(open)
  world.pass(minute)
  await world.poll()
  await leave(world)
  world.at('2026-11-18T13:00:00Z')
  await world.refreshTwice()
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
  expect(await askedAbout(world)).toBe(11)
})

test('a leaver whom the API refuses is given up after a lookback, and counted', async ({
  world,
}) => {
  await leave(world)
  await world.refreshTwice()
  await world.fault({ on: 'clockings', employeeId, kind: 'status', status: 404, times: 1_000 })
  world.at('2026-11-18T13:00:00Z')
  expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [] })
  world.at('2026-11-19T12:10:00Z')
  expect(await world.poll()).toMatchObject({ givenUp: [employeeId] })
  expect(await world.state(employeeId)).toMatchObject({ restSince: '2026-11-18T12:00:00Z' })
  expect(await world.poll()).toMatchObject({ failures: [], givenUp: [], oldestBehind: null })
  expect(await askedAbout(world)).toBe(11)
})

test('a leaver whose calls fail otherwise is given up after 90 days', async ({ world }) => {
  await leave(world)
  await world.refreshTwice()
  await world.fault({ on: 'clockings', employeeId, kind: 'status', status: 500, times: 1_000 })
  world.at('2027-02-16T12:09:00Z')
  expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [] })
  world.at('2027-02-16T12:10:00Z')
  expect(await world.poll()).toMatchObject({ failures: [{ employeeId }], givenUp: [employeeId] })
  expect(await askedAbout(world)).toBe(11)
})

test('what someone did between leaving and returning is told, days later too', async ({
  world,
}) => {
  await leave(world)
  await world.refreshTwice()
  world.at('2026-11-19T12:10:00Z')
  await world.poll()
  world.at('2026-11-23T12:00:00Z')
  await world.clocking(aClocking({ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }))
  await world.employee(anEmployee())
  await world.poll()
  await world.refreshTwice()
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
