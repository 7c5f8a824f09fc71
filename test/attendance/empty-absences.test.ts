import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { presentState } from '../../lib/attendance/present-state.ts'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import { aHoliday, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })
const at = (date: string, time: string): AbsenceBoundary => ({ $type: 'LocalDateTime', date, time })

const today = '2026-11-18'
const nine = at(today, '09:00:00')

/** What holds for no time: its end is the moment of its start, or before it. */
const empty = [
  ['that ends at the very moment it began', { start: nine, end: nine }],
  ['whose end is before its start', { start: nine, end: at(today, '08:00:00') }],
  ['whose last day is before its first', { start: on(today), end: on('2026-11-17') }],
] as const

const inLondon = rules({ workday: { ...rules().workday, timeZone: 'Europe/London' } })

describe.each(empty)('an absence %s', (_what, { start, end }) => {
  const began = start.$type === 'LocalDate' ? `${today}T00:00:00Z` : `${today}T09:00:00Z`
  const [first, second] = [`${today}T09:05:00Z`, `${today}T09:21:00Z`]
  const open = aSickness({ start, end: null })
  const closed = aSickness({ start, end })

  test('is not told where it was never known otherwise, nor kept for ever', () => {
    const employee = employeePoller()
    expect(employee.poll(first, shown(first, closed))).toEqual([])
    expect(employee.poll(second, shown(second, closed))).toEqual([])
    const later = '2027-03-01T09:00:00Z'
    expect(employee.poll(later, shown(later))).toEqual([])
    expect(employee.state.absences).toEqual({})
  })

  test('is told as ended where it was told as started', () => {
    const employee = employeePoller()
    expect(outline(employee.poll(first, shown(first, open)))).toEqual([`absence-started ${began}`])
    expect(outline(employee.poll(second, shown(second, closed)))).toEqual([
      `absence-amended ${second}`,
      `absence-ended ${began}`,
    ])
    const later = `${today}T09:40:00Z`
    expect(employee.poll(later, shown(later, closed))).toEqual([])
    expect(presentState(employee.state, epochMs(later), rules()).map(({ type }) => type)).toEqual([
      'attendance.employee-joined',
    ])
  })

  test('goes on where it is given an end that comes later', () => {
    const employee = employeePoller()
    employee.poll(first, shown(first, open))
    employee.poll(second, shown(second, closed))
    const third = `${today}T09:40:00Z`
    const longer = aSickness({ start, end: at(today, '17:00:00') })
    expect(outline(employee.poll(third, shown(third, longer)))).toEqual([
      `absence-amended ${third}`,
    ])
    const evening = `${today}T17:00:00Z`
    expect(outline(employee.poll(evening, shown(evening, longer)))).toEqual([
      `absence-ended ${evening}`,
    ])
  })
})

test('an absence whose end the clocks put before its start, told as started, ends', () => {
  const employee = employeePoller({}, inLondon)
  const start = at('2026-03-29', '01:30:00')
  const [night, later] = ['2026-03-29T01:31:00Z', '2026-03-29T01:47:00Z'] as const
  expect(outline(employee.poll(night, shown(night, aSickness({ start, end: null }))))).toEqual([
    'absence-started 2026-03-29T01:30:00Z',
  ])
  const closed = aSickness({ start, end: at('2026-03-29', '02:15:00') })
  expect(outline(employee.poll(later, shown(later, closed)))).toEqual([
    `absence-amended ${later}`,
    'absence-ended 2026-03-29T01:30:00Z',
  ])
})

describe('an absence that had ended', () => {
  const ended = () => {
    const employee = employeePoller()
    const now = '2026-11-20T09:00:00Z'
    expect(outline(employee.poll(now, shown(now, aHoliday({ end: on(today) }))))).toEqual([
      'absence-started 2026-11-18T00:00:00Z',
      'absence-ended 2026-11-19T00:00:00Z',
    ])
    return employee
  }

  test('and is moved to days that have passed since begins and ends once more', () => {
    const moved = aHoliday({ start: on('2026-11-20'), end: on('2026-11-20') })
    const now = '2026-11-21T10:00:00Z'
    const employee = ended()
    expect(outline(employee.poll(now, shown(now, moved)))).toEqual([
      `absence-amended ${now}`,
      'absence-started 2026-11-20T00:00:00Z',
      'absence-ended 2026-11-21T00:00:00Z',
    ])
    const later = '2026-11-21T10:16:00Z'
    expect(employee.poll(later, shown(later, moved))).toEqual([])
  })

  test('and is given a start after its end is amended alone, and so is what it ends with then', () => {
    const employee = ended()
    const begins = at('2026-11-20', '21:00:00')
    const corrections = [
      { at: '2026-11-21T10:00:00Z', end: on(today) },
      { at: '2026-11-21T11:00:00Z', end: at('2026-11-20', '23:00:00') },
    ]
    for (const { at: now, end } of corrections)
      expect(outline(employee.poll(now, shown(now, aHoliday({ start: begins, end }))))).toEqual([
        `absence-amended ${now}`,
      ])
  })

  test('and is moved to days that have begun since begins once more', () => {
    const moved = aHoliday({ start: on('2026-11-20'), end: on('2026-11-23') })
    const now = '2026-11-21T10:00:00Z'
    expect(outline(ended().poll(now, shown(now, moved)))).toEqual([
      `absence-amended ${now}`,
      'absence-started 2026-11-20T00:00:00Z',
    ])
  })

  test('and is prolonged, or moved to days before, is amended alone', () => {
    const now = '2026-11-21T10:00:00Z'
    for (const change of [
      { end: on('2026-11-19') },
      { start: on('2026-11-16'), end: on('2026-11-17') },
      { start: at(today, '12:00:00'), end: on('2026-11-19') },
    ])
      expect(outline(ended().poll(now, shown(now, aHoliday(change))))).toEqual([
        `absence-amended ${now}`,
      ])
  })
})
