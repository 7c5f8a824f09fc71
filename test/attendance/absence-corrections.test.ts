import { describe, expect, test } from 'vitest'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import { aClocking, aHoliday, aSnapshot } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })

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

  test('a started absence is withdrawn after two complete answers without it', () => {
    const employee = employeePoller()
    const [now, second, third] = [
      '2026-11-18T10:00:00Z',
      '2026-11-18T10:15:00Z',
      '2026-11-18T10:30:00Z',
    ] as const
    employee.poll(now, shown(now, aHoliday()))
    const broken = aSnapshot(second, { absences: [], complete: false })
    expect(employee.poll(second, broken)).toEqual([])
    expect(employee.poll(second, shown(second))).toEqual([])
    expect(outline(employee.poll(third, shown(third)))).toEqual([`absence-withdrawn ${third}`])
    expect(employee.poll(third, shown(third))).toEqual([])
  })

  test('a withdrawn absence that comes back starts again, with another id', () => {
    const employee = employeePoller()
    const at = (minute: number) => `2026-11-18T10:${minute}:00Z`
    const [first] = employee.poll(at(10), shown(at(10), aHoliday()))
    employee.poll(at(20), shown(at(20)))
    employee.poll(at(30), shown(at(30)))
    const [again] = employee.poll(at(40), shown(at(40), aHoliday()))
    expect(again).toMatchObject({ type: first?.type, time: first?.time })
    expect(again?.id).not.toBe(first?.id)
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
})
