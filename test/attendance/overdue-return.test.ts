import { describe, expect, test } from 'vitest'
import type { AttentionRules } from '../../lib/attendance/rules.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const watching: AttentionRules = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: false,
  returnOverdue: true,
}
const at = (time: string) => `2026-11-18T${time}:00Z`
const sick = aSickness({ estimatedReturn: { date: '2026-11-18', time: null } })

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

  test('without a time is due when its day begins', () => {
    const tomorrow = aSickness({ estimatedReturn: { date: '2026-11-19', time: null } })
    const midnight = '2026-11-19T00:00:00Z'
    expect(told(due(at('23:59'), tomorrow), due(midnight, tomorrow))).toEqual([
      [],
      [`return-overdue ${midnight}`],
    ])
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
      estimatedReturn: at('00:00'),
    })
  })
})
