import { describe, expect, test } from 'vitest'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import {
  aHoliday,
  anId,
  aSickness,
  aSnapshot,
  aTrackedAbsence,
  rules,
} from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const leftAt = '2026-11-02T09:00:00Z'
const attentive = rules({ attention: { ...rules().attention, returnOverdue: true } })

/** Somebody who is back after two weeks in which nobody asked about them, and what was known before. */
const backWith = (tracked: ReturnType<typeof aTrackedAbsence>) =>
  employeePoller(
    {
      absences: { [anId(1, 3)]: tracked },
      unaskedSince: { clockings: leftAt, absences: leftAt },
    },
    attentive,
  )

const upcoming = () => backWith(aTrackedAbsence({}, { phase: 'upcoming' }))
const sick = () => {
  const { start, end, $type, estimatedReturn } = aSickness()
  return backWith(aTrackedAbsence({}, { known: { start, end, $type, estimatedReturn } }))
}
const ending = () => backWith(aTrackedAbsence({ end: { $type: 'LocalDate', date: '2026-11-18' } }))

const at = (day: number) => `2026-11-${day}T09:00:00Z`

describe('of somebody who is hired again while their absences fail', () => {
  const polled = (employee: ReturnType<typeof backWith>, day: number, absences: Absence[] | null) =>
    outline(employee.poll(at(day), aSnapshot(at(day), { absences })))

  test('nothing starts that was known before, which may have been cancelled', () => {
    const employee = upcoming()
    expect(polled(employee, 18, null)).toEqual([])
    expect(polled(employee, 19, [])).toEqual([])
    expect(polled(employee, 20, [])).toEqual([])
  })

  test('it starts with its true time once an answer shows it', () => {
    const employee = upcoming()
    expect(polled(employee, 18, null)).toEqual([])
    expect(polled(employee, 19, [aHoliday()])).toEqual(['absence-started 2026-11-18T00:00:00Z'])
  })

  test('nothing ends, and nobody is overdue, by what was known before', () => {
    expect(polled(ending(), 19, null)).toEqual([])
    expect(polled(sick(), 21, null)).toEqual([])
  })

  test('all of it goes by the clock again once they were answered', () => {
    const employee = sick()
    expect(polled(employee, 19, [aSickness()])).toEqual([])
    expect(polled(employee, 21, null)).toEqual(['return-overdue 2026-11-20T23:59:59.999Z'])
  })
})
