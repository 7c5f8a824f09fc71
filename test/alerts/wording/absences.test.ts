import { describe, expect, test } from 'vitest'
import { english } from '../../../lib/alerts/wording/en.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import type { Json } from '../../../lib/attendance/changes.ts'
import { redactEvent } from '../../../lib/routing/redact.ts'
import type { Show } from '../../../lib/routing/where.ts'
import { absence, anEvent, clocking } from '../support/events.ts'
import { reading, sentence } from '../support/sentence.ts'

describe('sentences about absences', () => {
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
      of({ field: 'timeZone', before: 'Europe/London', after: 'America/New_York' }),
    ]).toEqual([
      'end Wed 25 Nov instead of Mon 23 Nov',
      'no end instead of Mon 23 Nov',
      'end Wed 25 Nov (none before)',
      'another reason',
      'no reason',
      'certificate yes instead of no',
      'by the clock in New York instead of in London',
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
})
