import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { aHoliday } from '../../harness/builders.ts'
import { clock, dismiss, employ, holiday, personId, watch } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { test } from '../support/system.ts'

type Holiday = ReturnType<typeof aHoliday>

/** When an event happened, and whether it is said to have been observed no earlier than that. */
const placeOf = ({ time, data: { observed } }: AttendanceEvent) => ({
  time,
  isAfterTime: Date.parse(observed.after ?? '') > Date.parse(time),
})

test('what the clock brought about while nobody asked for absences is not said to have come after a poll of then', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  holiday(system.world, 1, '2026-11-19', '2026-11-24')
  await system.pollAfter(16)
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-16T09:00:00Z')
  await system.refreshAt('2026-11-16T10:00:00Z')
  await system.pollAt('2026-11-16T11:00:00Z')
  await system.pollAt('2026-11-17T12:00:00Z')
  await system.pollAt('2026-11-17T13:00:00Z')
  employ(system.world, 1)
  const over = system.api.trouble({
    on: ({ of, employeeId }) => of === 'absences' && employeeId === personId(1),
    status: 500,
  })
  await system.refreshAt('2026-11-19T13:00:00Z')
  await system.refreshAt('2026-11-19T14:00:00Z')
  await system.pollAt('2026-11-19T14:01:00Z')
  await system.pollAt('2026-11-19T15:00:00Z')
  await system.events()
  over()
  await system.pollAt('2026-11-19T15:40:00Z')
  expect((await system.events()).map(placeOf)).toEqual([
    { time: '2026-11-19T00:00:00Z', isAfterTime: false },
  ])
})

test('likewise while no answer about them was whole', async ({ start }) => {
  const system = await start({
    now: '2026-11-16T20:00:00Z',
    polling: { absencesEverySeconds: 60 },
  })
  await watch(system, 2)
  holiday(system.world, 1, '2026-11-17', '2026-11-18')
  await system.pollAt('2026-11-16T23:58:00Z')
  await system.events()
  system.api.limitPages(1)
  const later = { $type: 'LocalDate', date: '2026-11-18' } as const
  const over = system.api.trouble({
    on: ({ of, employeeId }) => of === 'absences' && employeeId === personId(1),
    // Pages that never agree.
    records: () =>
      [1, 2].map(() =>
        aHoliday({ id: randomUUID(), employeeId: personId(1), start: later, end: later }),
      ),
  })
  await system.pollAt('2026-11-17T00:01:00Z')
  await system.pollAt('2026-11-17T00:02:00Z')
  expect(await system.events()).toEqual([])
  over()
  await system.pollAt('2026-11-17T00:03:00Z')
  expect((await system.events()).map(placeOf)).toEqual([
    { time: '2026-11-17T00:00:00Z', isAfterTime: false },
  ])
})

test.for([
  ['its kind', (absence: Holiday): Absence => ({ ...absence, $type: 'Toil' })],
  [
    'its end',
    (absence: Holiday): Absence => ({
      ...absence,
      end: { $type: 'LocalDate', date: '2026-11-20' },
    }),
  ],
] as const)(
  'an absence that began while a second answer was to confirm %s is not said to have begun after a poll of then',
  async ([, otherwise], { start }) => {
    const system = await start({
      now: '2026-11-16T20:00:00Z',
      polling: { absencesEverySeconds: 60 },
    })
    await watch(system, 1)
    const id = holiday(system.world, 1, '2026-11-17', '2026-11-18')
    const before = aHoliday({
      id,
      employeeId: personId(1),
      start: { $type: 'LocalDate', date: '2026-11-17' },
      end: { $type: 'LocalDate', date: '2026-11-18' },
    })
    await system.pollAt('2026-11-16T23:00:00Z')
    system.world.absences.set(id, otherwise(before))
    await system.pollAt('2026-11-16T23:58:00Z')
    system.world.absences.set(id, before)
    await system.pollAt('2026-11-17T00:01:00Z')
    expect(await system.published()).toEqual([])
    await system.pollAt('2026-11-17T00:02:00Z')
    expect((await system.events()).map(placeOf)).toEqual([
      { time: '2026-11-17T00:00:00Z', isAfterTime: false },
    ])
  },
)

test('what became overdue while it could not be read is not said to have done so after a poll of then', async ({
  start,
}) => {
  const system = await start({
    now: '2026-11-16T08:00:00Z',
    attention: { clockingLongerThanHours: 2 },
  })
  await watch(system, 2)
  const id = clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: null })
  await system.pollAt('2026-11-16T08:12:00Z')
  await system.pollAt('2026-11-16T10:00:00Z')
  await system.events()
  const mend = spoil(system, id, { start: 'soon' })
  await system.pollAt('2026-11-16T10:05:00Z')
  await system.pollAt('2026-11-16T10:25:00Z')
  mend()
  await system.pollAt('2026-11-16T10:30:00Z')
  expect((await system.events()).map(placeOf)).toEqual([
    { time: '2026-11-16T10:10:00Z', isAfterTime: false },
  ])
})
