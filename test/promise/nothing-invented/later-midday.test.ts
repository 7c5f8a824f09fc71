import { describe, expect } from 'vitest'
import { offToday } from '../../../lib/alerts/digests/away.ts'
import { inNow } from '../../../lib/alerts/digests/in-now.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { presentState } from '../../../lib/attendance/present-state.ts'
import { personNow } from '../../../lib/read-api/presence/person-now.ts'
import { personThen } from '../../../lib/read-api/presence/person-then.ts'
import { knownRecordsOf } from '../../../lib/read-api/presence/records.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { aHoliday, anId, rules } from '../../harness/builders.ts'
import { clock, personId, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

const half = { $type: 'LocalDatePart', date: '2026-11-16', datePart: 'SecondHalf' } as const
const afternoon = aHoliday({ id: anId(1, 3), employeeId: personId(1), start: half, end: null })
const morning = {
  ...afternoon,
  start: { $type: 'LocalDate', date: '2026-11-16' } as const,
  end: { ...half, datePart: 'FirstHalf' } as const,
}
const at = '2026-11-16T12:50:00Z'
const workday = { timeZone: 'Europe/London', midday: '14:00' }

const askingAt = (now: number) => ({
  now,
  workday,
  tooLongHours: 14,
  show: 'category' as const,
  zone: workday.timeZone,
  workingDays: ['mon' as const],
})

/** Since when the one person who is absent is absent, as each says who can be asked. */
const sinceWhen = async (system: System) => {
  const [state] = await system.states()
  if (state === undefined) throw new Error('Nobody is there')
  const now = epochMs(at)
  const today = rules({ workday })
  const events = presentState(state, now, today)
  return {
    snapshot: events.find(({ type }) => type === 'attendance.absence-started')?.time,
    present: personNow(state, today)?.since,
    past: personThen(knownRecordsOf(state, today), now, workday)?.since,
    digest: offToday(state, askingAt(now))?.from,
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

describe('where midday is later since, a correction of anything else has', () => {
  const soon = (system: System) => system.pollAfter(5)
  const retype = (system: System) => {
    const known = system.world.absences.get(afternoon.id)
    if (known !== undefined)
      system.world.absences.set(afternoon.id, { ...known, $type: 'Other' } as Absence)
  }

  test('an absence that has begun not begin, nor call for attention, once more', async ({
    start,
  }) => {
    const system = await start({ attention: { clockedInWhileAbsent: true } })
    await watch(system, 1)
    system.world.absences.set(afternoon.id, afternoon)
    await system.pollAfter(16)
    await system.pollAt('2026-11-16T12:35:00Z')
    clock(system.world, 1, { start: '2026-11-16T12:36:00Z', end: null })
    await system.pollAfter(16)
    expect(await system.published()).toHaveLength(3)
    system.deploy({ workday })
    await soon(system)
    retype(system)
    await system.pollAt('2026-11-16T13:15:00Z')
    await system.pollAt('2026-11-16T14:10:00Z')
    await system.pollAfter(16)
    expect(await system.published()).toEqual(['1 absence-amended 2026-11-16T13:15:00Z'])
  })

  test('nor begin once more where its end is another', async ({ start }) => {
    const system = await start()
    await watch(system, 1)
    system.world.absences.set(afternoon.id, afternoon)
    await system.pollAfter(16)
    await system.pollAt('2026-11-16T12:35:00Z')
    await system.published()
    system.deploy({ workday })
    await soon(system)
    const end = { $type: 'LocalDate', date: '2026-11-17' } as const
    system.world.absences.set(afternoon.id, { ...afternoon, end })
    await system.pollAt('2026-11-16T13:15:00Z')
    await system.pollAt('2026-11-16T14:10:00Z')
    await system.pollAt('2026-11-18T00:05:00Z')
    expect(await system.published()).toEqual([
      '1 absence-amended 2026-11-16T13:15:00Z',
      '1 absence-ended 2026-11-18T00:00:00Z',
    ])
  })

  test('one that has ended not end once more, be it that its start is another', async ({
    start,
  }) => {
    const system = await start()
    await watch(system, 1)
    system.world.absences.set(afternoon.id, morning)
    await system.pollAfter(16)
    await system.pollAt('2026-11-16T12:35:00Z')
    await system.published()
    system.deploy({ workday })
    await soon(system)
    retype(system)
    await system.pollAt('2026-11-16T12:56:00Z')
    const early = { $type: 'LocalDate', date: '2026-11-15' } as const
    system.world.absences.set(afternoon.id, { ...morning, start: early })
    await system.pollAt('2026-11-16T13:16:00Z')
    await system.pollAt('2026-11-16T13:32:00Z')
    await system.pollAt('2026-11-16T14:10:00Z')
    const told = await system.published()
    expect(told.filter((each) => !each.includes('amended'))).toEqual([])
    expect(told.length).toBeGreaterThanOrEqual(2)
  })
})

test('an absence that was told as ended at midday does not last where midday is later since', async ({
  start,
}) => {
  const system = await start()
  await watch(system, 1)
  system.world.absences.set(afternoon.id, morning)
  await system.pollAfter(16)
  await system.pollAt('2026-11-16T12:35:00Z')
  clock(system.world, 1, { start: '2026-11-16T12:40:00Z', end: null })
  system.deploy({ workday })
  await system.pollAt(at)
  expect(await system.published()).toContain('1 absence-ended 2026-11-16T12:30:00Z')
  const [state] = await system.states()
  if (state === undefined) throw new Error('Nobody is there')
  const [now, today] = [epochMs(at), rules({ workday })]
  expect(personNow(state, today)?.absence).toBeUndefined()
  expect(personThen(knownRecordsOf(state, today), now, workday)?.absence).toBeUndefined()
  const before = epochMs('2026-11-16T12:20:00Z')
  expect(personThen(knownRecordsOf(state, today), before, workday)?.absence).toBeDefined()
  expect(inNow(state, askingAt(now))?.away).toBeUndefined()
  expect(offToday(state, askingAt(now))?.until).not.toBe(epochMs('2026-11-16T14:00:00Z'))
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
