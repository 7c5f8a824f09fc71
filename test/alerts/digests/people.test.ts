import { describe, expect, test } from 'vitest'
import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import { returnDay } from '../../../lib/alerts/digests/returning.ts'
import type { DigestPart } from '../../../lib/alerts/rules/alert-settings.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { anId, aTrackedClocking } from '../../harness/builders.ts'
import { asking, away, clockedIn, date, names, now, person } from '../support/staff.ts'

describe('who is off today', () => {
  test('is who has an absence on this local day, whole or in part', () => {
    const half = {
      $type: 'LocalDatePart' as const,
      date: '2026-11-20',
      datePart: 'SecondHalf' as const,
    }
    expect(
      names(
        'off-today',
        away('Today', { start: date('2026-11-20'), end: date('2026-11-20') }),
        away('Afternoon', { start: half, end: half }),
        away('Open', { start: date('2026-11-01'), end: null }),
        away('Over', { start: date('2026-11-18'), end: date('2026-11-19') }),
        away('Later', { start: date('2026-11-21'), end: null }),
      ),
    ).toEqual(['Afternoon', 'Open', 'Today'])
  })

  test('goes by the day of each employee', () => {
    const saturday = { start: date('2026-11-21'), end: date('2026-11-21') }
    const kiritimati = { ...away('East', saturday), timeZone: 'Pacific/Kiritimati' }
    const at = Date.parse('2026-11-20T12:00:00Z')
    expect(peopleOf('off-today', [kiritimati], { ...asking, now: at })).toHaveLength(1)
  })

  test('tells the kind of absence only where it may be told', () => {
    const sick = away('Sick', { $type: 'Sickness', start: date('2026-11-20'), end: null })
    expect(peopleOf('off-today', [sick], asking)[0]).not.toHaveProperty('absenceType')
    expect(peopleOf('off-today', [sick], { ...asking, show: 'category' })[0]).toMatchObject({
      absenceType: 'Sickness',
    })
  })
})

test('in now is who is clocked in, those on a break marked', () => {
  const pause = { id: anId(1, 2), start: '2026-11-20T08:00:00Z', end: null }
  const people = [
    clockedIn('Working', { start: '2026-11-20T07:00:00Z' }),
    clockedIn('Pausing', { start: '2026-11-20T07:00:00Z', breaks: [pause] }),
    clockedIn('Gone', { start: '2026-11-20T07:00:00Z', end: '2026-11-20T08:00:00Z' }),
  ]
  expect(
    peopleOf('in-now', people, asking).map(({ familyName, breakSince }) => [
      familyName,
      breakSince,
    ]),
  ).toEqual([
    ['Pausing', Date.parse(pause.start)],
    ['Working', undefined],
  ])
})

test('open clockings are those that are open for too long, not the night shift', () => {
  const night = clockedIn('Night', { start: '2026-11-19T22:00:00Z' })
  const forgotten = clockedIn('Forgot', { start: '2026-11-19T09:00:00Z' })
  expect(names('open-clockings', night, forgotten)).toEqual(['Forgot'])
})

test.for([
  ['first', 1, 2],
  ['last', 2, 1],
])(
  'whoever forgot to clock out and is in again is listed with what they forgot, known %s',
  ([, older, newer]) => {
    const clocking = (start: string) => aTrackedClocking({ start, end: null, breaks: [] })
    const again = person('Again', {
      clockings: {
        [anId(Number(older), 1)]: clocking('2026-11-19T09:00:00Z'),
        [anId(Number(newer), 1)]: clocking('2026-11-20T08:00:00Z'),
      },
    })
    const sinceOf = (part: DigestPart) => peopleOf(part, [again], asking).map(({ since }) => since)
    expect(sinceOf('open-clockings')).toEqual([Date.parse('2026-11-19T09:00:00Z')])
    expect(sinceOf('in-now')).toEqual([Date.parse('2026-11-20T08:00:00Z')])
  },
)

