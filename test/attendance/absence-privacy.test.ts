import { describe, expect, test } from 'vitest'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { aHoliday, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller } from '../harness/employee-poller.ts'

const shown = (now: string, ...absences: Absence[]) => aSnapshot(now, { absences })

describe('privacy of absences', () => {
  const now = '2026-11-19T10:00:00Z'
  const told = (level: 'opaque' | 'category' | 'full', absence: Absence) => {
    const privacy = { ...rules().privacy, absences: level }
    const employee = employeePoller({}, rules({ privacy }))
    employee.poll(now, shown(now, absence))
    return employee
  }
  const messages = (level: 'opaque' | 'category' | 'full', absence: Absence) => {
    const privacy = { ...rules().privacy, absences: level }
    return employeePoller({}, rules({ privacy })).poll(now, shown(now, absence))
  }
  const twin: Absence = aHoliday({ end: null })

  test('opaque: a sickness and a holiday give the same bytes, and the same state', () => {
    expect(JSON.stringify(messages('opaque', aSickness()))).toBe(
      JSON.stringify(messages('opaque', twin)),
    )
    expect(told('opaque', aSickness()).state).toEqual(told('opaque', twin).state)
  })

  test('category: the type and no more', () => {
    const [event] = messages('category', aSickness())
    expect(event?.data).toMatchObject({ absence: { $type: 'Sickness' } })
    expect(JSON.stringify(event)).not.toMatch(/Migraine|eight|isPaid|isCertified|estimatedReturn/)
  })

  test('full: reason, certification, pay and note', () => {
    const [event] = messages('full', aSickness())
    expect(event?.data).toMatchObject({
      absence: {
        $type: 'Sickness',
        reason: { description: 'Migraine' },
        isCertified: false,
        isPaid: true,
        note: 'called at eight',
      },
    })
  })

  test('a change that may not be told is no amendment', () => {
    const employee = told('category', aSickness())
    const later = '2026-11-19T10:15:00Z'
    const certified = aSickness({ isCertified: true, note: 'better' })
    expect(employee.poll(later, shown(later, certified))).toEqual([])
  })

  test.each([
    ['opaque', 'full'],
    ['full', 'opaque'],
    ['category', 'full'],
  ] as const)('changing the setting from %s to %s is no news', (from, to) => {
    const before = told(from, aSickness())
    const privacy = { ...rules().privacy, absences: to }
    const after = employeePoller(before.state, rules({ privacy }))
    const later = '2026-11-19T10:15:00Z'
    expect(after.poll(later, shown(later, aSickness()))).toEqual([])
  })
})
