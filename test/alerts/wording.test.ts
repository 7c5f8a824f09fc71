import { describe, expect, test } from 'vitest'
import { english } from '../../lib/alerts/wording/en.ts'
import { duration, nameOf, plural, possessive, quoted } from '../../lib/alerts/wording/en-units.ts'
import { plainText } from '../../lib/alerts/wording/plain-text.ts'
import type { Json } from '../../lib/attendance/changes.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { redactEvent } from '../../lib/routing/redact.ts'
import type { Show } from '../../lib/routing/where.ts'
import { anId } from '../harness/builders.ts'
import { absence, amina, anEvent, clocking } from './support/events.ts'

const reading = { now: Date.parse('2026-11-20T18:00:00Z'), zone: 'Europe/London' }
const sentence = (event: AttendanceEvent, show: Show = 'full'): string => {
  const shown = redactEvent(event, show)
  return shown === null ? '' : plainText(english.event(shown, reading), english)
}

describe('durations', () => {
  test.each([
    [0, 'less than a minute'],
    [59_000, 'less than a minute'],
    [minute, '1 min'],
    [30 * minute, '30 min'],
    [2 * hour, '2 h'],
    [8 * hour + 29 * minute, '8 h 29 min'],
    [24 * hour + 26 * minute, '24 h 26 min'],
    [48 * hour, '2 days'],
    [74 * hour, '3 days 2 h'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text)
  })
})