describe('who is back next', () => {
  const off = (from: string, to: string) => ({ start: date(from), end: date(to) })
  const friday = off('2026-11-18', '2026-11-20')

  test('is a sick employee who expects to be, where their sickness may be told', () => {
    const better = { start: date('2026-11-18'), end: null, estimatedReturn: { date: '2026-11-21' } }
    const everybody = [away('Back', friday), away('Better', better)]
    const told = peopleOf('returning-tomorrow', everybody, { ...asking, show: 'category' })
    expect(told.map(({ familyName }) => familyName)).toEqual(['Back', 'Better'])
    // Nobody else is expected back before an end is known.
    expect(names('returning-tomorrow', ...everybody)).toEqual(['Back'])
  })

  test('is on a Friday who is off until then, or over the weekend, and is expected on Monday', () => {
    expect(
      names(
        'returning-tomorrow',
        away('Back', friday),
        away('Sunday', off('2026-11-18', '2026-11-22')),
        away('Half', {
          ...friday,
          end: { $type: 'LocalDatePart', date: '2026-11-23', datePart: 'FirstHalf' },
        }),
        away('Long', off('2026-11-18', '2026-11-23')),
        away('Again', friday, off('2026-11-23', '2026-11-25')),
        away('Was', off('2026-11-18', '2026-11-19')),
      ),
    ).toEqual(['Back', 'Half', 'Sunday'])
  })

  test.each([
    ['2026-11-19T08:30:00Z', ['mon', 'tue', 'wed', 'thu', 'fri'], '2026-11-20', true],
    ['2026-11-20T08:30:00Z', ['mon', 'tue', 'wed', 'thu', 'fri'], '2026-11-23', false],
    ['2026-11-21T08:30:00Z', ['mon', 'tue', 'wed', 'thu', 'fri'], '2026-11-23', false],
    ['2026-11-22T08:30:00Z', ['mon', 'tue', 'wed', 'thu', 'fri'], '2026-11-23', true],
    ['2026-11-20T08:30:00Z', ['fri', 'sat', 'sun'], '2026-11-21', true],
    ['2026-11-20T08:30:00Z', ['wed'], '2026-11-25', false],
  ] as const)('at %s of a week of %j is on %s', (now, workingDays, day, isTomorrow) => {
    const returning = returnDay({ ...asking, workingDays, now: Date.parse(now) })
    expect([returning.date.toString(), returning.isTomorrow]).toEqual([day, isTomorrow])
  })

  test('is on Saturday and Sunday whoever it was on Friday', () => {
    const people = [away('Back', friday), away('Was', off('2026-11-18', '2026-11-19'))]
    for (const day of [20, 21, 22]) {
      const now = Date.parse(`2026-11-${day}T08:30:00Z`)
      expect(
        peopleOf('returning-tomorrow', people, { ...asking, now }).map((each) => each.familyName),
      ).toEqual(['Back'])
    }
  })

  test('goes by the midnights of each person, in their own zone', () => {
    const east = { ...away('East', friday), timeZone: 'Pacific/Auckland' }
    expect(names('returning-tomorrow', east)).toEqual(['East'])
  })
})

describe('who is both off and in', () => {
  const both = (start: string, absence: Parameters<typeof away>[1]) => ({
    ...clockedIn('Both', { start }),
    absences: away('Both', absence).absences,
  })
  const lineOf = (part: DigestPart, state: EmployeeState, show: 'opaque' | 'category') =>
    peopleOf(part, [state], { ...asking, show }).map((each) =>
      plainText(
        english.digest.person(
          part,
          each,
          { asOf: now, isStale: false },
          { now, zone: 'Europe/London' },
        ),
        english,
      ),
    )
  const holiday = { $type: 'Holiday', start: date('2026-11-18'), end: date('2026-11-24') }

  test('is marked in both lists, and says no more of the absence than may be told', () => {
    const state = both('2026-11-20T08:04:00Z', holiday)
    expect(lineOf('off-today', state, 'opaque')).toEqual([
      'A Both (until Tue 24 Nov, but clocked in since 08:04)',
    ])
    expect(lineOf('in-now', state, 'opaque')).toEqual(['A Both (since 08:04, although away)'])
    expect(lineOf('in-now', state, 'category')).toEqual([
      'A Both (since 08:04, although on holiday)',
    ])
  })

  test('is told from when they are away where that is later today', () => {
    const half = {
      $type: 'LocalDatePart' as const,
      date: '2026-11-20',
      datePart: 'SecondHalf' as const,
    }
    const state = both('2026-11-20T08:04:00Z', { start: half, end: half })
    expect(lineOf('in-now', state, 'opaque')).toEqual(['A Both (since 08:04, away from 12:30)'])
  })
})

test('people of one name come in one order, however they are stored', () => {
  const twins = [anId(2), anId(1), anId(3)].map((employeeId) => ({
    ...clockedIn('Same', { start: '2026-11-20T08:00:00Z' }),
    employeeId,
  }))
  const orders = [twins, twins.toReversed()].map((people) =>
    peopleOf('in-now', people, asking).map(({ employeeId }) => employeeId),
  )
  expect(orders).toEqual([
    [anId(1), anId(2), anId(3)],
    [anId(1), anId(2), anId(3)],
  ])
})
