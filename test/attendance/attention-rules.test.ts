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
  absenceGraceMinutes: 0,
  returnOverdue: false,
}
const on: AttentionRules = {
  clockingLongerThanHours: 4,
  breakLongerThanMinutes: 60,
  clockedInWhileAbsent: true,
  absenceGraceMinutes: 0,
  returnOverdue: true,
}
const at = (time: string) => `2026-11-18T${time}:00Z`
const moment = (time: string): AbsenceBoundary => ({
  $type: 'LocalDateTime',
  date: '2026-11-18',
  time,
})
const open = aClocking({ end: null, breaks: [aBreak({ end: null })] })
const sick = aSickness({ estimatedReturn: { date: '2026-11-18', time: '08:00' } })

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
    ['overdue returns', { returnOverdue: true }, [`return-overdue ${at('08:00')}`]],
  ])('%s', (_rule, attention, told) => {
    const now = at('14:00')
    expect(concerns({ ...off, ...attention }, [now, everything])).toEqual([told])
  })
})

test('several concerns of one poll are told in the order in which they began, and once', () => {
  const everything: Answer = { clockings: [open], absences: [sick] }
  const told = [
    `return-overdue ${at('08:00')}`,
    `clocked-in-while-absent ${at('09:00')}`,
    `clocking-overdue ${at('12:30')}`,
    `break-overdue ${at('13:00')}`,
  ]
  const late = { ...on, clockingLongerThanHours: 3.5 }
  expect(concerns(late, [at('14:00'), everything], [at('14:05'), everything])).toEqual([told, []])
})

describe('what was told is remembered', () => {
  // Whatever is deployed next goes by these words, or tells everything again.
  test('by the same words in every version', () => {
    const employee = employeePoller({}, rules({ attention: on }))
    const now = at('14:00')
    employee.poll(now, aSnapshot(now, { clockings: [open], absences: [sick] }))
    expect(employee.state.clockings[open.id]?.raised.toSorted()).toEqual([
      `absence:${sick.id}:0`,
      `break:${anId(1, 2)}`,
      'overdue',
    ])
    expect(employee.state.absences[sick.id]?.raised).toEqual(['return:2026-11-18T08:00:00'])
  })
})

describe('breaks', () => {
  test('are told each by itself', () => {
    const first = aBreak({ start: at('10:00'), end: null })
    const second = aBreak({ id: anId(2, 2), start: at('13:00'), end: null })
    const shift = (...breaks: Clocking['breaks']): Answer => ({
      clockings: [aClocking({ end: null, breaks })],
    })
    const quiet = { ...off, breakLongerThanMinutes: 60 }
    const ended = { ...first, end: at('11:30') }
    expect(
      concerns(quiet, [at('11:10'), shift(first)], [at('14:10'), shift(ended, second)]),
    ).toEqual([[`break-overdue ${at('11:00')}`], [`break-overdue ${at('14:00')}`]])
  })

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

  test('is told of an absence that is over by then, and lasted for longer than the grace', () => {
    const over = aHoliday({ start: moment('08:00'), end: moment('13:00') })
    expect(whileAbsent(over)).toEqual([[`clocked-in-while-absent ${at('09:00')}`]])
  })

  test('is not told of an absence that was over before, or is to come', () => {
    expect(whileAbsent(aHoliday({ start: moment('08:00'), end: moment('09:00') }))).toEqual([[]])
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
