import { describe, expect, test } from 'vitest'
import type { AttentionRules } from '../../lib/attendance/rules.ts'
import type { Absence, AbsenceBoundary } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anId,
  aSickness,
  aSnapshot,
  rules,
} from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const off: AttentionRules = {
  clockingLongerThanHours: null,
  breakLongerThanMinutes: null,
  clockedInWhileAbsent: false,
  returnOverdue: false,
}
const on: AttentionRules = {
  clockingLongerThanHours: 4,
  breakLongerThanMinutes: 60,
  clockedInWhileAbsent: true,
  returnOverdue: true,
}
const at = (time: string) => `2026-11-18T${time}:00Z`
const moment = (time: string): AbsenceBoundary => ({
  $type: 'LocalDateTime',
  date: '2026-11-18',
  time,
})
const open = aClocking({ end: null, breaks: [aBreak({ end: null })] })
const sick = aSickness({ estimatedReturn: { date: '2026-11-18', time: null } })

type Answer = { clockings?: Clocking[]; absences?: Absence[] | null }

/** What of each poll calls for attention. */
const concerns = (attention: AttentionRules, ...polls: [string, Answer][]): string[][] => {
  const employee = employeePoller({}, rules({ attention }))
  return polls.map(([now, answer]) =>
    outline(employee.poll(now, aSnapshot(now, answer))).filter((line) =>
      /overdue|while-absent/.test(line),
    ),
  )
}

describe('each rule is on by itself', () => {
  const everything: Answer = { clockings: [open], absences: [sick] }
  test.each<[string, Partial<AttentionRules>, string[]]>([
    ['none', {}, []],
    ['long clockings', { clockingLongerThanHours: 4 }, [`clocking-overdue ${at('13:00')}`]],
    ['long breaks', { breakLongerThanMinutes: 60 }, [`break-overdue ${at('13:00')}`]],
    [
      'clocked in while absent',
      { clockedInWhileAbsent: true },
      [`clocked-in-while-absent ${at('09:00')}`],
    ],
    ['overdue returns', { returnOverdue: true }, [`return-overdue ${at('00:00')}`]],
  ])('%s', (_rule, attention, told) => {
    const now = at('14:00')
    expect(concerns({ ...off, ...attention }, [now, everything])).toEqual([told])
  })
})

test('several concerns of one poll are told in the order in which they began, and once', () => {
  const everything: Answer = { clockings: [open], absences: [sick] }
  const told = [
    `return-overdue ${at('00:00')}`,
    `clocked-in-while-absent ${at('09:00')}`,
    `clocking-overdue ${at('12:30')}`,
    `break-overdue ${at('13:00')}`,
  ]
  const late = { ...on, clockingLongerThanHours: 3.5 }
  expect(concerns(late, [at('14:00'), everything], [at('14:05'), everything])).toEqual([told, []])
})

describe('breaks', () => {
  test('that ended are not overdue, whatever else is open', () => {
    const breaks = [aBreak(), aBreak({ id: anId(2, 2), start: at('13:00'), end: null })]
    const clockings = [aClocking({ end: null, breaks })]
    const quiet = { ...off, breakLongerThanMinutes: 60 }
    expect(concerns(quiet, [at('14:30'), { clockings }])).toEqual([
      [`break-overdue ${at('14:00')}`],
    ])
  })

  test('are told with the clocking they are of', () => {
    const employee = employeePoller(
      {},
      rules({ attention: { ...off, breakLongerThanMinutes: 60 } }),
    )
    const events = employee.poll(at('14:30'), aSnapshot(at('14:30'), { clockings: [open] }))
    expect(events.at(-1)?.data).toMatchObject({
      clocking: { id: open.id, end: null },
      break: { id: anId(1, 2), end: null },
    })
  })
})

describe('clocked in while absent', () => {
  const watching = { ...off, clockedInWhileAbsent: true }
  const whileAbsent = (absence: Absence, now = at('14:00')) =>
    concerns(watching, [now, { clockings: [open], absences: [absence] }])

  test('is told from the start of an absence that begins during a shift', () => {
    expect(whileAbsent(aHoliday({ start: moment('11:00') }))).toEqual([
      [`clocked-in-while-absent ${at('11:00')}`],
    ])
  })

  test('is told with the clocking and the absence', () => {
    const employee = employeePoller({}, rules({ attention: watching }))
    const snapshot = aSnapshot(at('14:00'), { clockings: [open], absences: [aHoliday()] })
    expect(employee.poll(at('14:00'), snapshot).at(-1)?.data).toMatchObject({
      clocking: { id: open.id },
      absence: { id: aHoliday().id, $type: 'Holiday' },
    })
  })

  test('is not told of an absence that is over, or is to come', () => {
    const over = aHoliday({ start: moment('08:00'), end: moment('13:00') })
    expect(whileAbsent(over)).toEqual([[]])
    expect(whileAbsent(aHoliday({ start: moment('14:01') }))).toEqual([[]])
  })

  test('is not told of an absence in doubt, or whose times no longer make sense', () => {
    const late = aClocking({ start: at('11:00'), end: null })
    const absences = [aHoliday()]
    const senseless = [aHoliday({ end: { $type: 'LocalDate', date: '2026-11-17' } })]
    for (const doubtful of [[], senseless])
      expect(
        concerns(
          watching,
          [at('10:00'), { absences }],
          [at('11:01'), { clockings: [late], absences: doubtful }],
        ),
      ).toEqual([[], []])
  })
})

describe('an overdue return', () => {
  const watching = { ...off, returnOverdue: true }
  const due = (now: string, ...absences: Absence[]): [string, Answer] => [now, { absences }]

  test('without a time is due when its day begins', () => {
    const tomorrow = aSickness({ estimatedReturn: { date: '2026-11-19', time: null } })
    const midnight = '2026-11-19T00:00:00Z'
    expect(concerns(watching, due(at('23:59'), tomorrow), due(midnight, tomorrow))).toEqual([
      [],
      [`return-overdue ${midnight}`],
    ])
  })

  test('is none where the end is known, no return is expected, or nobody knows when', () => {
    const ends = aSickness({ ...sick, end: { $type: 'LocalDate', date: '2026-11-30' } })
    const never = aSickness({ estimatedReturn: null })
    const nowhere = aSickness({ estimatedReturn: { date: '+275760-09-14', time: null } })
    for (const absence of [ends, never, nowhere])
      expect(concerns(watching, due(at('12:00'), absence))).toEqual([[]])
  })

  test('is none while the absence is in doubt', () => {
    const later = aSickness({ estimatedReturn: { date: '2026-11-18', time: '12:00' } })
    expect(concerns(watching, due(at('11:00'), later), due(at('13:00')))).toEqual([[], []])
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
