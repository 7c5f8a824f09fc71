import { describe, expect, test } from 'vitest'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { aHoliday, anId, aSickness, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const full = rules({ privacy: { ...rules().privacy, absences: 'full' } })

/** What each of some answers, a minute apart from 12:00 on, tells. */
const pollerOf = () => {
  const employee = employeePoller({}, full)
  let minutes = 0
  return {
    get absences() {
      return employee.state.absences
    },
    polls: (...answers: Absence[][]) =>
      answers.map((absences) => {
        const now = at(`12:${String(minutes++).padStart(2, '0')}`)
        return outline(employee.poll(now, aSnapshot(now, { absences })))
      }),
  }
}

const cases: [string, Absence, Absence][] = [
  ['its end', aHoliday(), aHoliday({ end: on('2026-11-20') })],
  ['that it had no end', aSickness(), aSickness({ end: on('2026-11-20') })],
  ['its start', aHoliday(), aHoliday({ start: on('2026-11-17') })],
  ['its start, which was to come', aHoliday({ start: on('2026-11-19') }), aHoliday()],
  ['its note', aHoliday({ note: 'by train' }), aHoliday({ note: 'by bike' })],
  [
    'the return that is expected',
    aSickness(),
    aSickness({ estimatedReturn: { date: '2026-11-25', time: null } }),
  ],
  ['that no return was expected', aSickness({ estimatedReturn: null }), aSickness()],
]

describe.each(cases)(
  'a stale answer about an absence, with %s as it was,',
  (_what, old, current) => {
    const caughtUp = () => {
      const employee = pollerOf()
      employee.polls([old], [current])
      return employee
    }

    test('tells nothing, and the next good one forgets it', () => {
      const employee = caughtUp()
      const before = employee.absences
      expect(employee.polls([old])).toEqual([[]])
      expect(employee.absences[anId(1, 3)]?.doubted).not.toEqual([])
      expect(employee.polls([current])).toEqual([[]])
      expect(employee.absences).toEqual(before)
      expect(employee.polls([old], [current], [old], [current]).flat()).toEqual([])
    })

    test('is believed where a second one says the same, and told once', () => {
      expect(caughtUp().polls([old], [old], [old])).toEqual([
        [],
        [`absence-amended ${at('12:03')}`],
        [],
      ])
    })
  },
)

describe('a stale answer', () => {
  test('that lacks an absence says nothing, and does not begin its withdrawal', () => {
    const employee = pollerOf()
    employee.polls([aHoliday()])
    expect(employee.polls([], [aHoliday()], [], [aHoliday()]).flat()).toEqual([])
    expect(employee.absences[anId(1, 3)]).toMatchObject({ phase: 'started', missingSince: null })
  })

  test('that has a withdrawn absence still tells nothing', () => {
    const employee = pollerOf()
    employee.polls([aHoliday()])
    const gone = Array.from({ length: 11 }, (): Absence[] => [])
    expect(employee.polls(...gone).flat()).toEqual([`absence-withdrawn ${at('12:11')}`])
    expect(employee.polls([aHoliday()], [], [aHoliday()], []).flat()).toEqual([])
    expect(employee.polls([aHoliday()], [aHoliday()], [aHoliday()])).toEqual([
      [],
      ['absence-started 2026-11-18T00:00:00Z'],
      [],
    ])
  })

  test('of an absence that is to come starts nothing at the time that it had before', () => {
    const employee = employeePoller()
    const early = aHoliday()
    const putOff = aHoliday({ start: on('2026-11-19') })
    const poll = (now: string, absence: Absence) =>
      outline(employee.poll(now, aSnapshot(now, { absences: [absence] })))
    const eve = (time: string) => `2026-11-17T${time}:00Z`
    expect([poll(eve('10:00'), early), poll(eve('11:00'), putOff)]).toEqual([[], []])
    expect(poll(at('09:00'), early)).toEqual([])
    expect(poll(at('09:15'), putOff)).toEqual([])
    expect(poll('2026-11-19T09:00:00Z', putOff)).toEqual(['absence-started 2026-11-19T00:00:00Z'])
  })

  test('of an absence that was corrected to long ago tells nothing', () => {
    const employee = pollerOf()
    const corrected = aHoliday({ start: on('2026-11-08'), end: on('2026-11-09') })
    expect(employee.polls([aHoliday()], [corrected], [corrected], []).slice(1)).toEqual([
      [],
      [`absence-amended ${at('12:02')}`, 'absence-ended 2026-11-10T00:00:00Z'],
      [],
    ])
    expect(employee.polls([aHoliday()], [])).toEqual([[], []])
  })

  test('of an absence that was forgotten, and is corrected to these days, tells nothing', () => {
    const employee = employeePoller({}, full)
    const poll = (now: string, ...absences: Absence[]) =>
      outline(employee.poll(now, aSnapshot(now, { absences })))
    const early = aHoliday({ start: on('2026-11-08'), end: on('2026-11-09') })
    poll('2026-11-08T12:00:00Z', early)
    poll('2026-11-16T12:00:00Z')
    expect(employee.state.absences).toEqual({})
    expect(poll(at('12:00'), aHoliday())).toEqual(['absence-started 2026-11-18T00:00:00Z'])
    expect(poll(at('12:15'), early)).toEqual([])
    expect(poll(at('12:30'), aHoliday())).toEqual([])
  })
})

test('a stale answer with an earlier return, which is not published, says of nobody that they are overdue', () => {
  const category = rules({
    privacy: { ...rules().privacy, absences: 'category' },
    attention: { ...rules().attention, returnOverdue: true },
  })
  const employee = employeePoller({}, category)
  const poll = (time: string, date: string) =>
    outline(
      employee.poll(
        at(time),
        aSnapshot(at(time), {
          absences: [aSickness({ estimatedReturn: { date, time: '12:00' } })],
        }),
      ),
    )
  poll('11:00', '2026-11-18')
  expect(poll('11:30', '2026-11-25')).toEqual([])
  expect(poll('12:10', '2026-11-18')).toEqual([])
  expect(poll('12:20', '2026-11-25')).toEqual([])
  expect(poll('12:30', '2026-11-18')).toEqual([])
  expect(poll('12:40', '2026-11-18')).toEqual([`return-overdue ${at('12:00')}`])
})
