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
