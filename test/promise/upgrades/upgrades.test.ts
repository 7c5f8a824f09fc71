import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { expectOneContentPerId, expectPicture } from '../support/consumer.ts'
import { load } from '../support/fixture.ts'
import { clock, correct, employ, holiday, personId, watch } from '../support/people.ts'
import { test as systemTest } from '../support/system.ts'
import { textOf } from '../support/table.ts'

/** Loaded, and polled until everything that had been left over is published. */
const test = systemTest.extend('loaded', ({ start }) => async () => {
  const system = await start()
  const fixture = await load(system, 'in-use')
  await system.pollAfter(1)
  await system.refresh()
  await system.pollAfter(16, 16)
  return { system, fixture }
})

describe('a table that the version before schemas were numbered has left in use', () => {
  test('is polled on with nothing lost, invented or repeated', async ({ loaded }) => {
    const { system } = await loaded()
    expect(await system.published()).toEqual([
      // Who could not be asked, who waits for SNS, and who has just joined.
      '4 clocked-in 2026-11-16T10:33:00Z',
      '4 clocked-out 2026-11-16T10:34:30Z',
      '6 clocked-in 2026-11-16T10:34:00Z',
      '8 clocked-in 2026-11-16T10:20:00Z',
      '8 clocked-out 2026-11-16T10:30:00Z',
    ])
    await system.refreshAt('2026-11-16T12:00:00Z')
    await system.pollAfter(1, 16)
    expect(await system.published()).toEqual([])
    expect(system.sum('StateUnreadable')).toBe(0)
    expectOneContentPerId(system.history)
    expectPicture(system.history, system.world)
  })

  test('has its waiting events published as they were frozen, to the byte', async ({ loaded }) => {
    const { system, fixture } = await loaded()
    const frozen = fixture.items
      .flatMap(({ outbox }) => outbox?.L ?? [])
      .map(({ M }) => M?.['message']?.S)
    expect(frozen).toHaveLength(1)
    const published = (await system.events()).filter(({ subject }) => subject === personId(6))
    expect(published.map((event) => JSON.stringify(event))).toEqual(frozen)
  })

  test('goes on: what ends, is corrected, starts or comes back is published once, with new numbers', async ({
    loaded,
  }) => {
    const { system } = await loaded()
    await system.events()
    const { world } = system
    correct(world, anId(13, 1), {
      end: '2026-11-16T11:30:00Z',
      breaks: [{ id: anId(13, 2), start: '2026-11-16T09:50:00Z', end: '2026-11-16T11:20:00Z' }],
    })
    correct(world, anId(31, 1), { end: '2026-11-16T11:25:00Z' })
    correct(world, anId(11, 1), { start: '2026-11-16T08:12:00Z' })
    holiday(world, 1, '2026-11-16', '2026-11-18', anId(12, 3))
    await system.pollAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toEqual([
      '1 break-ended 2026-11-16T11:20:00Z',
      '1 clocked-out 2026-11-16T11:30:00Z',
      expect.stringMatching(/^1 (clocking|absence)-amended 2026-11-16T12:00:00Z$/),
      expect.stringMatching(/^1 (clocking|absence)-amended 2026-11-16T12:00:00Z$/),
      '3 clocked-out 2026-11-16T11:25:00Z',
    ])
    clock(world, 1, { id: anId(12, 1), start: '2026-11-16T08:45:00Z', end: '2026-11-16T08:55:00Z' })
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T08:45:00Z',
      '1 clocked-out 2026-11-16T08:55:00Z',
    ])
    await system.pollAt('2026-11-18T00:30:00Z')
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-18T00:00:00Z',
      '6 absence-started 2026-11-16T12:30:00Z',
    ])
    expectOneContentPerId(system.history)
    expectPicture(system.history, world)
    for (const n of [1, 3, 4, 6, 8]) {
      const numbers = system.history
        .filter(({ subject }) => subject === personId(n))
        .map(({ sequence }) => Number(sequence))
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  test('knows who left, and tells them back with their next number', async ({ loaded }) => {
    const { system } = await loaded()
    await system.events()
    employ(system.world, 2)
    await system.refreshAt('2026-11-16T12:00:00Z')
    await system.refreshAt('2026-11-16T13:00:00Z')
    const joined = await system.events()
    expect(joined.map(({ subject, type, sequence }) => [subject, type, Number(sequence)])).toEqual([
      [personId(2), 'attendance.employee-joined', 4],
    ])
  })
})

test('a shard that the version before left half polled is polled whole, and nothing is published twice', async ({
  start,
}) => {
  const system = await start()
  await load(system, 'left-over')
  await system.pollAfter(1, 1)
  expect(await system.published()).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => `${n} clocked-in 2026-11-16T09:05:00Z`),
  )
  await system.pollAfter(1, 11)
  expect(await system.published()).toEqual([])
})

test('every record but the budget carries the number of its schema', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  await system.pollAfter(1)
  const items = (await system.table.all()).filter((item) => textOf(item, 'sk') !== 'BUDGET')
  const numbers = items.map(({ sk, schema }) => [sk?.S, Number(schema?.N)] as const)
  expect(numbers.length).toBeGreaterThanOrEqual(4)
  for (const [sk, number] of numbers) expect(number, sk).toBeGreaterThanOrEqual(1)
})
