import { describe, expect, test } from 'vitest'
import { aBreak, aClocking, aHoliday, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const noon = '2026-11-18T12:00:00Z'
const evening = '2026-11-18T18:00:00Z'
const later = '2026-11-18T18:01:00Z'
const open = aClocking({ end: null })

/** Of somebody who was there before the first run. */
const thereBefore = (baselineAt: string) => ({
  seen: false,
  baselineAt,
  unaskedSince: { clockings: baselineAt, absences: baselineAt },
})

describe('what was so before the first run', () => {
  test('until the baseline nothing is news, after it everything is', () => {
    const employee = employeePoller(thereBefore(noon))
    const shift = aClocking({ breaks: [aBreak({ start: '2026-11-18T11:50:00Z' })] })
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [shift] }))
    expect(outline(events)).toEqual([
      'break-ended 2026-11-18T12:30:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
  })

  test('what happened at the moment of the baseline itself is no news', () => {
    const employee = employeePoller(thereBefore('2026-11-18T09:00:00Z'))
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(outline(events)).toEqual(['clocked-out 2026-11-18T17:00:00Z'])
  })

  test('after the first complete answer what happened before the baseline is news', () => {
    const employee = employeePoller(thereBefore(noon))
    expect(employee.poll(evening, aSnapshot(evening))).toEqual([])
    const events = employee.poll(later, aSnapshot(later, { clockings: [open] }))
    expect(outline(events)).toEqual(['clocked-in 2026-11-18T09:00:00Z'])
  })

  test('an incomplete answer leaves the baseline as it is', () => {
    const employee = employeePoller(thereBefore(noon))
    const broken = aSnapshot(evening, { clockings: [], isComplete: false })
    expect(employee.poll(evening, broken)).toEqual([])
    expect(employee.state).toMatchObject(thereBefore(noon))
    expect(employee.poll(later, aSnapshot(later, { clockings: [open] }))).toEqual([])
  })

  test('what was told, and is moved to before the baseline, is news there too', () => {
    const employee = employeePoller({ ...thereBefore(noon), timeZone: 'UTC' })
    const told = (now: string, start: string, end: string | null) => {
      const local = (time: string) =>
        ({ $type: 'LocalDateTime', date: '2026-11-18', time: `${time}:00` }) as const
      const on = (time: string) => `2026-11-18T${time}:00Z`
      const shift = aClocking({ start: on(start), end: end === null ? null : on(end), breaks: [] })
      const leave = aHoliday({ start: local(start), end: end === null ? null : local(end) })
      const shown = { clockings: [shift], absences: [leave], isComplete: false }
      return outline(employee.poll(now, aSnapshot(now, shown)))
    }
    expect(told(evening, '13:00', null)).toEqual([
      'clocked-in 2026-11-18T13:00:00Z',
      'absence-started 2026-11-18T13:00:00Z',
    ])
    const moved = [later, '2026-11-18T18:12:00Z'].flatMap((now) => told(now, '09:00', '09:30'))
    expect(moved).toContain('clocked-out 2026-11-18T09:30:00Z')
    expect(moved).toContain('absence-ended 2026-11-18T09:30:00Z')
  })

  test('what was told to have ended, was forgotten, and goes on after all, is news though it began before', () => {
    const newestForgotten = { start: '2026-11-18T17:00:00Z', startTimeZone: 'UTC' }
    const forgottenBefore = { clockings: '2026-11-18T17:30:00Z', absences: null }
    const employee = employeePoller({ ...thereBefore(noon), forgottenBefore, newestForgotten })
    const shown = { clockings: [open], isComplete: false }
    expect(outline(employee.poll(evening, aSnapshot(evening, shown)))).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
    ])
  })

  test('what had ended before it, and comes once something was forgotten, is no news, neither that it began nor that it ended', () => {
    const newestForgotten = { start: '2026-11-18T17:00:00Z', startTimeZone: 'UTC' }
    const forgottenBefore = { clockings: '2026-11-18T08:00:00Z', absences: null }
    const employee = employeePoller({ ...thereBefore(noon), forgottenBefore, newestForgotten })
    const ended = { ...open, end: '2026-11-18T11:00:00Z' }
    const shown = { clockings: [ended], isComplete: false }
    expect(outline(employee.poll(evening, aSnapshot(evening, shown)))).toEqual([])
  })

  test('each kind has a baseline of its own', () => {
    const employee = employeePoller(thereBefore(noon))
    expect(employee.poll(evening, aSnapshot(evening))).toEqual([])
    expect(employee.state).toMatchObject({
      baselineAt: noon,
      unaskedSince: { clockings: null, absences: noon },
    })
    const both = aSnapshot(later, { clockings: [open], absences: [aHoliday()] })
    expect(outline(employee.poll(later, both))).toEqual(['clocked-in 2026-11-18T09:00:00Z'])
    expect(employee.state).toMatchObject({
      baselineAt: null,
      unaskedSince: { clockings: null, absences: null },
    })
  })

  test.for([
    ['clockings', 'clocked-in 2026-11-18T09:00:00Z'],
    ['absences', 'absence-started 2026-11-18T00:00:00Z'],
  ] as const)(
    'whoever was asked for %s once, left, and is back is past that baseline, though the other kind was never answered',
    ([kind, news]) => {
      const before = { ...thereBefore(noon), timeZone: 'UTC' }
      const asked = employeePoller(before)
      const whole = aSnapshot(evening, { absences: [] })
      const answer = { clockings: { absences: null }, absences: { clockings: null } }[kind]
      expect(asked.poll(evening, { ...whole, ...answer })).toEqual([])
      const back = employeePoller({ ...asked.state, unaskedSince: before.unaskedSince })
      const both = aSnapshot(later, { clockings: [open], absences: [aHoliday()] })
      expect(outline(back.poll(later, both))).toEqual([news])
      expect(back.state).toMatchObject({ baselineAt: null, baselineOver: [] })
    },
  )

  test.for(['clockings', 'absences'] as const)(
    'what of %s was published as gone is news once it is back, whatever was asked since',
    (kind) => {
      const before = { ...thereBefore(noon), timeZone: 'UTC' }
      const shown = { clockings: { clockings: [open] }, absences: { absences: [aHoliday()] } }[kind]
      const first = employeePoller(before)
      expect(first.poll(evening, aSnapshot(evening, shown))).toEqual([])
      const gone = ['2026-11-18T18:10:00Z', '2026-11-18T18:21:00Z'].flatMap((at) =>
        outline(first.poll(at, aSnapshot(at, { clockings: [], absences: [] }))),
      )
      expect(gone).toHaveLength(1)
      const once = '2026-11-18T18:59:00Z'
      expect(first.poll(once, aSnapshot(once, shown))).toEqual([])
      // Who could not be asked for one kind, left, and is back, was asked for neither since.
      const back = employeePoller({ ...first.state, ...before })
      const twice = '2026-11-18T19:00:00Z'
      expect(outline(back.poll(twice, aSnapshot(twice, shown)))).toEqual([
        kind === 'clockings'
          ? 'clocked-in 2026-11-18T09:00:00Z'
          : 'absence-started 2026-11-18T00:00:00Z',
      ])
    },
  )

  test.for(['silent', 'announce'] as const)(
    'an absence that is corrected to have ended before it, where no answer was complete yet, is news (%s)',
    (baseline) => {
      const employee = employeePoller(
        { ...thereBefore(noon), timeZone: 'UTC' },
        rules({ baseline }),
      )
      const date = (day: number) => ({ $type: 'LocalDate', date: `2026-11-${day}` }) as const
      const absence = aHoliday({ start: date(16), end: null })
      const shown = (now: string, end: number | null) =>
        employee.poll(
          now,
          aSnapshot(now, {
            absences: [{ ...absence, end: end === null ? null : date(end) }],
            isComplete: false,
          }),
        )
      const first = shown(evening, null)
      expect(first.every((each) => each.baseline === true)).toBe(true)
      const then = shown(later, 17)
      expect(outline(then)).toEqual([
        `absence-amended ${later}`,
        'absence-ended 2026-11-18T00:00:00Z',
      ])
      expect(then.every((each) => each.baseline === undefined)).toBe(true)
    },
  )

  test('a baseline that is announced is marked', () => {
    const announcing = rules({ baseline: 'announce' })
    const employee = employeePoller(thereBefore(evening), announcing)
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(events.map(({ baseline }) => baseline)).toEqual([true, true])
  })
})
