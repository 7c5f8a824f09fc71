import { describe, expect, test } from 'vitest'
import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import { anId } from '../../harness/builders.ts'
import { asking, away, clockedIn, date, names } from '../support/staff.ts'

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

describe('who is back tomorrow', () => {
  test('is whose absence ends by then, or who expects to be back', () => {
    const friday = { start: date('2026-11-18'), end: date('2026-11-20') }
    const everybody = [
      away('Back', friday),
      away('Better', {
        start: date('2026-11-18'),
        end: null,
        estimatedReturn: { date: '2026-11-21' },
      }),
      away('Long', { start: date('2026-11-18'), end: date('2026-11-23') }),
      away('Again', friday, { start: date('2026-11-21'), end: date('2026-11-25') }),
      away('Was', { start: date('2026-11-18'), end: date('2026-11-19') }),
    ]
    const told = peopleOf('returning-tomorrow', everybody, { ...asking, show: 'category' })
    expect(told.map(({ familyName }) => familyName)).toEqual(['Back', 'Better'])
    // Only a sick employee is expected back before an end is known.
    expect(names('returning-tomorrow', ...everybody)).toEqual(['Back'])
  })
})
