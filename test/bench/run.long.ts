import { expect, test } from 'vitest'
import { differenceOver, figuresOf } from '../../bench/measuring/figures.ts'
import { run } from '../../bench/measuring/run.ts'
import { sectionsOf } from '../../bench/report/rows.ts'

const setup = { employees: 30, latency: 1, inFlight: 4 }

test('a day is measured with everyone who polls, and both pollers tell the truth', async () => {
  const progress: string[] = []
  const results = await run({ ...setup, warmUpDays: 0, days: 1, profiles: null }, (what) =>
    progress.push(what),
  )

  expect(progress).toHaveLength(6)
  const truth = { missed: 0, invented: 0, repeated: 0 }
  expect(differenceOver(results.plain.days)).toEqual(truth)
  expect(differenceOver(results.ours.days)).toEqual(truth)
  expect(differenceOver(results.bare.days)).toMatchObject({ missed: 30 * 4 })
  expect(results.ours.afterOutage.difference).toEqual(truth)
  // It asks for the last day alone.
  expect(results.plain.afterOutage.difference).toEqual({ ...truth, missed: 30 * 4 })

  const plain = (scenario: Parameters<typeof figuresOf>[2]) =>
    figuresOf(setup, results.plain.days, scenario)
  expect(plain('idle poll')).toMatchObject({
    readUnits: 15,
    writeUnits: 30,
    snsCalls: 0,
    events: 0,
  })
  expect(plain('everyone clocks out')).toMatchObject({ snsCalls: 30, events: 30 })
  const ours = figuresOf(setup, results.ours.days, 'everyone clocks out')
  expect(ours.events).toBe(30)
  expect(ours.snsCalls).toBe(3)
  // An event that is read without asking anybody: with its employee, its clocking and when it was seen.
  expect(ours.messageBytes).toBeLessThanOrEqual(1_000)
  // One save an event, of an item of less than two kilobytes, packed, one record of the shard for all, and a few
  // segments of the event log.
  expect(ours.writeUnits).toBeLessThanOrEqual(30 * 2 + 2 + 10)
  expect(ours.readUnits).toBe(0)
  const idle = results.ours.days
    .flatMap(({ samples }) => samples)
    .filter(({ scenario }) => scenario === 'idle poll')
    // The first of the day reads, to remember.
    .slice(1)
  expect(idle.map(({ readUnits, writeUnits }) => ({ readUnits, writeUnits }))).toEqual(
    idle.map(({ polls }) => ({ readUnits: 0, writeUnits: 2 * polls })),
  )
  expect(idle.map(({ databaseCalls, polls }) => databaseCalls / polls)).toEqual(idle.map(() => 2))

  const calls = results.ours.days.flatMap(({ samples }) =>
    samples.map(({ polls, apiCalls }) => apiCalls / polls),
  )
  expect(new Set(calls)).toEqual(new Set([30]))

  const cells = sectionsOf(setup, results).flatMap(({ rows }) => rows.map((row) => row.cells))
  expect(cells.flat().filter((cell) => cell !== null && !Number.isFinite(cell))).toEqual([])
})
