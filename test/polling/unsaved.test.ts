import { expect } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { aClocking, anId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import type { World } from '../harness/world.ts'
import { test as worldTest } from '../harness/world-test.ts'

/** Three people who work a shift after they were polled. */
const test = worldTest.extend('world', async ({ start }) => {
  const world = await start({ now: '2026-11-15T08:00:00Z' })
  await world.hire(1, 3)
  await world.refresh()
  await world.poll()
  for (const n of [1, 2, 3])
    await world.clocking(
      aClocking({
        id: anId(n, 1),
        employeeId: anId(n),
        start: '2026-11-15T09:00:00Z',
        end: '2026-11-15T17:00:00Z',
      }),
    )
  return world
})

const behindWithClockings = async (world: World) =>
  (await world.shards.all()).shards[0]?.behind.clockings

class ValidationException extends Error {
  override readonly name = 'ValidationException'
}

/** A table that refuses states of one employee with clockings, as it does where they are too large. */
const refusing =
  (employeeId: string, refusesAll = false) =>
  (ports: PollPorts): PollPorts => ({
    ...ports,
    employees: {
      ...ports.employees,
      save: async (shardId, state) => {
        const isTooLarge =
          state.employeeId === employeeId && Object.keys(state.clockings).length > 0
        if (isTooLarge || refusesAll) throw new ValidationException('too large')
        return ports.employees.save(shardId, state)
      },
    },
  })

test('one employee whose state cannot be saved holds nobody back, and catches up in full', async ({
  world,
}) => {
  world.at('2026-11-15T18:00:00Z')
  expect(await world.poll('0001', refusing(anId(2)))).toMatchObject({
    kind: 'polled',
    polledThrough: '2026-11-15T18:00:00Z',
    outcomes: { saved: 2, unsaved: 1 },
    unsaved: [{ employeeId: anId(2), problem: 'ValidationException' }],
  })
  const first = await world.events()
  expect(first.map(({ subject }) => subject)).toEqual([anId(1), anId(1), anId(3), anId(3)])
  expect(await behindWithClockings(world)).toEqual({
    [anId(2)]: { since: '2026-11-15T08:00:00Z', tries: 1, retryAt: '2026-11-15T18:01:00Z' },
  })

  world.at('2026-11-20T12:00:00Z')
  await world.poll('0001', refusing(anId(2)))
  world.pass(2 * minute)
  await world.poll()
  expect(await behindWithClockings(world)).toEqual({})
  const second = await world.events()
  expect(second.map(({ subject }) => subject)).toEqual([anId(2), anId(2)])
  expect(outline(second)).toEqual([
    'clocked-in 2026-11-15T09:00:00Z',
    'clocked-out 2026-11-15T17:00:00Z',
  ])
})

test('a poll that can save nobody’s state leaves all of them behind, and they catch up in full', async ({
  world,
}) => {
  world.at('2026-11-18T18:00:00Z')
  const report = await world.poll('0001', refusing(anId(2), true))
  expect(report).toMatchObject({ outcomes: { saved: 0, unsaved: 3 } })
  const behind = { since: '2026-11-15T08:00:00Z', tries: 1, retryAt: '2026-11-18T18:01:00Z' }
  const all = Object.fromEntries([1, 2, 3].map((n) => [anId(n), behind]))
  expect(await behindWithClockings(world)).toEqual(all)
  world.pass(minute)
  await world.poll()
  expect(await world.events()).toHaveLength(6)
})

test('a poll fails where not even its progress can be saved, and the next one covers it', async ({
  world,
}) => {
  world.at('2026-11-18T18:00:00Z')
  const nothingSaved = (ports: PollPorts): PollPorts => ({
    ...refusing(anId(2), true)(ports),
    shards: {
      ...ports.shards,
      finish: async () => {
        throw new ValidationException('no table')
      },
    },
  })
  await expect(world.poll('0001', nothingSaved)).rejects.toThrow(ValidationException)
  expect(await world.shards.all()).toMatchObject({
    shards: [{ polledThrough: '2026-11-15T08:00:00Z', behind: { clockings: {}, absences: {} } }],
  })
  await world.poll()
  expect(await world.events()).toHaveLength(6)
})
