import { describe, expect, test } from 'vitest'
import { epochMs, utc } from '../../../lib/attendance/moments.ts'
import type { ShownClockings, Snapshot } from '../../../lib/attendance/snapshot.ts'
import { aClocking, anId, aSnapshot, nameless } from '../../harness/builders.ts'
import { employeePoller, outline } from '../../harness/employee-poller.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const bad = aClocking()

/** An answer of the last day, with what was asked for beside it. */
const answer = (now: string, clockings: Partial<ShownClockings>): Snapshot => ({
  clockings: { ...aSnapshot(now).clockings, ...clockings },
  absences: null,
})

describe('a clocking that breaks the contract', () => {
  const unreadable = () => {
    const employee = employeePoller()
    const other = aClocking({ id: anId(2, 1), start: at('16:00'), end: at('17:00') })
    const events = employee.poll(
      at('17:30'),
      answer(at('17:30'), { records: [other], unread: [bad.id] }),
    )
    expect(outline(events)).toEqual([`clocked-in ${at('16:00')}`, `clocked-out ${at('17:00')}`])
    return employee
  }

  test('is told once it can be read, with its true times', () => {
    const employee = unreadable()
    const events = employee.poll(at('18:00'), aSnapshot(at('18:00'), { clockings: [bad] }))
    expect(outline(events)).toEqual([`clocked-in ${at('09:00')}`, `clocked-out ${at('17:00')}`])
    expect(employee.state.unread.clockings).toBeNull()
  })

  test('is told however late, when its window has long passed', () => {
    const employee = unreadable()
    const december = '2026-12-20T12:00:00Z'
    employee.poll(december, answer(december, {}))
    const { from, to } = employee.state.unread.clockings?.ids[bad.id] ?? { from: '', to: '' }
    expect([from, to]).toEqual(['2026-11-17T17:30:00Z', at('17:30')])
    const january = '2027-01-20T12:00:00Z'
    const askedAgain = {
      from: epochMs(from),
      to: epochMs(to),
      isWhole: true,
      unread: [],
      hasLost: false,
    }
    const events = employee.poll(january, answer(january, { records: [bad], askedAgain }))
    expect(outline(events)).toEqual([`clocked-in ${at('09:00')}`, `clocked-out ${at('17:00')}`])
    expect(employee.poll(january, answer(january, { records: [bad] }))).toEqual([])
    expect(employee.state.unread.clockings).toBeNull()
    expect(Object.keys(employee.state.clockings)).not.toContain(bad.id)
  })

  test('that was known is neither missing nor told, and goes on where it was', () => {
    const employee = employeePoller()
    const open = { ...bad, end: null }
    employee.poll(at('09:30'), aSnapshot(at('09:30'), { clockings: [open] }))
    for (const now of [at('10:00'), at('12:00'), at('16:00')])
      expect(employee.poll(now, aSnapshot(now, { unread: [bad.id] }))).toEqual([])
    const events = employee.poll(at('18:00'), aSnapshot(at('18:00'), { clockings: [bad] }))
    expect(outline(events)).toEqual([`clocked-out ${at('17:00')}`])
  })

  test('whose id cannot be read is told though all else of its time was forgotten', () => {
    const employee = employeePoller()
    employee.poll(at('17:30'), aSnapshot(at('17:30'), { unread: [nameless(1)] }))
    const later = '2026-12-20T12:00:00Z'
    employee.poll(later, aSnapshot(later))
    expect(employee.state.forgottenBefore.clockings).toBe('2026-11-17T17:30:00Z')
    const range = { from: epochMs('2026-11-17T17:30:00Z'), to: epochMs(at('17:30')) }
    const askedAgain = { ...range, isWhole: true, unread: [], hasLost: false }
    const next = utc(epochMs(later) + 60_000)
    const events = employee.poll(next, answer(next, { records: [bad], askedAgain }))
    expect(outline(events)).toEqual([`clocked-in ${at('09:00')}`, `clocked-out ${at('17:00')}`])
    // Until it has not been found for a day: an answer may lack what is there.
    expect(employee.state.forgottenBefore.clockings).toBe('2026-11-17T17:30:00Z')
    const dayAfter = '2026-12-21T12:02:00Z'
    expect(employee.poll(dayAfter, answer(dayAfter, { records: [bad], askedAgain }))).toEqual([])
    expect(employee.state.unread.clockings).toBeNull()
    expect(employee.state.forgottenBefore.clockings).toBe('2026-12-20T12:02:00Z')
  })
})
