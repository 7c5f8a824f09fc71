import { describe, expect, test } from 'vitest'
import { aBreak, aClocking, aHoliday, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const attention = {
  clockingLongerThanHours: 10,
  breakLongerThanMinutes: 60,
  clockedInWhileAbsent: true,
  absenceGraceMinutes: 0,
  returnOverdue: true,
}
const watching = rules({ attention })
const open = aClocking({ end: null })
const at = (time: string) => `2026-11-18T${time}:00Z`

describe('attention', () => {
  test('a clocking is overdue once, from the moment it became so', () => {
    const employee = employeePoller({}, watching)
    employee.poll(at('12:00'), aSnapshot(at('12:00'), { clockings: [open] }))
    const clockings = [open]
    expect(employee.poll(at('18:59'), aSnapshot(at('18:59'), { clockings }))).toEqual([])
    expect(outline(employee.poll(at('19:20'), aSnapshot(at('19:20'), { clockings })))).toEqual([
      `clocking-overdue ${at('19:00')}`,
    ])
    expect(employee.poll(at('19:21'), aSnapshot(at('19:21'), { clockings }))).toEqual([])
  })

  test('a clocking found closed was never overdue', () => {
    const long = aClocking({ end: at('20:00') })
    const events = employeePoller({}, watching).poll(
      at('20:01'),
      aSnapshot(at('20:01'), { clockings: [long] }),
    )
    expect(outline(events)).toEqual([`clocked-in ${at('09:00')}`, `clocked-out ${at('20:00')}`])
  })

  test('a break is overdue once', () => {
    const employee = employeePoller({}, watching)
    const clockings = [aClocking({ end: null, breaks: [aBreak({ end: null })] })]
    employee.poll(at('12:10'), aSnapshot(at('12:10'), { clockings }))
    const polls = ['12:59', '13:00', '13:01'].map((time) =>
      outline(employee.poll(at(time), aSnapshot(at(time), { clockings }))),
    )
    expect(polls).toEqual([[], [`break-overdue ${at('13:00')}`], []])
  })

  test('clocking in while absent is told once, from the later start', () => {
    const employee = employeePoller({}, watching)
    const snapshot = (time: string) =>
      aSnapshot(at(time), { clockings: [open], absences: [aHoliday()] })
    expect(outline(employee.poll(at('10:00'), snapshot('10:00')))).toEqual([
      `absence-started ${at('00:00')}`,
      `clocked-in ${at('09:00')}`,
      `clocked-in-while-absent ${at('09:00')}`,
    ])
    expect(employee.poll(at('10:15'), snapshot('10:15'))).toEqual([])
  })

  test('a sickness past its estimated return is told once for each estimate', () => {
    const employee = employeePoller({}, watching)
    const poll = (now: string, date: string) => {
      const absences = [aSickness({ estimatedReturn: { date, time: '09:00' } })]
      return outline(employee.poll(now, aSnapshot(now, { absences })))
    }
    poll('2026-11-19T10:00:00Z', '2026-11-20')
    expect(poll('2026-11-20T08:59:00Z', '2026-11-20')).toEqual([])
    expect(poll('2026-11-20T09:00:00Z', '2026-11-20')).toEqual([
      'return-overdue 2026-11-20T09:00:00Z',
    ])
    expect(poll('2026-11-20T09:15:00Z', '2026-11-21')).toEqual([])
    expect(poll('2026-11-21T09:15:00Z', '2026-11-21')).toEqual([
      'return-overdue 2026-11-21T09:00:00Z',
    ])
  })

  test('that a return is awaited is not told where absences are opaque', () => {
    const privacy = { ...watching.privacy, absences: 'opaque' as const }
    const employee = employeePoller({}, { ...watching, privacy })
    const now = '2026-11-25T10:00:00Z'
    const events = employee.poll(now, aSnapshot(now, { absences: [aSickness()] }))
    expect(outline(events)).toEqual(['absence-started 2026-11-18T00:00:00Z'])
  })

  test('what was so before the baseline does not call for attention', () => {
    const unaskedSince = { clockings: at('20:00'), absences: at('20:00') }
    const start = { seen: false, baselineAt: at('20:00'), unaskedSince }
    const employee = employeePoller(start, watching)
    const snapshot = aSnapshot(at('20:01'), { clockings: [open], absences: [aHoliday()] })
    expect(employee.poll(at('20:01'), snapshot)).toEqual([])
    expect(employee.poll(at('20:02'), snapshot)).toEqual([])
  })

  test('a clocking in doubt calls for nothing', () => {
    const employee = employeePoller({}, watching)
    employee.poll(at('12:00'), aSnapshot(at('12:00'), { clockings: [open] }))
    expect(employee.poll(at('19:30'), aSnapshot(at('19:30')))).toEqual([])
  })
})
