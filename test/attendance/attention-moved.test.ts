import { describe, expect, test } from 'vitest'
import { aClocking, aHoliday, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const attention = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: true,
  absenceGraceMinutes: 0,
  returnOverdue: true,
}
const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const clockings = [aClocking({ end: null })]

type Times = Parameters<typeof aHoliday>[0]

/** What of each poll says that somebody is in though absent. */
const told = (...polls: [now: string, absence: Times][]): string[][] => {
  const employee = employeePoller({}, rules({ attention }))
  return polls.map(([now, absence]) =>
    outline(
      employee.poll(now, aSnapshot(now, { clockings, absences: [aHoliday(absence)] })),
    ).filter((line) => line.includes('while-absent')),
  )
}

const at = (time: string) => `2026-11-18T${time}:00Z`
const once = [`clocked-in-while-absent ${at('09:00')}`]

describe('that somebody is in though absent is told once', () => {
  test('however often the absence is prolonged meanwhile', () => {
    const polls = ['20', '21', '23', '22'].map((day, n): [string, Times] => [
      at(`1${n}:00`),
      { end: on(`2026-11-${day}`) },
    ])
    expect(told(...polls)).toEqual([once, [], [], []])
  })

  test('though the absence turns out to have begun days before', () => {
    expect(
      told(
        [at('10:00'), { start: on('2026-11-18'), end: null }],
        [at('10:15'), { start: on('2026-11-16'), end: null }],
      ),
    ).toEqual([once, []])
  })

  test('and once more of an absence that is put off, and comes while they are in', () => {
    const putOff = { start: on('2026-11-19'), end: on('2026-11-20') }
    expect(
      told(
        [at('10:00'), {}],
        [at('10:15'), { end: on('2026-11-22') }],
        [at('10:30'), putOff],
        ['2026-11-19T12:29:00Z', putOff],
        ['2026-11-19T12:30:00Z', putOff],
        ['2026-11-19T13:15:00Z', { ...putOff, end: on('2026-11-21') }],
      ),
    ).toEqual([once, [], [], [], ['clocked-in-while-absent 2026-11-19T12:30:00Z'], []])
  })
})
