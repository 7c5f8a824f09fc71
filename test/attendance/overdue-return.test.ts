import { describe, expect, test } from 'vitest'
import type { AttentionRules } from '../../lib/attendance/rules.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { aClocking, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const watching: AttentionRules = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: false,
  absenceGraceMinutes: 0,
  returnOverdue: true,
}
const at = (time: string) => `2026-11-18T${time}:00Z`
const sick = aSickness({ estimatedReturn: { date: '2026-11-17', time: null } })

/** Which returns each poll tells to be overdue. */
const told = (...polls: [string, Absence[]][]): string[][] => {
  const employee = employeePoller({}, rules({ attention: watching }))
  return polls.map(([now, absences]) =>
    outline(employee.poll(now, aSnapshot(now, { absences }))).filter((line) =>
      line.startsWith('return-overdue'),
    ),
  )
}

describe('an overdue return', () => {
  const due = (now: string, ...absences: Absence[]): [string, Absence[]] => [now, absences]

  test('without a time is due when its day is over', () => {
    const today = aSickness({ estimatedReturn: { date: '2026-11-18', time: null } })
    const midnight = '2026-11-19T00:00:00Z'
    expect(told(due(at('00:00'), today), due(at('23:59'), today), due(midnight, today))).toEqual([
      [],
      [],
      ['return-overdue 2026-11-18T23:59:59.999Z'],
    ])
  })

  test.each([
    ['Europe/London', 'America/Los_Angeles'],
    ['Europe/London', 'Europe/Paris'],
    ['Pacific/Auckland', 'Europe/London'],
  ])('is told once though the employee moves from %s to %s', (from, to) => {
    const employee = employeePoller({ timeZone: from }, rules({ attention: watching }))
    const shift = aClocking({
      start: at('00:30'),
      end: at('00:45'),
      startTimeZone: to,
      endTimeZone: to,
    })
    const lines = ['01:00', '02:00', '12:00', '14:00'].flatMap((time, n) =>
      outline(
        employee.poll(
          at(time),
          aSnapshot(at(time), { absences: [sick], clockings: n === 0 ? [] : [shift] }),
        ),
      ),
    )
    expect(lines.filter((line) => line.startsWith('return-overdue'))).toHaveLength(1)
  })

  test('without a time is due by the clock of the employee', () => {
    const timeZone = 'America/Los_Angeles'
    const employee = employeePoller({ timeZone }, rules({ attention: watching }))
    const polls = ['2026-11-19T07:59:00Z', '2026-11-19T08:00:00Z'].map((now) => {
      const today = aSickness({ estimatedReturn: { date: '2026-11-18', time: null } })
      return employee.poll(now, aSnapshot(now, { absences: [today] }))
    })
    expect(polls.map(outline)).toEqual([
      ['absence-started 2026-11-18T08:00:00Z'],
      ['return-overdue 2026-11-19T07:59:59.999Z'],
    ])
    expect(polls[1]?.[0]?.data).toMatchObject({
      absence: { timeZone },
      expected: { date: '2026-11-18', time: null },
    })
  })

  test('that was told when its day began, as it once was, is not told again when it is over', () => {
    const today = aSickness({ estimatedReturn: { date: '2026-11-18', time: null } })
    const employee = employeePoller({}, rules({ attention: watching }))
    employee.poll(at('08:00'), aSnapshot(at('08:00'), { absences: [today] }))
    const { [today.id]: before, ...others } = employee.state.absences
    if (before === undefined) throw new Error('The absence is not remembered')
    const raised = [`return:${Date.parse(at('00:00'))}`]
    const absences = { ...others, [today.id]: { ...before, raised } }
    const upgraded = employeePoller({ ...employee.state, absences }, rules({ attention: watching }))
    const midnight = '2026-11-19T00:00:00Z'
    expect(upgraded.poll(midnight, aSnapshot(midnight, { absences: [today] }))).toEqual([])
  })

  test('is none where the end is known, no return is expected, or nobody knows when', () => {
    const ends = aSickness({ ...sick, end: { $type: 'LocalDate', date: '2026-11-30' } })
    const never = aSickness({ estimatedReturn: null })
    const nowhere = aSickness({ estimatedReturn: { date: '+275760-09-14', time: null } })
    for (const absence of [ends, never, nowhere])
      expect(told(due(at('12:00'), absence))).toEqual([[]])
  })

  test('is none while the absence is in doubt', () => {
    const later = aSickness({ estimatedReturn: { date: '2026-11-18', time: '12:00' } })
    expect(told(due(at('11:00'), later), due(at('13:00')))).toEqual([[], []])
  })

  test('has another id for another time that is the same moment in another zone', () => {
    const employee = employeePoller({ timeZone: 'Europe/London' }, rules({ attention: watching }))
    const poll = (now: string, time: string, ...clockings: ReturnType<typeof aClocking>[]) => {
      const absences = [aSickness({ estimatedReturn: { date: '2026-11-18', time } })]
      const events = employee.poll(now, aSnapshot(now, { absences, clockings }))
      return events.filter(({ type }) => type === 'attendance.return-overdue')
    }
    const paris = { startTimeZone: 'Europe/Paris', endTimeZone: 'Europe/Paris' }
    const shift = aClocking({ start: at('12:20'), end: at('12:25'), ...paris })
    const [before] = poll(at('12:10'), '12:00')
    const [after] = poll(at('12:30'), '13:00', shift)
    expect([before?.time, after?.time]).toEqual([at('12:00'), at('12:00')])
    expect(after?.id).not.toBe(before?.id)
  })

  test('is told again for another time of the same day', () => {
    const expected = (time: string) => aSickness({ estimatedReturn: { date: '2026-11-18', time } })
    expect(told(due(at('09:00'), expected('09:00')), due(at('11:00'), expected('11:00')))).toEqual([
      [`return-overdue ${at('09:00')}`],
      [`return-overdue ${at('11:00')}`],
    ])
  })

  test('is not told once absences are opaque, though it is still remembered', () => {
    const later = aSickness({ estimatedReturn: { date: '2026-11-18', time: '12:00' } })
    const attention = watching
    const seen = employeePoller({}, rules({ attention }))
    seen.poll(at('11:00'), aSnapshot(at('11:00'), { absences: [later] }))
    const privacy = { ...rules().privacy, absences: 'opaque' as const }
    const opaque = employeePoller(seen.state, rules({ attention, privacy }))
    expect(opaque.poll(at('13:00'), aSnapshot(at('13:00')))).toEqual([])
  })

  test('is told with the return that was expected', () => {
    const employee = employeePoller({}, rules({ attention: watching }))
    const events = employee.poll(at('12:00'), aSnapshot(at('12:00'), { absences: [sick] }))
    expect(events.at(-1)?.data).toMatchObject({
      absence: { id: sick.id },
      estimatedReturn: '2026-11-17T23:59:59.999Z',
      expected: { date: '2026-11-17', time: null },
    })
  })

  test('is told, and may change, where it was kept with more digits than a nanosecond has', () => {
    const expected = (time: string) => aSickness({ estimatedReturn: { date: '2026-11-17', time } })
    const employee = employeePoller({}, rules({ attention: watching }))
    const long = expected('10:00:00.12345678915')
    const told = employee.poll(at('11:00'), aSnapshot(at('11:00'), { absences: [long] }))
    expect(told.at(-1)?.data).toMatchObject({ estimatedReturn: '2026-11-17T10:00:00.123Z' })
    const cut = expected('10:00:00.123456789')
    expect(employee.poll(at('11:15'), aSnapshot(at('11:15'), { absences: [cut] }))).toEqual([])
    const other = expected('10:30')
    const later = employee.poll(at('11:30'), aSnapshot(at('11:30'), { absences: [other] }))
    expect(later.at(-1)?.data).toMatchObject({ estimatedReturn: '2026-11-17T10:30:00Z' })
  })
})
