import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PollPorts } from '../../lib/polling/poll-shard.ts'
import { aClocking, anEmployee, anId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

let engines: Engines
let world: World
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  world = await startWorld(engines, { now: '2026-11-15T08:00:00Z' })
  for (const n of [1, 2, 3]) await world.employee(anEmployee({ id: anId(n) }))
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
})
afterEach(() => world.close())
afterAll(() => engines.close())

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

test('one employee whose state cannot be saved holds nobody back, and catches up in full', async () => {
  world.at('2026-11-15T18:00:00Z')
  expect(await world.poll('0001', refusing(anId(2)))).toMatchObject({
    kind: 'polled',
    polledThrough: '2026-11-15T18:00:00Z',
    tellings: { told: 2, unsaved: 1 },
    unsaved: [{ employeeId: anId(2), problem: 'ValidationException' }],
  })
  const first = await world.events()
  expect(first.map(({ subject }) => subject)).toEqual([anId(1), anId(1), anId(3), anId(3)])
  expect(await world.state(anId(2))).toMatchObject({ behindSince: '2026-11-15T08:00:00Z' })

  world.at('2026-11-20T12:00:00Z')
  await world.poll('0001', refusing(anId(2)))
  await world.poll()
  const second = await world.events()
  expect(second.map(({ subject }) => subject)).toEqual([anId(2), anId(2)])
  expect(outline(second)).toEqual([
    'clocked-in 2026-11-15T09:00:00Z',
    'clocked-out 2026-11-15T17:00:00Z',
  ])
})

test('a poll fails where nothing at all can be saved, and the next one covers it', async () => {
  world.at('2026-11-18T18:00:00Z')
  await expect(world.poll('0001', refusing(anId(2), true))).rejects.toThrow(ValidationException)
  expect((await world.shards.all())[0]?.polledThrough).toBe('2026-11-15T08:00:00Z')
  await world.poll()
  expect(await world.events()).toHaveLength(6)
})