describe('numbers and names', () => {
  test('plurals', () => {
    expect([plural(0, 'break'), plural(1, 'break'), plural(1_204, 'person', 'people')]).toEqual([
      '0 breaks',
      '1 break',
      '1,204 people',
    ])
  })

  test('a name stays as it is written, in one line, and never takes over the line', () => {
    expect(quoted("  D'Arcy\n\tNí Bhriain ")).toBe("D'Arcy Ní Bhriain")
    expect(quoted('abc\u202egnp')).toBe('abc gnp')
    expect(quoted('x'.repeat(300))).toHaveLength(101)
    expect(quoted('می\u200cخواهم')).toBe('\u2068می\u200cخواهم\u2069')
    expect(nameOf({ givenName: ' ', familyName: '' })).toBe('An employee')
  })

  test('possessives', () => {
    expect([possessive('James'), possessive("Amina O'Neill"), possessive('結城')]).toEqual([
      "James'",
      "Amina O'Neill's",
      "結城's",
    ])
  })
})

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

  test.each<[Show, string]>([
    ['opaque', "Amina O'Neill is away until Mon 23 Nov"],
    ['category', "Amina O'Neill is off sick until Mon 23 Nov"],
    ['full', "Amina O'Neill is off sick until Mon 23 Nov (Sickness, Migraine, certified)"],
  ])('an absence with show %s', (show, text) => {
    const sick = {
      ...absence,
      $type: 'Sickness',
      displayName: 'Sickness',
      reason: { id: 4, description: 'Migraine' },
      isCertified: true,
      note: 'called at eight',
    }
    const started = anEvent('absence-started', { absence: sick }, { time: '2026-11-20T00:00:00Z' })
    expect(sentence(started, show)).toBe(text)
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

  test('absences of a day, of half a day, and without an end', () => {
    const today = { $type: 'LocalDate' as const, date: '2026-11-20' }
    const half = {
      $type: 'LocalDatePart' as const,
      date: '2026-11-20',
      datePart: 'SecondHalf' as const,
    }
    const nine = { $type: 'LocalDateTime' as const, date: '2026-11-20', time: '09:00:00' }
    const eleven = { ...nine, time: '11:30:00' }
    const of = (start: typeof absence.start, end: typeof absence.end) =>
      sentence(anEvent('absence-started', { absence: { ...absence, start, end } }), 'opaque')
    expect([of(today, today), of(half, half), of(nine, eleven), of(today, null)]).toEqual([
      "Amina O'Neill is away today",
      "Amina O'Neill is away the second half of today",
      "Amina O'Neill is away from 09:00 today until 11:30 today",
      "Amina O'Neill is away from today, with no end yet",
    ])
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

  test('a change of an absence to nothing, from nothing, or to what cannot be said, can be read aloud', () => {
    const { end } = absence
    const of = (...changes: { field: string; before: Json; after: Json }[]) =>
      sentence(anEvent('absence-amended', { absence, changes })).replace(/^.* was changed: /, '')
    const later = { $type: 'LocalDate', date: '2026-11-25' }
    expect([
      of({ field: 'end', before: end, after: later }),
      of({ field: 'end', before: end, after: null }),
      of({ field: 'end', before: null, after: later }),
      of({ field: 'reason', before: { n: 1 }, after: { n: 2 } }),
      of({ field: 'reason', before: { n: 1 }, after: null }),
      of({ field: 'isCertified', before: false, after: true }),
    ]).toEqual([
      'end Wed 25 Nov instead of Mon 23 Nov',
      'no end instead of Mon 23 Nov',
      'end Wed 25 Nov (none before)',
      'another reason',
      'no reason',
      'certificate yes instead of no',
    ])
  })

  test('today and times without a zone are those of the employee', () => {
    // In Auckland it is Saturday by now.
    const timeZone = 'Pacific/Auckland'
    const saturday = { $type: 'LocalDate' as const, date: '2026-11-21' }
    const nine = { $type: 'LocalDateTime' as const, date: '2026-11-21', time: '09:00:00' }
    const of = (start: typeof absence.start, end: typeof absence.end) =>
      sentence(
        anEvent('absence-started', { absence: { ...absence, timeZone, start, end } }),
        'opaque',
      )
    expect([of(saturday, saturday), of(absence.start, nine)]).toEqual([
      "Amina O'Neill is away today",
      "Amina O'Neill is away from Fri 20 Nov until 09:00 today",
    ])
  })

  test.each<[string | null, string, string]>([
    [null, '2026-11-21T07:59:59.999Z', 'on Fri 20 Nov'],
    ['14:00', '2026-11-20T22:00:00Z', 'on Fri 20 Nov at 14:00 in Los Angeles'],
  ])('an overdue return at %s is told by the clock of the employee', (time, moment, text) => {
    const timeZone = 'America/Los_Angeles'
    const sick = { ...absence, timeZone, end: null, $type: 'Sickness' }
    const data = { absence: sick, estimatedReturn: moment, expected: { date: '2026-11-20', time } }
    const shown = redactEvent(anEvent('return-overdue', data, { time: moment }), 'category')
    const saturday = { ...reading, now: Date.parse('2026-11-21T09:00:00Z') }
    expect(shown && plainText(english.event(shown, saturday), english)).toBe(
      `Amina O'Neill was expected back ${text} and is still off sick`,
    )
  })

  test('an overdue return from before its second schema has its moment alone', () => {
    const sick = { ...absence, end: null, $type: 'Sickness' }
    const data = { absence: sick, estimatedReturn: '2026-11-20T09:00:00Z' }
    expect(sentence(anEvent('return-overdue', data))).toBe(
      "Amina O'Neill was expected back at 09:00 and is still off sick",
    )
  })

  test('who is in though absent was still in after a while, and is away to the end of a last day', () => {
    const wednesday = { $type: 'LocalDate' as const, date: '2026-11-18' }
    const today = { $type: 'LocalDate' as const, date: '2026-11-20' }
    const of = (time: string) =>
      sentence(
        anEvent(
          'clocked-in-while-absent',
          { clocking, absence: { ...absence, start: wednesday, end: today } },
          { time },
        ),
        'opaque',
      )
    expect([of('2026-11-20T09:32:00Z'), of('2026-11-20T09:02:00Z')]).toEqual([
      "Amina O'Neill clocked in at 09:02 and was still in 30 min later, although away from Wed 18 Nov until the end of today",
      "Amina O'Neill clocked in at 09:02 although away from Wed 18 Nov until the end of today",
    ])
  })

  test('a boundary of a kind that is new is left out of the sentence', () => {
    const strange = { ...absence, start: { $type: 'LunarDate' }, end: { $type: 'LunarDate' } }
    expect(sentence(anEvent('absence-started', { absence: strange }), 'opaque')).toBe(
      "Amina O'Neill is away",
    )
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
