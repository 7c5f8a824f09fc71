import { describe, expect, test } from 'vitest'
import type { AttentionRules } from '../../lib/attendance/rules.ts'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { aClocking, aHoliday, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const attention: AttentionRules = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: true,
  absenceGraceMinutes: 30,
  returnOverdue: false,
}
const at = (time: string) => `2026-11-18T${time}:00Z`
const date = (text: string): AbsenceBoundary => ({ $type: 'LocalDate', date: text })
const half = (datePart: 'FirstHalf' | 'SecondHalf'): AbsenceBoundary => ({
  $type: 'LocalDatePart',
  date: '2026-11-18',
  datePart,
})
const from = (start: string) => aClocking({ start, end: null })

type Answer = { clockings?: Clocking[]; absences?: Absence[] | null }

/** Which contradictions each poll tells. */
const told = (...polls: [string, Answer][]): string[][] => {
  const employee = employeePoller({}, rules({ attention }))
  return polls.map(([now, answer]) =>
    outline(employee.poll(now, aSnapshot(now, answer))).filter((line) => line.includes('while')),
  )
}

describe('somebody who is in though absent', () => {
  const holiday = aHoliday({ start: date('2026-11-17'), end: date('2026-11-18') })
  const both = { clockings: [from(at('09:05'))], absences: [holiday] }

  test('is told once the grace is over, and once', () => {
    expect(told([at('09:34'), both], [at('09:35'), both], [at('10:00'), both])).toEqual([
      [],
      [`clocked-in-while-absent ${at('09:35')}`],
      [],
    ])
  })

  test('is not told who has clocked out within the grace', () => {
    const out = { ...both, clockings: [aClocking({ start: at('09:05'), end: at('09:30') })] }
    expect(told([at('09:10'), both], [at('09:40'), out])).toEqual([[], []])
  })

  test('is not told where the absence was withdrawn, or is no longer shown', () => {
    const back = { ...both, absences: [] }
    expect(told([at('09:10'), both], [at('09:40'), back], [at('09:55'), back])).toEqual([
      [],
      [],
      [],
    ])
  })

  test('is told only by a poll that has read the absences, too', () => {
    const unread = { ...both, absences: null }
    expect(told([at('09:10'), both], [at('09:40'), unread], [at('09:45'), both])).toEqual([
      [],
      [],
      [`clocked-in-while-absent ${at('09:35')}`],
    ])
  })
})

describe('an absence of some minutes, read more rarely than clockings,', () => {
  const local = (time: string): AbsenceBoundary => ({
    $type: 'LocalDateTime',
    date: '2026-11-18',
    time: `${time}:00`,
  })
  const clockings = [from(at('09:00'))]
  const away = (until: string): Answer => ({
    clockings,
    absences: [aHoliday({ start: local('10:05'), end: local(until) })],
  })
  const unread = { clockings, absences: null }

  test('is told of once it is over, where the two overlapped for longer than the grace', () => {
    const lasting = away('10:44')
    expect(
      told(
        [at('10:30'), lasting],
        [at('10:36'), unread],
        [at('10:44'), unread],
        [at('10:45'), lasting],
        [at('11:00'), lasting],
      ),
    ).toEqual([[], [], [], [`clocked-in-while-absent ${at('10:35')}`], []])
  })

  test('is not told of where it was over within the grace', () => {
    const short = away('10:35')
    expect(told([at('10:30'), short], [at('10:45'), short])).toEqual([[], []])
  })

  test('is told of once where it goes on after all', () => {
    const short = away('10:44')
    const long = { clockings, absences: [aHoliday({ start: local('10:05'), end: null })] }
    expect(
      told([at('10:30'), short], [at('10:45'), short], [at('11:00'), long], [at('11:15'), long]),
    ).toEqual([[], [`clocked-in-while-absent ${at('10:35')}`], [], []])
  })

  test('is told of once, whatever becomes of its end afterwards', () => {
    const [lasting, longer] = [away('10:50'), away('10:55')]
    expect(
      told(
        [at('10:30'), lasting],
        [at('10:45'), lasting],
        [at('11:00'), lasting],
        [at('11:15'), longer],
      ),
    ).toEqual([[], [`clocked-in-while-absent ${at('10:35')}`], [], []])
  })
})

describe('half a day', () => {
  test('off in the afternoon lets somebody leave a little late', () => {
    const absences = [aHoliday({ start: half('SecondHalf'), end: half('SecondHalf') })]
    const shift = { clockings: [from(at('09:00'))], absences }
    const late = { clockings: [aClocking({ end: at('12:50') })], absences }
    expect(told([at('12:45'), shift], [at('13:00'), late])).toEqual([[], []])
    expect(told([at('12:45'), shift], [at('13:00'), shift])).toEqual([
      [],
      [`clocked-in-while-absent ${at('13:00')}`],
    ])
  })

  test('off in the morning lets somebody come a little early', () => {
    const absences = [aHoliday({ start: half('FirstHalf'), end: half('FirstHalf') })]
    const shift = { clockings: [from(at('12:10'))], absences }
    expect(told([at('12:15'), shift], [at('12:29'), shift], [at('12:45'), shift])).toEqual([
      [],
      [],
      [],
    ])
  })
})

describe('a night shift', () => {
  const night = [from('2026-11-17T22:00:00Z')]
  const absences = [aHoliday({ start: date('2026-11-18'), end: date('2026-11-20') })]

  test('belongs to the day before the absence, until midday', () => {
    const shift = { clockings: night, absences }
    const polls = ['00:31', '06:00', '12:59', '13:00'].map((time): [string, Answer] => [
      at(time),
      shift,
    ])
    expect(told(...polls)).toEqual([[], [], [], [`clocked-in-while-absent ${at('13:00')}`]])
  })

  test('may begin a little before the midnight at which an absence ends', () => {
    const over = [aHoliday({ start: date('2026-11-16'), end: date('2026-11-17') })]
    const shift = { clockings: [from('2026-11-17T23:45:00Z')], absences: over }
    expect(told(['2026-11-17T23:50:00Z', shift], [at('00:15'), shift])).toEqual([[], []])
  })
})

test('a change of what an opaque route may not know tells nobody a second time', () => {
  const privacy = { ...rules().privacy, absences: 'full' as const }
  const employee = employeePoller({}, rules({ attention, privacy }))
  const sick = aSickness()
  const certified = aSickness({ isCertified: true, reason: { id: 5, description: 'Influenza' } })
  const clockings = [from(at('09:05'))]
  const polls = [sick, sick, certified, certified].map((absence, index) => {
    const now = at(`10:${index}0`)
    return outline(employee.poll(now, aSnapshot(now, { clockings, absences: [absence] })))
  })
  expect(polls.slice(1)).toEqual([[], [`absence-amended ${at('10:20')}`], []])
})
