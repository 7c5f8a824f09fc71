import { describe, expect, test } from 'vitest'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import { aClocking, aHoliday, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })

const full = rules({ privacy: { ...rules().privacy, absences: 'full' } })

describe('a corrected absence', () => {
  test('an absence that has not started may change and go without a word', () => {
    const employee = employeePoller()
    const afternoon = {
      $type: 'LocalDatePart',
      date: '2026-11-18',
      datePart: 'SecondHalf',
    } as const
    const moved = aHoliday({ start: afternoon })
    const at = (hour: number) => `2026-11-17T${hour}:00:00Z`
    expect(employee.poll(at(10), shown(at(10), aHoliday()))).toEqual([])
    expect(employee.poll(at(11), shown(at(11), moved))).toEqual([])
    expect(employee.poll(at(12), shown(at(12)))).toEqual([])
    expect(employee.poll(at(13), shown(at(13)))).toEqual([])
    const start = '2026-11-18T13:00:00Z'
    expect(employee.poll(start, aSnapshot(start))).toEqual([])
  })

  test('an ended absence that is prolonged goes on, and ends again with another id', () => {
    const employee = employeePoller()
    const now = '2026-11-20T09:00:00Z'
    const [, ended] = employee.poll(now, shown(now, aHoliday()))
    const longer = aHoliday({ end: on('2026-11-20') })
    const noon = '2026-11-20T12:00:00Z'
    expect(outline(employee.poll(noon, shown(noon, longer)))).toEqual([`absence-amended ${noon}`])
    const end = '2026-11-21T00:00:00Z'
    const [again] = employee.poll(end, aSnapshot(end))
    expect(again).toMatchObject({ type: 'attendance.absence-ended', time: end })
    expect(again?.id).not.toBe(ended?.id)
  })

  test('a started absence that is put off starts again when its new time comes', () => {
    const employee = employeePoller()
    const now = '2026-11-18T10:00:00Z'
    employee.poll(now, shown(now, aHoliday()))
    const later = '2026-11-18T10:15:00Z'
    const putOff = aHoliday({ start: on('2026-11-19'), end: on('2026-11-19') })
    expect(outline(employee.poll(later, shown(later, putOff)))).toEqual([
      `absence-amended ${later}`,
    ])
    const start = '2026-11-19T00:00:00Z'
    expect(outline(employee.poll(start, aSnapshot(start)))).toEqual([`absence-started ${start}`])
  })

  test('an ended absence is forgotten once it has left the window, and not told again', () => {
    const employee = employeePoller()
    const now = '2026-11-20T09:00:00Z'
    employee.poll(now, shown(now, aHoliday()))
    const later = '2026-11-25T09:00:00Z'
    const clockings = [aClocking({ start: '2026-11-25T08:00:00Z', end: null })]
    employee.poll(later, aSnapshot(later, { clockings, absences: [] }))
    expect(employee.state.absences).toEqual({})
    expect(employee.poll(later, aSnapshot(later, { clockings, absences: [aHoliday()] }))).toEqual(
      [],
    )
  })

  describe('that had ended', () => {
    const now = '2026-11-20T12:00:00Z'
    const atNoon = (date: string): AbsenceBoundary => ({
      $type: 'LocalDateTime',
      date,
      time: '12:00',
    })
    const corrected = (change: Parameters<typeof aHoliday>[0]) => {
      const employee = employeePoller({}, full)
      employee.poll('2026-11-20T09:00:00Z', shown('2026-11-20T09:00:00Z', aHoliday()))
      const told = outline(employee.poll(now, shown(now, aHoliday(change))))
      return { employee, told }
    }

    test.each([
      ['its note', { note: 'to be continued' }],
      ['its end, to another one that has passed', { end: on('2026-11-18') }],
      ['its end, to this very moment', { end: atNoon('2026-11-20') }],
    ])('is amended and does not end again: %s', (_what, change) => {
      const { employee, told } = corrected(change)
      expect(told).toEqual([`absence-amended ${now}`])
      const later = '2026-11-20T12:15:00Z'
      expect(employee.poll(later, shown(later, aHoliday(change)))).toEqual([])
    })

    test('goes on where its end is taken back, until it has one again', () => {
      const { employee, told } = corrected({ end: null })
      expect(told).toEqual([`absence-amended ${now}`])
      const later = '2026-11-22T09:00:00Z'
      const ended = aHoliday({ end: on('2026-11-20') })
      expect(outline(employee.poll(later, shown(later, ended)))).toEqual([
        `absence-amended ${later}`,
        'absence-ended 2026-11-21T00:00:00Z',
      ])
    })
  })

  describe('that had started', () => {
    const now = '2026-11-18T10:00:00Z'
    const corrected = (change: Parameters<typeof aHoliday>[0]) => {
      const employee = employeePoller()
      employee.poll('2026-11-18T09:00:00Z', shown('2026-11-18T09:00:00Z', aHoliday()))
      const told = outline(employee.poll(now, shown(now, aHoliday(change))))
      return { employee, told }
    }
    const at = (time: string): AbsenceBoundary => ({
      $type: 'LocalDateTime',
      date: '2026-11-18',
      time,
    })

    test('does not start again where its start becomes this very moment', () => {
      const { employee, told } = corrected({ start: at('10:00') })
      expect(told).toEqual([`absence-amended ${now}`])
      expect(employee.poll('2026-11-18T10:01:00Z', aSnapshot('2026-11-18T10:01:00Z'))).toEqual([])
    })

    test('starts again where its start becomes a minute later', () => {
      const { employee } = corrected({ start: at('10:01') })
      const start = '2026-11-18T10:01:00Z'
      expect(outline(employee.poll(start, aSnapshot(start)))).toEqual([`absence-started ${start}`])
    })

    test('is amended before it ends, where the correction lets it have ended', () => {
      const { told } = corrected({ end: at('09:30') })
      expect(told).toEqual([`absence-amended ${now}`, 'absence-ended 2026-11-18T09:30:00Z'])
    })

    test('has ended as it began where its end is put before that', () => {
      const { told } = corrected({ end: on('2026-11-17') })
      expect(told).toEqual([`absence-amended ${now}`, 'absence-ended 2026-11-18T00:00:00Z'])
    })
  })

  test('tells what changed, before and after, with the absence as it is', () => {
    const employee = employeePoller()
    const [now, later] = ['2026-11-18T10:00:00Z', '2026-11-18T10:15:00Z'] as const
    employee.poll(now, shown(now, aHoliday()))
    const [event] = employee.poll(later, shown(later, aHoliday({ end: on('2026-11-20') })))
    expect(event?.data).toMatchObject({
      absence: { id: aHoliday().id, end: on('2026-11-20') },
      changes: [{ field: 'end', before: on('2026-11-19'), after: on('2026-11-20') }],
    })
  })
})
