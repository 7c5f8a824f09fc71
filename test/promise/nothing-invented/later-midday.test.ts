import { expect } from 'vitest'
import { offToday } from '../../../lib/alerts/digests/away.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { presentState } from '../../../lib/attendance/present-state.ts'
import { personNow } from '../../../lib/read-api/presence/person-now.ts'
import { personThen } from '../../../lib/read-api/presence/person-then.ts'
import { knownRecordsOf } from '../../../lib/read-api/presence/records.ts'
import { aHoliday, anId, rules } from '../../harness/builders.ts'
import { personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

const half = { $type: 'LocalDatePart', date: '2026-11-16', datePart: 'SecondHalf' } as const
const afternoon = aHoliday({ id: anId(1, 3), employeeId: personId(1), start: half, end: null })
const at = '2026-11-16T12:50:00Z'
const workday = { timeZone: 'Europe/London', midday: '14:00' }

/** Since when the one person who is absent is absent, as each says who can be asked. */
const sinceWhen = async (system: System) => {
  const [state] = await system.states()
  if (state === undefined) throw new Error('Nobody is there')
  const now = epochMs(at)
  const today = rules({ workday })
  const events = presentState(state, now, today)
  const asking = {
    now,
    workday,
    tooLongHours: 14,
    show: 'category' as const,
    zone: workday.timeZone,
    workingDays: ['mon' as const],
  }
  return {
    snapshot: events.find(({ type }) => type === 'attendance.absence-started')?.time,
    present: personNow(state, today)?.since,
    past: personThen(knownRecordsOf(state, today), now, workday)?.since,
    digest: offToday(state, asking)?.from,
  }
}

const everywhere = (time: string) => ({
  snapshot: time,
  present: time,
  past: time,
  digest: epochMs(time),
})

test('an absence that was told as started at midday has not begun later where midday is later since', async ({
  start,
}) => {
  const system = await start()
  system.world.absences.set(afternoon.id, afternoon)
  await watch(system, 1)
  await system.pollAt('2026-11-16T12:35:00Z')
  const started = '2026-11-16T12:30:00Z'
  expect(await system.published()).toEqual([`1 absence-started ${started}`])
  system.deploy({ workday })
  await system.pollAt(at)
  expect(await system.published()).toEqual([])
  expect(await sinceWhen(system)).toEqual(everywhere(started))
})

test('it has begun where a correction has put it', async ({ start }) => {
  const system = await start()
  system.world.absences.set(afternoon.id, afternoon)
  await watch(system, 1)
  await system.pollAt('2026-11-16T12:35:00Z')
  const atTwelve = { $type: 'LocalDateTime', date: '2026-11-16', time: '12:00' } as const
  system.world.absences.set(afternoon.id, { ...afternoon, start: atTwelve })
  await system.pollAt(at)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-16T12:30:00Z',
    `1 absence-amended ${at}`,
  ])
  expect(await sinceWhen(system)).toEqual(everywhere('2026-11-16T12:00:00Z'))
})
