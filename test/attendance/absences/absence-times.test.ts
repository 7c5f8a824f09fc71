import { describe, expect, test } from 'vitest'
import {
  absenceSpan,
  returnMoment,
  spelledOut,
} from '../../../lib/attendance/absences/absence-times.ts'
import { utc } from '../../../lib/attendance/moments.ts'
import type { AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { isTimeZone } from '../../../lib/workforce/reading.ts'

const workday = { timeZone: 'Europe/London', midday: '12:30' }
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })
const at = (date: string, time: string): AbsenceBoundary => ({ $type: 'LocalDateTime', date, time })
const part = (date: string, datePart: 'FirstHalf' | 'SecondHalf' | 'FullDay'): AbsenceBoundary => ({
  $type: 'LocalDatePart',
  date,
  datePart,
})

const span = (zone: string, start: AbsenceBoundary, end: AbsenceBoundary | null) => {
  const found = absenceSpan({ start, end }, zone, workday)
  return found && [utc(found.start), found.end === null ? null : utc(found.end)]
}

describe('absence times are local to the employee, and inclusive', () => {
  test.each([
    ['a date', on('2026-06-10'), on('2026-06-10'), '2026-06-09T12:00:00Z', '2026-06-10T12:00:00Z'],
    [
      'a first half',
      part('2026-06-10', 'FirstHalf'),
      part('2026-06-10', 'FirstHalf'),
      '2026-06-09T12:00:00Z',
      '2026-06-10T00:30:00Z',
    ],
    [
      'a second half',
      part('2026-06-10', 'SecondHalf'),
      part('2026-06-10', 'SecondHalf'),
      '2026-06-10T00:30:00Z',
      '2026-06-10T12:00:00Z',
    ],
    [
      'full days',
      part('2026-06-10', 'FullDay'),
      part('2026-06-11', 'FullDay'),
      '2026-06-09T12:00:00Z',
      '2026-06-11T12:00:00Z',
    ],
    [
      'moments',
      at('2026-06-10', '09:15'),
      at('2026-06-10', '11:45:30'),
      '2026-06-09T21:15:00Z',
      '2026-06-09T23:45:30Z',
    ],
    ['an open end', on('2026-06-10'), null, '2026-06-09T12:00:00Z', null],
  ])('%s in Pacific/Auckland', (_what, start, end, from, to) => {
    expect(span('Pacific/Auckland', start, end)).toEqual([from, to])
  })

  test('a date in America/Los_Angeles', () => {
    expect(span('America/Los_Angeles', on('2026-11-20'), on('2026-11-20'))).toEqual([
      '2026-11-20T08:00:00Z',
      '2026-11-21T08:00:00Z',
    ])
  })

  test('the short and the long day of Europe/London have 23 and 25 hours', () => {
    expect(span('Europe/London', on('2026-03-29'), on('2026-03-29'))).toEqual([
      '2026-03-29T00:00:00Z',
      '2026-03-29T23:00:00Z',
    ])
    expect(span('Europe/London', on('2026-10-25'), on('2026-10-25'))).toEqual([
      '2026-10-24T23:00:00Z',
      '2026-10-26T00:00:00Z',
    ])
  })

  test('midday of both daylight-saving days is midday by the clock on the wall', () => {
    const second = (date: string) => span('Europe/London', part(date, 'SecondHalf'), null)?.[0]
    expect(second('2026-03-29')).toBe('2026-03-29T11:30:00Z')
    expect(second('2026-10-25')).toBe('2026-10-25T12:30:00Z')
  })

  test('a time that the clocks skip is the moment after, one that they repeat is the first', () => {
    expect(span('Europe/London', at('2026-03-29', '01:30'), null)?.[0]).toBe('2026-03-29T01:30:00Z')
    expect(span('Europe/London', at('2026-10-25', '01:30'), null)?.[0]).toBe('2026-10-25T00:30:00Z')
  })

  test('a day that begins at one, because the clocks skip midnight, begins at one', () => {
    expect(span('Africa/Cairo', on('2026-04-24'), null)?.[0]).toBe('2026-04-23T22:00:00Z')
  })

  test('no moments are made up', () => {
    const unknown = { $type: 'LocalWeek' }
    expect(absenceSpan({ start: unknown, end: null }, 'UTC', workday)).toBeNull()
    expect(absenceSpan({ start: on('2026-06-10'), end: unknown }, 'UTC', workday)).toBeNull()
  })

  test('nor for days outside the calendar', () => {
    expect(span('UTC', on('+275760-09-14'), null)).toBeNull()
    expect(span('Pacific/Auckland', on('2026-06-10'), on('+275760-09-13'))).toBeNull()
    expect(returnMoment({ date: '+275760-09-14', time: null }, 'UTC')).toBeNull()
    expect(returnMoment({ date: '+275760-09-14', time: '09:00' }, 'UTC')).toBeNull()
  })

  test('what does not end after it starts holds for no time', () => {
    const nine = at('2026-06-10', '09:00')
    const none = ['2026-06-10T09:00:00Z', '2026-06-10T09:00:00Z']
    expect(span('UTC', nine, nine)).toEqual(none)
    expect(span('UTC', nine, at('2026-06-10', '08:00'))).toEqual(none)
    expect(span('UTC', nine, on('2026-06-09'))).toEqual(none)
    expect(span('UTC', nine, at('2026-06-10', '09:00:01'))).toEqual([
      '2026-06-10T09:00:00Z',
      '2026-06-10T09:00:01Z',
    ])
  })

  test('an expected return is the start of its day, or its time', () => {
    const moment = (time: string | null) => {
      const found = returnMoment({ date: '2026-11-20', time }, 'Europe/Paris')
      return found === null ? null : utc(found)
    }
    expect(moment(null)).toBe('2026-11-19T23:00:00Z')
    expect(moment('08:30')).toBe('2026-11-20T07:30:00Z')
  })
})

test.each([
  ['Europe/London', true],
  ['UTC', true],
  ['Mars/Phobos', false],
  ['+01:00', false],
  ['', false],
  ['GMT Standard Time', false],
])('%s is a time zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
})

describe('a time of day', () => {
  test.each([
    ['08:30', '08:30:00'],
    ['08:30:00.50', '08:30:00.5'],
    ['08:30:00.12345678915', '08:30:00.123456789'],
    ['later', 'later'],
  ])('%s is spelled out as %s', (time, spelled) => {
    expect(spelledOut(time)).toBe(spelled)
  })

  test('with more digits than a nanosecond has is reckoned with, as it may have been kept', () => {
    const kept = at('2026-06-10', '09:15:00.12345678915')
    expect(span('Europe/London', kept, null)).toEqual(['2026-06-10T08:15:00.123Z', null])
  })
})
