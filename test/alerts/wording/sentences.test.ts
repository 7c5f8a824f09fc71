import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs, hour, utc } from '../../../lib/attendance/moments.ts'
import { anId } from '../../harness/builders.ts'
import { amina, anEvent, clocking } from '../support/events.ts'
import { sentence } from '../support/sentence.ts'

describe('sentences', () => {
  test('a night shift is told on the day of its end, with its beginning', () => {
    const night = { ...clocking, start: '2026-11-19T22:00:00Z', end: '2026-11-20T06:02:00Z' }
    expect(sentence(anEvent('clocked-out', { clocking: night }, { time: night.end }))).toBe(
      "Amina O'Neill clocked out at 06:02 (8 h 2 min, clocked in on Thu 19 Nov at 22:00)",
    )
  })

  test('times are those of the employee, in summer and winter', () => {
    const away = { ...clocking, start: '2026-07-01T20:00:00Z', startTimeZone: 'Pacific/Auckland' }
    expect(sentence(anEvent('clocked-in', { clocking: away }, { time: away.start }))).toBe(
      "Amina O'Neill clocked in on Thu 2 Jul at 08:00 in Auckland",
    )
  })

  test('an unusable zone gives way to that of the working day', () => {
    const odd = { ...clocking, startTimeZone: 'Mars/Olympus' }
    expect(sentence(anEvent('clocked-in', { clocking: odd }))).toBe(
      "Amina O'Neill clocked in at 09:02",
    )
  })

  test.each([
    ['2026-11-20T15:02:30Z', '6 h'],
    ['2026-11-20T17:50:00Z', '8 h'],
    ['2026-11-22T11:50:00Z', '3 days 2 h'],
  ])('what is overdue and seen at %s was so for more than %s', (recordedtime, length) => {
    const start = '2026-11-19T09:02:00Z'
    const open = { ...clocking, start: length.includes('days') ? start : clocking.start }
    const time = utc(epochMs(open.start) + 6 * hour)
    const pause = { id: anId(1, 2), start: open.start, end: null }
    const seen = { time, recordedtime }
    const of = (event: AttendanceEvent) => sentence(event).replace(/^.*, for/, 'for')
    expect(of(anEvent('break-overdue', { clocking: open, break: pause }, seen))).toBe(
      `for more than ${length}`,
    )
    expect(of(anEvent('clocking-overdue', { clocking: open }, seen))).toBe(
      `for more than ${length}: perhaps the clock-out was forgotten`,
    )
  })

  test('a clocking that was removed is told by its times, and an open one by its beginning', () => {
    const of = (times: Partial<typeof clocking>) =>
      sentence(anEvent('clocking-removed', { clocking: { ...clocking, ...times } }))
    const west = 'America/Los_Angeles'
    expect([
      of({}),
      of({ end: '2026-11-20T17:00:00Z' }),
      of({ start: '2026-11-18T22:00:00Z', end: '2026-11-19T06:00:00Z' }),
      of({ end: '2026-11-20T17:00:00Z', startTimeZone: west, endTimeZone: west }),
    ]).toEqual([
      "Amina O'Neill's clock-in at 09:02 was removed",
      "Amina O'Neill's clocking from 09:02 to 17:00 was removed",
      "Amina O'Neill's clocking from Wed 18 Nov, 22:00 to Thu 19 Nov, 06:00 was removed",
      "Amina O'Neill's clocking from 01:02 in Los Angeles to 09:00 was removed",
    ])
  })

  test('corrections of a clocking', () => {
    const of = (field: string, before: string | null, after: string | null) =>
      sentence(anEvent('clocking-amended', { clocking, changes: [{ field, before, after }] }))
    expect([
      of('start', '2026-11-20T09:02:00Z', '2026-11-20T08:30:00Z'),
      of('end', '2026-11-20T17:00:00Z', null),
      of('breaks.7.end', '2026-11-20T12:30:00Z', '2026-11-20T12:45:00Z'),
      of('breaks.7', '…', null),
    ]).toEqual([
      "Amina O'Neill's clocking of today was corrected: clock-in 08:30 instead of 09:02",
      "Amina O'Neill's clocking of today was corrected: clock-out 17:00 taken back",
      "Amina O'Neill's clocking of today was corrected: end of a break 12:45 instead of 12:30",
      "Amina O'Neill's clocking of today was corrected: a break removed",
    ])
  })

  test('changes of a person', () => {
    const employment = { start: null, end: null }
    const changes = [{ field: 'jobTitle', before: null, after: 'Ward sister' }]
    expect(sentence(anEvent('employee-changed', { employee: amina, employment, changes }))).toBe(
      "Amina O'Neill's job title changed from none to Ward sister",
    )
  })
})
