import { expect } from 'vitest'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

/** What was published of absences since the last time, each with the number of its person. */
const toldOf = async (system: System) =>
  (await system.events()).flatMap(({ type, time, subject, data }) =>
    'absence' in data
      ? [
          `${[1, 2].find((n) => personId(n) === subject)} ${type.replace('attendance.', '')} ${time}`,
        ]
      : [],
  )

test('a new zone of the organisation corrects the clock of whoever has no clocking, and of nobody else', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  clock(system.world, 2, { start: '2026-11-16T07:10:00Z', end: '2026-11-16T07:20:00Z' })
  for (const n of [1, 2]) {
    const id = holiday(system.world, n, '2026-11-16', '2026-11-16')
    const half = { $type: 'LocalDatePart', date: '2026-11-16', datePart: 'FirstHalf' } as const
    const absence = system.world.absences.get(id)
    if (absence === undefined) throw new Error('no absence')
    system.world.absences.set(id, { ...absence, start: half, end: half })
  }
  await system.pollAfter(16)
  await system.pollAt('2026-11-16T12:45:00Z')
  const ended = (await toldOf(system)).filter((told) => told.includes('ended'))
  expect(ended.toSorted()).toEqual([
    '1 absence-ended 2026-11-16T12:30:00Z',
    '2 absence-ended 2026-11-16T12:30:00Z',
  ])

  system.deploy({ workday: { timeZone: 'America/New_York' } })
  await system.pollAt('2026-11-16T13:10:00Z')
  await system.pollAfter(16, 16)
  expect(await toldOf(system)).toEqual([expect.stringMatching(/^1 absence-amended /)])
  await system.pollAt('2026-11-16T18:10:00Z')
  expect(await toldOf(system)).toEqual(['1 absence-ended 2026-11-16T17:30:00Z'])
})
