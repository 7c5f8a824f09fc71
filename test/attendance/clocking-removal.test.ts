import { describe, expect, test } from 'vitest'
import { aClocking, anId, aSnapshot } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const evening = '2026-11-18T18:00:00Z'
const later = '2026-11-18T18:01:00Z'
const latest = '2026-11-18T18:11:00Z'

describe('a clocking that is no longer shown', () => {
  test('a vanished clocking is removed once complete answers have lacked it for ten minutes', () => {
    const employee = employeePoller()
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(employee.poll(later, aSnapshot(later))).toEqual([])
    const early = '2026-11-18T18:10:59Z'
    expect(employee.poll(early, aSnapshot(early))).toEqual([])
    expect(outline(employee.poll(latest, aSnapshot(latest)))).toEqual([
      `clocking-removed ${latest}`,
    ])
    expect(employee.poll(latest, aSnapshot(latest))).toEqual([])
  })

  test('an incomplete answer never counts towards a removal', () => {
    const employee = employeePoller()
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    for (let n = 0; n < 5; n++)
      expect(employee.poll(later, aSnapshot(later, { isComplete: false }))).toEqual([])
    expect(employee.poll(later, aSnapshot(later))).toEqual([])
    expect(employee.poll(later, aSnapshot(later, { isComplete: false }))).toEqual([])
    expect(outline(employee.poll(latest, aSnapshot(latest)))).toHaveLength(1)
  })

  test('a clocking that was missing once and is back was never removed', () => {
    const employee = employeePoller()
    const shown = { clockings: [aClocking()] }
    employee.poll(evening, aSnapshot(evening, shown))
    for (let n = 0; n < 3; n++) {
      expect(employee.poll(later, aSnapshot(later))).toEqual([])
      expect(employee.poll(latest, aSnapshot(latest, shown))).toEqual([])
    }
  })

  test('a clocking that was removed and is back is told again with other ids', () => {
    const employee = employeePoller()
    const shown = { clockings: [aClocking()] }
    const first = employee.poll(evening, aSnapshot(evening, shown))
    const removed = [later, latest].flatMap((now) => employee.poll(now, aSnapshot(now)))
    expect(employee.poll(latest, aSnapshot(latest, shown))).toEqual([])
    const again = employee.poll(latest, aSnapshot(latest, shown))
    expect(outline(again)).toEqual(outline(first))
    const ids = [...first, ...removed, ...again].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a clocking that falls out of the window is forgotten and not told again', () => {
    const employee = employeePoller()
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    const nextDay = '2026-11-19T18:00:00Z'
    const newer = aClocking({ id: anId(2, 1), start: '2026-11-19T09:00:00Z', end: null })
    const events = employee.poll(nextDay, aSnapshot(nextDay, { clockings: [newer] }))
    expect(outline(events)).toEqual(['clocked-in 2026-11-19T09:00:00Z'])
    expect(Object.keys(employee.state.clockings)).toEqual([newer.id])
    const wide = aSnapshot(nextDay, { clockings: [aClocking(), newer] })
    expect(employee.poll(nextDay, wide)).toEqual([])
  })

  describe('and is open, past the reach of the API,', () => {
    const old = aClocking({ start: '2026-08-01T09:00:00Z', end: null })
    const inDoubt = () => {
      const employee = employeePoller()
      const august = '2026-08-01T10:00:00Z'
      employee.poll(august, aSnapshot(august, { clockings: [old] }))
      expect(employee.poll(evening, aSnapshot(evening))).toEqual([])
      return employee
    }

    test('is forgotten without a word, once it has been missing for 90 days', () => {
      const employee = inDoubt()
      const [last, past] = ['2027-02-16T18:00:00Z', '2027-02-16T18:00:01Z'] as const
      expect(employee.poll(last, aSnapshot(last))).toEqual([])
      expect(Object.keys(employee.state.clockings)).toEqual([old.id])
      expect(employee.poll(past, aSnapshot(past))).toEqual([])
      expect(employee.state.clockings).toEqual({})
    })

    test('is not told again when it is back after an answer without it', () => {
      const employee = inDoubt()
      expect(employee.poll(latest, aSnapshot(latest, { clockings: [old] }))).toEqual([])
      expect(employee.state.clockings[old.id]).toMatchObject({ missingSince: null, revision: 0 })
      const ended = { ...old, end: '2026-11-18T18:05:00Z' }
      expect(outline(employee.poll(latest, aSnapshot(latest, { clockings: [ended] })))).toEqual([
        'clocked-out 2026-11-18T18:05:00Z',
      ])
    })
  })
})
