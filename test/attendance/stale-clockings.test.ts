import { describe, expect, test } from 'vitest'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { aBreak, aClocking, anId, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const noting = rules({ privacy: { ...rules().privacy, notes: true } })

/** What each of some answers, a minute apart from 18:00 on, tells. */
const pollerOf = () => {
  const employee = employeePoller({}, noting)
  let minutes = 0
  return {
    get state() {
      return employee.state
    },
    polls: (...answers: Clocking[][]) =>
      answers.map((clockings) => {
        const now = at(`18:${String(minutes++).padStart(2, '0')}`)
        return outline(employee.poll(now, aSnapshot(now, { clockings })))
      }),
  }
}

type Case = [string, Partial<Clocking>, Partial<Clocking>, Partial<Clocking>[]?]
const cases: Case[] = [
  ['the end', { end: null }, {}],
  ['a break', {}, { breaks: [aBreak()] }],
  ['the end of a break', { breaks: [aBreak({ end: null })] }, { breaks: [aBreak()] }],
  ['the start', {}, { start: at('08:30') }],
  ['the end as it was before', { end: at('16:00') }, {}],
  ['the note', { note: 'left early' }, { note: 'left on time' }],
  ['that there was no note', { note: null }, { note: 'left on time' }],
  ['the zone of the start', {}, { startTimeZone: 'Europe/Paris' }],
  ['a break where it was', { breaks: [aBreak()] }, { breaks: [aBreak({ start: at('12:05') })] }],
  ['a start of long before', {}, { start: at('08:45') }, [{ start: at('08:30') }]],
]

describe.each(cases)('%s of a clocking', (_what, old, current, between = []) => {
  const [stale, good] = [[aClocking(old)], [aClocking(current)]]
  const caughtUp = () => {
    const employee = pollerOf()
    employee.polls(stale, ...between.map((each) => [aClocking(each)]), good)
    return employee
  }

  test('is not told of by one stale answer, which the next good one forgets', () => {
    const employee = caughtUp()
    const before = employee.state
    expect(employee.polls(stale)).toEqual([[]])
    expect(employee.state.clockings[anId(1, 1)]?.doubted).not.toEqual([])
    expect(employee.polls(good)).toEqual([[]])
    expect(employee.state.clockings).toEqual(before.clockings)
    expect(employee.polls(stale, good, stale, good)).toEqual([[], [], [], []])
  })

  test('is told once where a second answer confirms it', () => {
    const employee = caughtUp()
    const [first, second, third] = employee.polls(stale, stale, stale)
    expect([first, second, third]).toEqual([[], [expect.any(String)], []])
    expect(second?.[0]).toMatch(/^(clocking-amended|break-started) /)
  })
})

describe('a stale answer', () => {
  test('that lacks a clocking altogether says nothing, and does not begin its removal', () => {
    const employee = pollerOf()
    employee.polls([aClocking()])
    const empty = Array.from({ length: 3 }, () => [[], [aClocking()]]).flat()
    expect(employee.polls(...empty).flat()).toEqual([])
    expect(employee.state.clockings[anId(1, 1)]?.missingSince).toBeNull()
  })

  test('that has a removed clocking still tells nothing; a second one tells it again', () => {
    const employee = pollerOf()
    const shown = [aClocking()]
    const gone = Array.from({ length: 12 }, (): Clocking[] => [])
    expect(
      employee
        .polls(shown, ...gone)
        .flat()
        .at(-1),
    ).toMatch(/^clocking-removed /)
    expect(employee.polls(shown, [], shown, []).flat()).toEqual([])
    expect(employee.polls(shown, shown, shown)).toEqual([
      [],
      [`clocked-in ${at('09:00')}`, `clocked-out ${at('17:00')}`],
      [],
    ])
  })

  test('holds up nothing of another clocking', () => {
    const employee = pollerOf()
    employee.polls([aClocking()])
    const other = aClocking({ id: anId(2, 1), start: at('17:30'), end: null })
    expect(employee.polls([aClocking({ end: null }), other])).toEqual([
      [`clocked-in ${at('17:30')}`],
    ])
  })

  test('that takes back another thing than the one before confirms neither', () => {
    const employee = pollerOf()
    employee.polls([aClocking()], [aClocking({ start: at('08:30') })])
    const [reopened, earlier] = [
      [aClocking({ start: at('08:30'), end: null })],
      [aClocking({ start: at('09:00') })],
    ]
    expect(employee.polls(reopened, earlier, reopened).flat()).toEqual([])
  })

  test('of an open clocking that was closed days later than it ended tells nothing', () => {
    const employee = employeePoller()
    const open = aClocking({ start: '2026-11-13T09:00:00Z', end: null })
    const closed = { ...open, end: '2026-11-13T17:00:00Z' }
    const poll = (now: string, clocking: Clocking) =>
      outline(employee.poll(now, aSnapshot(now, { clockings: [clocking] })))
    poll('2026-11-13T10:00:00Z', open)
    expect(poll(at('18:00'), closed)).toEqual(['clocked-out 2026-11-13T17:00:00Z'])
    expect(poll(at('18:01'), open)).toEqual([])
    expect(poll(at('18:02'), closed)).toEqual([])
  })

  test('of a clocking that was corrected to long ago tells nothing', () => {
    const employee = pollerOf()
    const past = { start: '2026-11-11T09:00:00Z', end: '2026-11-11T17:00:00Z' }
    const corrected = [aClocking(past)]
    expect(employee.polls([aClocking()], corrected, corrected).slice(1)).toEqual([
      [],
      [`clocking-amended ${at('18:02')}`],
    ])
    expect(employee.polls([aClocking()], [])).toEqual([[], []])
  })

  test('of a clocking that was forgotten, and is corrected to this day, tells nothing', () => {
    const employee = employeePoller()
    const poll = (now: string, ...clockings: Clocking[]) =>
      outline(employee.poll(now, aSnapshot(now, { clockings })))
    const early = aClocking({ start: '2026-11-11T09:00:00Z', end: '2026-11-11T17:00:00Z' })
    poll('2026-11-11T17:10:00Z', early)
    poll('2026-11-16T12:00:00Z')
    expect(employee.state.clockings).toEqual({})
    const moved = [`clocked-in ${at('09:00')}`, `clocked-out ${at('17:00')}`]
    expect(poll(at('17:10'), aClocking())).toEqual(moved)
    expect(poll(at('17:11'), early)).toEqual([])
    expect(poll(at('17:12'), aClocking())).toEqual([])
    expect([poll(at('17:13'), early), poll(at('17:14'), early)].flat()).toEqual([
      `clocking-amended ${at('17:14')}`,
    ])
  })

  test('of one that was forgotten, and is back open, does not end it', () => {
    const employee = employeePoller()
    const poll = (now: string, ...clockings: Clocking[]) =>
      outline(employee.poll(now, aSnapshot(now, { clockings })))
    const start = '2026-11-11T09:00:00Z'
    poll('2026-11-11T17:10:00Z', aClocking({ start, end: '2026-11-11T17:00:00Z' }))
    poll('2026-11-16T12:00:00Z')
    expect(poll(at('17:10'), aClocking({ start, end: null }))).toEqual([`clocked-in ${start}`])
    expect(poll(at('17:11'), aClocking({ start, end: '2026-11-11T17:00:00Z' }))).toEqual([])
    expect(poll(at('17:12'), aClocking({ start, end: null }))).toEqual([])
  })
})
