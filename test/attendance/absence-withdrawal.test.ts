import { describe, expect, test } from 'vitest'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import { aHoliday, aSnapshot } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })
const on = (date: string): AbsenceBoundary => ({ $type: 'LocalDate', date })

describe('an absence that is no longer shown', () => {
  test('is withdrawn once complete answers have lacked it for ten minutes, if it had started', () => {
    const employee = employeePoller()
    const [now, second, early, third] = [
      '2026-11-18T10:00:00Z',
      '2026-11-18T10:15:00Z',
      '2026-11-18T10:24:59Z',
      '2026-11-18T10:25:00Z',
    ] as const
    employee.poll(now, shown(now, aHoliday()))
    const broken = aSnapshot(second, { absences: [], isComplete: false })
    expect(employee.poll(second, broken)).toEqual([])
    expect(employee.poll(second, shown(second))).toEqual([])
    expect(employee.poll(early, shown(early))).toEqual([])
    expect(outline(employee.poll(third, shown(third)))).toEqual([`absence-withdrawn ${third}`])
    expect(employee.poll(third, shown(third))).toEqual([])
  })

  test('starts again when it comes back, with another id', () => {
    const employee = employeePoller()
    const at = (minute: number) => `2026-11-18T10:${minute}:00Z`
    const [first] = employee.poll(at(10), shown(at(10), aHoliday()))
    employee.poll(at(20), shown(at(20)))
    employee.poll(at(30), shown(at(30)))
    expect(employee.poll(at(40), shown(at(40), aHoliday()))).toEqual([])
    const [again] = employee.poll(at(50), shown(at(50), aHoliday()))
    expect(again).toMatchObject({ type: first?.type, time: first?.time })
    expect(again?.id).not.toBe(first?.id)
  })

  test('is withdrawn as it last was', () => {
    const employee = employeePoller()
    const at = (minute: number) => `2026-11-18T10:${minute}:00Z`
    employee.poll(at(10), shown(at(10), aHoliday()))
    employee.poll(at(20), shown(at(20)))
    const [event] = employee.poll(at(30), shown(at(30)))
    expect(event?.data).toMatchObject({ absence: { id: aHoliday().id, end: on('2026-11-19') } })
  })

  test('is not withdrawn where it was shown again in between', () => {
    const employee = employeePoller()
    const at = (minute: number) => `2026-11-18T10:${minute}:00Z`
    employee.poll(at(10), shown(at(10), aHoliday()))
    employee.poll(at(20), shown(at(20)))
    employee.poll(at(30), shown(at(30), aHoliday()))
    expect(employee.poll(at(40), shown(at(40)))).toEqual([])
  })

  test('is not withdrawn after its end', () => {
    const employee = employeePoller()
    const at = (minute: number) => `2026-11-20T10:${minute}:00Z`
    employee.poll(at(10), shown(at(10), aHoliday()))
    expect([20, 30, 40].flatMap((minute) => employee.poll(at(minute), shown(at(minute))))).toEqual(
      [],
    )
  })

  test('is withdrawn likewise where it began longer ago than the API can be asked about', () => {
    const long = aHoliday({ start: on('2026-08-01'), end: on('2026-12-31') })
    const at = (minute: number) => `2026-11-18T10:${minute}:00Z`
    const employee = employeePoller()
    const august = '2026-08-01T10:00:00Z'
    expect(outline(employee.poll(august, shown(august, long)))).toHaveLength(1)
    expect(employee.poll(at(10), shown(at(10)))).toEqual([])
    expect(outline(employee.poll(at(20), shown(at(20))))).toEqual([`absence-withdrawn ${at(20)}`])
    expect(employee.poll(at(30), shown(at(30)))).toEqual([])
  })
})
