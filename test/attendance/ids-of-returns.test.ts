import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { joined } from '../../lib/attendance/roster.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anEmployee,
  anId,
  aSnapshot,
  aState,
  rules,
} from '../harness/builders.ts'
import { employeePoller } from '../harness/employee-poller.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const on = (date: string) => ({ $type: 'LocalDate' as const, date })

type Poll = [string, { clockings?: Clocking[]; absences?: Absence[] }]
const told = (polls: Poll[], start = aState()): AttendanceEvent[] => {
  const employee = employeePoller(start)
  return polls.flatMap(([now, { clockings = [], absences = [] }]) =>
    employee.poll(now, aSnapshot(now, { clockings, absences })),
  )
}
const namesOf = (events: AttendanceEvent[]) =>
  events.map(({ type }) => type.replace('attendance.', ''))
const idsOf = (events: AttendanceEvent[]) => new Set(events.map(({ id }) => id))

describe('no id is that of two events', () => {
  test('of a clocking that was forgotten, and is corrected to a later date', () => {
    const later = { start: '2026-12-09T09:00:00Z', end: '2026-12-09T17:00:00Z' }
    const events = told([
      [at('17:10'), { clockings: [aClocking()] }],
      ['2026-12-01T09:00:00Z', {}],
      ['2026-12-09T17:10:00Z', { clockings: [aClocking(later)] }],
    ])
    expect(namesOf(events)).toEqual(['clocked-in', 'clocked-out', 'clocked-in', 'clocked-out'])
    expect(idsOf(events).size).toBe(4)
  })

  test('of a clocking that is corrected to long ago, and back again', () => {
    const longAgo = { start: '2026-11-11T09:00:00Z', end: '2026-11-11T17:00:00Z' }
    const events = told([
      [at('17:10'), { clockings: [aClocking()] }],
      [at('17:20'), { clockings: [aClocking(longAgo)] }],
      [at('17:21'), { clockings: [aClocking(longAgo)] }],
      [at('17:30'), {}],
      [at('17:40'), { clockings: [aClocking()] }],
      [at('17:50'), { clockings: [aClocking()] }],
    ])
    expect(events.length).toBeGreaterThan(3)
    expect(idsOf(events).size).toBe(events.length)
  })

  test('of an absence that is corrected to long ago, and back again', () => {
    const longAgo = aHoliday({ start: on('2026-11-08'), end: on('2026-11-09') })
    const events = told([
      [at('10:00'), { absences: [aHoliday()] }],
      [at('10:15'), { absences: [longAgo] }],
      [at('10:16'), { absences: [longAgo] }],
      [at('10:30'), {}],
      [at('10:45'), { absences: [aHoliday()] }],
      [at('11:00'), { absences: [aHoliday()] }],
    ])
    expect(events.length).toBeGreaterThan(3)
    expect(idsOf(events).size).toBe(events.length)
  })

  test('of a clocking that is given to another employee, and back', () => {
    const mine = told([[at('17:10'), { clockings: [aClocking()] }]])
    const theirs = told(
      [[at('17:10'), { clockings: [aClocking({ employeeId: anId(2) })] }]],
      aState({ employeeId: anId(2) }),
    )
    expect(namesOf(mine)).toEqual(namesOf(theirs))
    expect(idsOf([...mine, ...theirs]).size).toBe(4)
    const back = told([
      [at('17:10'), { clockings: [aClocking()] }],
      [at('17:20'), {}],
      [at('17:30'), {}],
      [at('17:40'), { clockings: [aClocking()] }],
      [at('17:41'), { clockings: [aClocking()] }],
    ])
    expect(namesOf(back)).toEqual([
      'clocked-in',
      'clocked-out',
      'clocking-removed',
      'clocked-in',
      'clocked-out',
    ])
    expect(idsOf(back).size).toBe(5)
  })

  test('of a break that a split moves to another clocking', () => {
    const whole = aClocking({ breaks: [aBreak()] })
    const [morning, afternoon] = [
      aClocking({ end: at('11:00') }),
      aClocking({ id: anId(2, 1), start: at('11:00'), breaks: [aBreak()] }),
    ]
    const events = told([
      [at('17:10'), { clockings: [whole] }],
      [at('17:11'), { clockings: [morning, afternoon] }],
      [at('17:12'), { clockings: [morning, afternoon] }],
    ])
    expect(namesOf(events).filter((name) => name === 'break-started')).toHaveLength(2)
    expect(namesOf(events)).toContain('clocking-amended')
    expect(idsOf(events).size).toBe(events.length)
  })

  test('of an absence that is withdrawn twice', () => {
    const shown = { absences: [aHoliday()] }
    const events = told([
      [at('10:00'), shown],
      ...['10:15', '10:30'].map((time): Poll => [at(time), {}]),
      ...['10:45', '11:00'].map((time): Poll => [at(time), shown]),
      ...['11:15', '11:30'].map((time): Poll => [at(time), {}]),
    ])
    expect(namesOf(events)).toEqual([
      'absence-started',
      'absence-withdrawn',
      'absence-started',
      'absence-withdrawn',
    ])
    expect(idsOf(events).size).toBe(4)
  })

  test('of somebody who was let go and is back, whose number goes on', () => {
    const first = told([[at('17:10'), { clockings: [aClocking()] }]])
    const forgottenBefore = { clockings: at('17:10'), absences: at('17:10') }
    const retired = { employeeId: anId(1), sequence: 2, forgottenBefore }
    const recording = { now: epochMs(at('17:20')), after: null, rules: rules() }
    const back = joined(anEmployee(), at('17:15'), retired, recording)
    const again = told([[at('17:30'), { clockings: [aClocking({ end: at('17:20') })] }]], back)
    expect(namesOf(again)).toEqual(['employee-joined', 'clocked-in', 'clocked-out'])
    expect(again.map(({ sequence }) => Number(sequence))).toEqual([3, 4, 5])
    expect(idsOf([...first, ...again]).size).toBe(5)
  })
})
