import { describe, expect, test } from 'vitest'
import { aBreak, aClocking, anId, aSnapshot, rules } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const noon = '2026-11-18T12:00:00Z'
const evening = '2026-11-18T18:00:00Z'
const later = '2026-11-18T18:01:00Z'
const latest = '2026-11-18T18:02:00Z'
const open = aClocking({ end: null })

describe('clockings', () => {
  test('a shift with its breaks between two polls is told with true times, in order', () => {
    const employee = employeePoller()
    const shift = aClocking({
      breaks: [
        aBreak({ id: anId(2, 2), start: '2026-11-18T15:00:00Z', end: '2026-11-18T15:10:00Z' }),
        aBreak(),
      ],
    })
    expect(outline(employee.poll(evening, aSnapshot(evening, { clockings: [shift] })))).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
      'break-started 2026-11-18T12:00:00Z',
      'break-ended 2026-11-18T12:30:00Z',
      'break-started 2026-11-18T15:00:00Z',
      'break-ended 2026-11-18T15:10:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
  })

  test('the same answer a second time tells nothing and changes nothing', () => {
    const employee = employeePoller()
    const clockings = [aClocking({ breaks: [aBreak()] })]
    employee.poll(evening, aSnapshot(evening, { clockings }))
    const before = employee.state
    expect(employee.poll(later, aSnapshot(evening, { clockings }))).toEqual([])
    expect(employee.state).toEqual(before)
  })

  test('the order of breaks and the spelling of moments mean nothing', () => {
    const employee = employeePoller()
    const breaks = [aBreak(), aBreak({ id: anId(2, 2), start: '2026-11-18T15:00:00Z' })]
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking({ breaks })] }))
    const respelt = aClocking({
      start: '2026-11-18T09:00:00.000Z',
      end: '2026-11-18T17:00:00.0000000+00:00',
      breaks: breaks.toReversed(),
    })
    expect(employee.poll(later, aSnapshot(later, { clockings: [respelt] }))).toEqual([])
  })

  test('an end that appears is a clock-out at that end, and no amendment', () => {
    const employee = employeePoller()
    employee.poll(noon, aSnapshot(noon, { clockings: [open] }))
    const closed = aClocking({ endTimeZone: 'Europe/Paris' })
    const [event, ...others] = employee.poll(evening, aSnapshot(evening, { clockings: [closed] }))
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'attendance.clocked-out',
      time: '2026-11-18T17:00:00Z',
      recordedtime: evening,
      sequence: '00000000000000000002',
      data: { clocking: { end: '2026-11-18T17:00:00Z', endTimeZone: 'Europe/Paris' } },
    })
  })

  test('a correction is an amendment with before and after', () => {
    const employee = employeePoller()
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking({ breaks: [aBreak()] })] }))
    const corrected = aClocking({ start: '2026-11-18T08:30:00Z', end: '2026-11-18T17:30:00Z' })
    const [event, ...others] = employee.poll(later, aSnapshot(later, { clockings: [corrected] }))
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'attendance.clocking-amended',
      time: later,
      data: {
        changes: [
          { field: 'end', before: '2026-11-18T17:00:00Z', after: '2026-11-18T17:30:00Z' },
          { field: 'start', before: '2026-11-18T09:00:00Z', after: '2026-11-18T08:30:00Z' },
          { field: `breaks.${anId(1, 2)}`, before: aBreak(), after: null },
        ],
      },
    })
  })

  test.each([
    ['at another end', '2026-11-18T17:45:00Z'],
    ['at the same end as before', '2026-11-18T17:00:00Z'],
  ])('a reopened clocking closed %s gives a second clock-out with another id', (_how, end) => {
    const employee = employeePoller()
    const [, first] = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    const reopened = employee.poll(later, aSnapshot(later, { clockings: [open] }))
    expect(outline(reopened)).toEqual([`clocking-amended ${later}`])
    const closed = aClocking({ end })
    const [second, ...others] = employee.poll(latest, aSnapshot(latest, { clockings: [closed] }))
    expect(others).toEqual([])
    expect(second).toMatchObject({ type: 'attendance.clocked-out', time: end })
    expect(second?.id).not.toBe(first?.id)
  })

  test('a clocking reopened and otherwise corrected at once is closed with another id, too', () => {
    const employee = employeePoller()
    const [, first] = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    const start = '2026-11-18T08:30:00Z'
    const reopened = aClocking({ start, end: null })
    employee.poll(later, aSnapshot(later, { clockings: [reopened] }))
    const closed = aClocking({ start })
    const [second] = employee.poll(latest, aSnapshot(latest, { clockings: [closed] }))
    expect(second).toMatchObject({ type: 'attendance.clocked-out', time: first?.time })
    expect(second?.id).not.toBe(first?.id)
  })

  test('an answer that changed its mind and back gives two amendments with different ids', () => {
    const employee = employeePoller()
    employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    const other = aClocking({ start: '2026-11-18T08:00:00Z' })
    const [there] = employee.poll(later, aSnapshot(later, { clockings: [other] }))
    const [back] = employee.poll(latest, aSnapshot(latest, { clockings: [aClocking()] }))
    expect([there?.type, back?.type]).toEqual(Array(2).fill('attendance.clocking-amended'))
    expect(there?.id).not.toBe(back?.id)
  })

  test('a note is told only where the settings say so, and switching it on is no news', () => {
    const noted = aClocking({ note: 'left by the back door' })
    const quiet = employeePoller()
    const events = quiet.poll(evening, aSnapshot(evening, { clockings: [noted] }))
    expect(JSON.stringify([events, quiet.state])).not.toContain('back door')

    const privacy = { ...rules().privacy, notes: true }
    const open = employeePoller(quiet.state, rules({ privacy }))
    expect(open.poll(later, aSnapshot(later, { clockings: [noted] }))).toEqual([])
    const changed = { ...noted, note: 'left by the front door' }
    expect(open.poll(latest, aSnapshot(latest, { clockings: [changed] }))).toMatchObject([
      { data: { changes: [{ before: 'left by the back door', after: 'left by the front door' }] } },
    ])
  })

  test('each event has the number after the last', () => {
    const employee = employeePoller({ sequence: 41 })
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([42, 43])
  })

  test('until the baseline nothing is news, after it everything is', () => {
    const employee = employeePoller({ seen: false, baselineAt: noon })
    const shift = aClocking({ breaks: [aBreak({ start: '2026-11-18T11:50:00Z' })] })
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [shift] }))
    expect(outline(events)).toEqual([
      'break-ended 2026-11-18T12:30:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
  })

  test('what happened at the moment of the baseline itself is no news', () => {
    const employee = employeePoller({ seen: false, baselineAt: '2026-11-18T09:00:00Z' })
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(outline(events)).toEqual(['clocked-out 2026-11-18T17:00:00Z'])
  })

  test('a baseline that is announced is marked', () => {
    const announcing = rules({ baseline: 'announce' })
    const employee = employeePoller({ seen: false, baselineAt: evening }, announcing)
    const events = employee.poll(evening, aSnapshot(evening, { clockings: [aClocking()] }))
    expect(events.map(({ baseline }) => baseline)).toEqual([true, true])
  })
})
