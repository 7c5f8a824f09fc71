import { expect, test } from 'vitest'
import { digestMessage } from '../../../lib/alerts/digests/digest-message.ts'
import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import { Digest, type DigestPart } from '../../../lib/alerts/rules/alert-settings.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../../lib/alerts/wording/group-message.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { anEvent, clocking } from '../support/events.ts'
import { asking, away, clockedIn, date } from '../support/staff.ts'

const say = (event: AttendanceEvent, now = '2026-11-20T18:00:00Z') =>
  plainText(
    groupMessage({ events: [event], isStale: false }, english, {
      now: Date.parse(now),
      zone: 'Europe/London',
    }).headline,
    english,
  )

test('a correction tells a clock-out by the clock by which it was told', () => {
  const day = {
    ...clocking,
    start: '2026-11-20T08:00:00Z',
    end: '2026-11-20T16:30:00Z',
    endTimeZone: 'Europe/Paris',
  }
  const out = anEvent('clocked-out', { clocking: day }, { time: '2026-11-20T16:30:00Z' })
  expect(say(out)).toMatch(/clocked out at 17:30 in Paris/)
  const fixed = anEvent('clocking-amended', {
    clocking: { ...day, end: '2026-11-20T16:00:00Z' },
    changes: [{ field: 'end', before: '2026-11-20T16:30:00Z', after: '2026-11-20T16:00:00Z' }],
  })
  expect(say(fixed)).toMatch(/17:00 in Paris instead of 17:30/)
})

const part = (datePart: 'FirstHalf' | 'SecondHalf') => ({
  $type: 'LocalDatePart' as const,
  date: '2026-11-20',
  datePart,
})
test('who is off all day by two absences is not said to be back at noon', () => {
  const person = away(
    'X',
    { start: date('2026-11-18'), end: part('FirstHalf') },
    { start: part('SecondHalf'), end: date('2026-11-27') },
  )
  const [listed] = peopleOf('off-today', [person], asking)
  expect(listed?.until).toBeUndefined()
})

test('who is in again where it is tomorrow already is not said to be back tomorrow', () => {
  const now = Date.parse('2026-11-19T20:00:00Z')
  const listed = (start: string) => {
    const { absences } = away('East', { start: date('2026-11-18'), end: date('2026-11-19') })
    const east = { ...clockedIn('East', { start }), absences, timeZone: 'Pacific/Auckland' }
    return peopleOf('returning-tomorrow', [east], { ...asking, now }).length
  }
  // Before and after the midnight that ends their absence.
  expect([listed('2026-11-19T10:59:00Z'), listed('2026-11-19T11:00:00Z')]).toEqual([1, 0])
})

test('who is off where it is still Thursday is off today, in a digest of Friday', () => {
  const on = (day: string) => away(day, { start: date(day), end: date(day) })
  const friday = {
    ...asking,
    now: Date.parse('2026-11-19T19:30:00Z'),
    zone: 'Pacific/Auckland',
  }
  const named = (part: DigestPart) =>
    peopleOf(part, [on('2026-11-19'), on('2026-11-20')], friday).map((each) => each.familyName)
  expect(named('off-today')).toEqual(['2026-11-19'])
  expect(named('returning-tomorrow')).toEqual(['2026-11-20'])
})

test('an absence that ends as Saturday begins is until Friday', () => {
  const person = away('X', {
    start: date('2026-11-18'),
    end: { $type: 'LocalDateTime', date: '2026-11-21', time: '00:00:00' },
  })
  const [listed] = peopleOf('off-today', [person], asking)
  expect(listed?.lastDay ?? '2026-11-20').toBe('2026-11-20')
})

test('a digest tells the year of a last day that is not of this year', () => {
  const person = away('X', { start: date('2026-11-18'), end: date('2027-11-15') })
  const digest = Digest.parse({
    name: 'morning',
    at: '08:30',
    slack: ['office'],
    include: ['off-today'],
  })
  const now = Date.parse('2026-11-20T08:30:00Z')
  const message = digestMessage(
    digest,
    { employees: [person], shards: [], uncertain: 0 },
    { asOf: now, isStale: false },
    asking,
    english,
    { now, zone: 'Europe/London' },
  )
  const text =
    message === null
      ? ''
      : message.sections
          .flatMap(({ lines }) => lines.map((line) => plainText(line, english)))
          .join('\n')
  // As a sentence about the same absence does: "is away from Wed 18 Nov until Mon 15 Nov 2027".
  expect(text).toMatch(/Mon 15 Nov 2027/)
})
