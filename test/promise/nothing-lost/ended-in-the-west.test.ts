import { expect } from 'vitest'
import { aHoliday, anId } from '../../harness/builders.ts'
import { watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const hours = 60

test('an absence that ended within the lookback by the clocks of New York, a date before by UTC, is published after an outage', async ({
  start,
}) => {
  const system = await start({
    now: '2026-11-10T08:00:00Z',
    workday: { timeZone: 'America/New_York' },
  })
  await watch(system, 2)
  await system.pollAfter(16, 24 * hours)
  // The last answer of the 15th is of 03:16 UTC: a lookback before it the 13th was not over in New York.
  await system.pollAfter((3 * 24 + 19) * hours)
  const id = anId(1, 3)
  const on = { $type: 'LocalDate' as const, date: '2026-11-13' }
  system.world.absences.set(id, aHoliday({ id, employeeId: anId(1), start: on, end: on }))
  await system.pollAfter(5 * 24 * hours)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-13T05:00:00Z',
    '1 absence-ended 2026-11-14T05:00:00Z',
  ])
})
