import { expect } from 'vitest'
import { aHoliday, anId } from '../../harness/builders.ts'
import { watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Two people who are polled for the first time on a Wednesday afternoon: at first Sunday is the first date asked for. */
const test = systemTest.extend('watched', ({ start }) => async (before?: Enter) => {
  const system = await start({ now: '2026-11-18T14:00:00Z', polling: { lookbackHours: 72 } })
  before?.(system)
  await watch(system, 2)
  await system.pollAfter(16)
  return system
})

type Enter = (system: System) => void

/** Enters that the first person was absent for two hours of a day. */
const enterOn =
  (date: string): Enter =>
  ({ world }) => {
    const id = anId(1, 3)
    const at = (time: string) => ({ $type: 'LocalDateTime' as const, date, time })
    world.absences.set(
      id,
      aHoliday({ id, employeeId: anId(1), start: at('09:00'), end: at('11:00') }),
    )
  }

test('an absence that ended on the first date asked for, and is entered after the first run, is published', async ({
  watched,
}) => {
  const system = await watched()
  enterOn('2026-11-15')(system)
  await system.pollAfter(16, 16)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-15T09:00:00Z',
    '1 absence-ended 2026-11-15T11:00:00Z',
  ])
})

test('one that was entered before the first run is no news', async ({ watched }) => {
  const system = await watched(enterOn('2026-11-15'))
  await system.pollAfter(16, 60 * 24, 60 * 24)
  expect(await system.published()).toEqual([])
})

test('one that ended before that date, and was not asked for, is no news once it is', async ({
  watched,
}) => {
  const system = await watched(enterOn('2026-11-14'))
  system.deploy({ polling: { lookbackHours: 240 } })
  await system.pollAfter(16, 16)
  expect(await system.published()).toEqual([])
})
