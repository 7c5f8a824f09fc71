import { describe, expect, test } from 'vitest'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import { aClocking, aHoliday, anId, aSickness, aSnapshot } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })

/** Reads an absence the day before, then polls without asking for absences. */
const pollsWithoutAsking = (
  absence: Absence,
  readAt: string,
  moments: string[],
  start: Partial<EmployeeState> = {},
) => {
  const employee = employeePoller(start)
  const told = [outline(employee.poll(readAt, shown(readAt, absence)))]
  for (const now of moments) told.push(outline(employee.poll(now, aSnapshot(now))))
  return told
}

describe('absences', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-17T11:00:00Z', '2026-11-19T11:00:00Z'],
    ['America/Los_Angeles', '2026-11-18T08:00:00Z', '2026-11-20T08:00:00Z'],
    ['Europe/London', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z'],
  ])('start and end to the minute in %s, without a call at that moment', (timeZone, start, end) => {
    const minuteBefore = (moment: string) => new Date(Date.parse(moment) - 60_000).toISOString()
    const moments = [minuteBefore(start), start, minuteBefore(end), end]
    const told = pollsWithoutAsking(aHoliday(), '2026-11-16T12:00:00Z', moments, { timeZone })
    expect(told).toEqual([[], [], [`absence-started ${start}`], [], [`absence-ended ${end}`]])
  })

  test.each([
    ['2026-03-29', '2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'],
    ['2026-10-25', '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
  ])('a day off on the daylight-saving day %s lasts that day', (date, start, end) => {
    const absence = aHoliday({ start: on(date), end: on(date) })
    const readAt = new Date(Date.parse(date) - 36 * 3_600_000).toISOString()
    const zone = { timeZone: 'Europe/London' }
    const told = pollsWithoutAsking(absence, readAt, [start, end], zone)
    expect(told.flat()).toEqual([`absence-started ${start}`, `absence-ended ${end}`])
  })

  test('half days and moments begin and end where they say', () => {
    const half = aHoliday({
      start: { $type: 'LocalDatePart', date: '2026-11-18', datePart: 'SecondHalf' },
      end: { $type: 'LocalDateTime', date: '2026-11-18', time: '15:15' },
    })
    const moments = ['2026-11-18T12:30:00Z', '2026-11-18T15:15:00Z']
    expect(pollsWithoutAsking(half, '2026-11-18T08:00:00Z', moments)).toEqual([
      [],
      ['absence-started 2026-11-18T12:30:00Z'],
      ['absence-ended 2026-11-18T15:15:00Z'],
    ])
  })

  test('an absence without an end ends when the API gives it one', () => {
    const employee = employeePoller()
    const now = '2026-11-19T10:00:00Z'
    expect(outline(employee.poll(now, shown(now, aSickness())))).toEqual([
      'absence-started 2026-11-18T00:00:00Z',
    ])
    const later = '2026-11-20T10:00:00Z'
    const ended = aSickness({ end: on('2026-11-19') })
    expect(outline(employee.poll(later, shown(later, ended)))).toEqual([
      `absence-amended ${later}`,
      'absence-ended 2026-11-20T00:00:00Z',
    ])
  })

  test('the zone is that of the newest clocking', () => {
    const employee = employeePoller()
    const now = '2026-11-17T20:00:00Z'
    const clockings = [
      aClocking({ start: '2026-11-17T18:00:00Z', end: null, startTimeZone: 'Asia/Tokyo' }),
    ]
    const events = employee.poll(now, aSnapshot(now, { clockings, absences: [aHoliday()] }))
    expect(outline(events)).toEqual([
      'absence-started 2026-11-17T15:00:00Z',
      'clocked-in 2026-11-17T18:00:00Z',
    ])
    expect(employee.state.timeZone).toBe('Asia/Tokyo')
  })

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata', []],
    ['Etc/UTC', 'UTC', []],
    ['europe/london', 'Europe/London', []],
    ['Europe/London', 'Europe/Dublin', ['absence-amended 2026-11-18T10:00:00Z']],
  ])(
    'an absence that lasts is amended by another zone, not by another name: %s, %s',
    (before, after, told) => {
      const employee = employeePoller({ timeZone: before })
      const clockings = [before, after].map((startTimeZone, n) =>
        aClocking({ id: anId(n, 1), start: `2026-11-18T0${n + 8}:00:00Z`, startTimeZone }),
      )
      const [earlier, later] = ['2026-11-18T08:30:00Z', '2026-11-18T10:00:00Z'] as const
      const shownBy = (now: string, count: number) =>
        aSnapshot(now, { clockings: clockings.slice(0, count), absences: [aSickness()] })
      employee.poll(earlier, shownBy(earlier, 1))
      const startedAt = () => employee.state.absences[aSickness().id]?.startedAt
      const startedAtFirst = startedAt()
      const events = outline(employee.poll(later, shownBy(later, 2)))
      expect(events.filter((each) => each.startsWith('absence'))).toEqual(told)
      expect(startedAt()).toBe(startedAtFirst)
    },
  )

  test('an absence in doubt does not start until the API shows it again', () => {
    const employee = employeePoller()
    const [eve, start, after] = [
      '2026-11-17T23:00:00Z',
      '2026-11-18T00:05:00Z',
      '2026-11-18T00:20:00Z',
    ] as const
    employee.poll('2026-11-17T22:00:00Z', shown('2026-11-17T22:00:00Z', aHoliday()))
    expect(employee.poll(eve, shown(eve))).toEqual([])
    expect(employee.poll(start, aSnapshot(start))).toEqual([])
    expect(outline(employee.poll(after, shown(after, aHoliday())))).toEqual([
      'absence-started 2026-11-18T00:00:00Z',
    ])
  })

  test('an absence entered afterwards is told with its true times', () => {
    const now = '2026-11-20T09:00:00Z'
    expect(outline(employeePoller().poll(now, shown(now, aHoliday())))).toEqual([
      'absence-started 2026-11-18T00:00:00Z',
      'absence-ended 2026-11-20T00:00:00Z',
    ])
  })

  test('an absence with a boundary of a new type is kept, and nothing is made up about it', () => {
    const employee = employeePoller()
    const now = '2026-11-18T10:00:00Z'
    const snapshot = shown(now)
    snapshot.absences?.records.push({ ...aHoliday(), start: { $type: 'LocalWeek' } })
    expect(employee.poll(now, snapshot)).toEqual([])
    expect(Object.keys(employee.state.absences)).toEqual([aHoliday().id])
  })
})
