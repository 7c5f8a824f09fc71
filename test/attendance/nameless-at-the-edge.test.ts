import { expect, test } from 'vitest'
import { aHoliday, aSnapshot, nameless } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const on = (date: string) => ({ $type: 'LocalDate' as const, date })

test('an absence of the last date asked about that has lost its id may be what is shown without one', () => {
  const employee = employeePoller()
  const poll = (moment: string, unread: string[] = []) => {
    const absence = aHoliday({ start: on('2026-11-20'), end: on('2026-11-20') })
    const snapshot = aSnapshot(moment, { absences: unread.length === 0 ? [absence] : [] })
    const absences = snapshot.absences === null ? null : { ...snapshot.absences, unread }
    return outline(employee.poll(moment, { ...snapshot, absences }))
  }
  expect(poll('2026-11-18T18:00:00Z')).toEqual([])
  for (const moment of ['2026-11-18T18:30:00Z', '2026-11-19T18:00:00Z', '2026-11-19T18:30:00Z'])
    expect(poll(moment, [nameless(1)])).toEqual([])
  // Absences are not read at every poll.
  const midnight = '2026-11-20T00:00:00Z'
  expect(outline(employee.poll(midnight, aSnapshot(midnight)))).toEqual([
    `absence-started ${midnight}`,
  ])
})

test('an absence that may be what is shown without an id starts and ends by its clock, also where every poll reads absences', () => {
  const employee = employeePoller()
  const day = '2026-11-18'
  const absence = aHoliday({
    start: { $type: 'LocalDateTime', date: day, time: '12:00' },
    end: { $type: 'LocalDateTime', date: day, time: '13:00' },
  })
  const poll = (time: string, isShown: boolean) => {
    const moment = `${day}T${time}:00Z`
    const snapshot = aSnapshot(moment, { absences: isShown ? [absence] : [] })
    const { absences } = snapshot
    if (absences === null) throw new Error('absences were asked for')
    const unread = isShown ? [] : [nameless(1)]
    return outline(employee.poll(moment, { ...snapshot, absences: { ...absences, unread } }))
  }
  expect(poll('08:00', true)).toEqual([])
  expect(poll('11:59', false)).toEqual([])
  expect(poll('12:00', false)).toEqual([`absence-started ${day}T12:00:00Z`])
  expect(poll('12:59', false)).toEqual([])
  expect(poll('13:00', false)).toEqual([`absence-ended ${day}T13:00:00Z`])
  expect(poll('13:01', true)).toEqual([])
})
