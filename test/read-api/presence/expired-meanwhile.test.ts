import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { amina, anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import { dropExpired } from '../../harness/drop-expired.ts'
import type { Engines } from '../../harness/engines.ts'
import { person } from '../support/people.ts'
import { logged, type ReadWorld, test } from '../support/read-test.ts'

/** The n-th person comes at a moment, or has left at it, an hour after they came. */
const told = (n: number, name: 'clocked-in' | 'clocked-out', moment: string): AttendanceEvent => {
  const [start, end] =
    name === 'clocked-in' ? [moment, null] : [moment.replace(/T../, 'T07'), moment]
  const data = {
    employee: { ...amina, id: anId(n) },
    clocking: { ...clocking, id: anId(n, 1), employeeId: anId(n), start, end },
  }
  const sequence = name === 'clocked-in' ? 1 : 2
  return anEvent(name, data, { time: moment, id: anId(2 * n + sequence, 9), sequence })
}

/** Publishes at a moment, while events are kept for so many days. */
const publish = async (world: ReadWorld, days: number, lane: number, event: AttendanceEvent) => {
  world.at(event.time)
  const { now } = world.clock
  await createLogWriter(world.segments, { days, now, machineNow: now }).append(lane, [
    logged(event),
  ])
}

/** Who has come and gone on a day, so that their state has let go of it. */
const aDay = async (world: ReadWorld, date: string, [days, lane, n]: [number, number, number]) => {
  await publish(world, days, lane, told(n, 'clocked-in', `${date}T07:00:00Z`))
  await publish(world, days, lane, told(n, 'clocked-out', `${date}T16:00:00Z`))
}

const noon = (date: string) => `/presence?at=${date}T12:00:00Z`
const statusAt = async (world: ReadWorld, date: string) => (await world.get(noon(date))).status
const expire = ({ resources, clock }: ReadWorld, engines: Engines) =>
  dropExpired(engines, resources.eventsTable, clock.now())

describe('what was so is not told where something since then has expired before what came earlier', () => {
  test('between what is kept of a lane', async ({ start, engines }) => {
    const world = await start({ now: '2026-11-10T06:00:00Z' })
    await aDay(world, '2026-11-10', [30, 1, 1])
    await aDay(world, '2026-11-12', [1, 1, 2])
    await aDay(world, '2026-11-14', [30, 1, 3])
    await world.save([person(1), person(2), person(3)])
    for (const date of ['11', '12']) expect(await statusAt(world, `2026-11-${date}`)).toBe(200)
    expect(await expire(world, engines)).toBe(2)
    for (const date of ['10', '11', '12'])
      expect(await statusAt(world, `2026-11-${date}`)).toBe(410)
    for (const date of ['13', '14']) {
      world.at('2026-11-15T12:00:00Z')
      expect(await statusAt(world, `2026-11-${date}`)).toBe(200)
    }
  })

  test('at the end of a lane', async ({ start, engines }) => {
    const world = await start({ now: '2026-11-10T06:00:00Z' })
    await aDay(world, '2026-11-10', [30, 1, 1])
    await aDay(world, '2026-11-12', [1, 1, 2])
    await world.save([person(1), person(2)])
    expect((await world.get(noon('2026-11-12'))).body.counts.in).toBe(1)
    world.at('2026-11-15T08:00:00Z')
    await expire(world, engines)
    expect(await statusAt(world, '2026-11-12')).toBe(410)
    expect(await statusAt(world, '2026-11-13')).toBe(200)
  })

  test('at the start of a lane', async ({ start, engines }) => {
    const world = await start({ now: '2026-11-10T06:00:00Z' })
    await aDay(world, '2026-11-10', [30, 1, 1])
    await aDay(world, '2026-11-12', [1, 2, 2])
    await aDay(world, '2026-11-15', [30, 2, 3])
    await world.save([person(1), person(2), person(3)])
    expect((await world.get(noon('2026-11-12'))).body.counts.in).toBe(1)
    await expire(world, engines)
    world.at('2026-11-15T20:00:00Z')
    expect(await statusAt(world, '2026-11-12')).toBe(410)
    for (const date of ['13', '15']) expect(await statusAt(world, `2026-11-${date}`)).toBe(200)
  })
})

test('what was so is told where all that is gone came before it: a lane may be silent for long', async ({
  start,
  engines,
}) => {
  const world = await start({ now: '2026-11-10T06:00:00Z', days: 7 })
  // One site is closed since, another was for a while.
  for (const lane of [1, 2, 3]) await aDay(world, '2026-11-10', [7, lane, lane])
  await aDay(world, '2026-11-13', [7, 4, 6])
  await aDay(world, '2026-11-16', [7, 3, 4])
  await aDay(world, '2026-11-19', [7, 2, 5])
  await world.save([1, 2, 3, 4, 5, 6].map((n) => person(n)))
  await expire(world, engines)
  world.at('2026-11-20T12:00:00Z')
  for (const [date, count] of [
    ['14', 0],
    ['16', 1],
    ['19', 1],
  ] as const)
    expect((await world.get(noon(`2026-11-${date}`))).body.counts).toMatchObject({ in: count })
})
