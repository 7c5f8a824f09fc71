import { expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { joined, left, present } from '../../lib/attendance/roster.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import type { ReadAbsence } from '../../lib/workforce/reading.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anEmployee,
  aSickness,
  aSnapshot,
  aState,
  rules,
} from '../harness/builders.ts'
import { employeePoller } from '../harness/employee-poller.ts'

const watching = rules({
  attention: {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 45,
    clockedInWhileAbsent: true,
    returnOverdue: true,
  },
})
const at = (time: string) => `2026-11-18T${time}:00Z`
const idOf = ({ type, id }: AttendanceEvent): [string, string] => [
  type.replace('attendance.', ''),
  id,
]

/** The ids that one employee's polls gave: each a time, and what the API said then. */
const idsOf = (polls: [string, { clockings?: Clocking[]; absences?: ReadAbsence[] }][]) => {
  const employee = employeePoller({}, watching)
  return polls.flatMap(([time, { clockings = [], absences = [] }]) => {
    const snapshot = aSnapshot(at(time), { clockings, absences: [] })
    snapshot.absences?.records.push(...absences)
    return employee.poll(at(time), snapshot).map(idOf)
  })
}

// Whoever saw an event before an upgrade knows its repeat after it by the id alone.
test('the ids of a clocking are the same in every version of this program', () => {
  const open = aClocking({ end: null, breaks: [aBreak({ end: null })] })
  const closed = aClocking({ breaks: [aBreak()] })
  const reopened = { ...open, breaks: [aBreak()] }
  expect(
    idsOf([
      ['12:50', { clockings: [open] }],
      ['17:10', { clockings: [closed] }],
      ['17:20', { clockings: [reopened] }],
      ['17:30', { clockings: [closed] }],
      ['17:40', {}],
      ['17:50', {}],
      ['18:00', { clockings: [closed] }],
    ]),
  ).toEqual([
    ['clocked-in', '324886a6-e3ea-5be8-a6c0-55897cfe2cc0'],
    ['break-started', '75fb64e2-c3fa-5ef1-9215-a12894b227ed'],
    ['break-overdue', '30121483-5d88-5c73-ae49-0618330d5951'],
    ['break-ended', 'ea333029-b26a-5555-a99a-23c01bb2d7a9'],
    ['clocked-out', '83903124-c1d8-5e9b-990c-9ebb5d26b26e'],
    ['clocking-amended', '43835d3e-e89a-592e-a9dd-3651a971db45'],
    ['clocking-overdue', '8f9f0494-3f40-5e75-a29e-ae46ab7d7070'],
    ['clocked-out', '8193f042-941f-542e-9450-1c78d51e604d'],
    ['clocking-removed', '207cfa0e-0a2b-5c40-940c-1efc12404917'],
    ['clocked-in', 'e480c6e1-1857-5041-8ac9-638ef16122dd'],
    ['break-started', '73fee33b-db30-5d31-a933-41675529c8a2'],
    ['break-ended', '389bde33-fcf6-50a2-ad44-8cdbd718fed7'],
    ['clocked-out', '42c6e29d-d8f0-5789-9994-5f44c086b640'],
  ])
})

test('the ids of absences are the same in every version of this program', () => {
  const expected = { date: '2026-11-18', time: '10:00' }
  const sick = aSickness({ estimatedReturn: expected })
  const afternoon = aSickness({
    estimatedReturn: expected,
    start: { $type: 'LocalDatePart', date: '2026-11-18', datePart: 'SecondHalf' },
  })
  const over = aHoliday({
    start: { $type: 'LocalDate', date: '2026-11-17' },
    end: { $type: 'LocalDate', date: '2026-11-17' },
  })
  const clockings = [aClocking({ end: null })]
  expect(
    idsOf([
      ['09:10', { clockings, absences: [sick] }],
      ['10:10', { clockings, absences: [sick] }],
      ['12:10', { clockings, absences: [afternoon] }],
      ['12:40', { clockings, absences: [afternoon] }],
      ['12:50', { clockings }],
      ['13:00', { clockings }],
      ['13:10', { clockings, absences: [sick] }],
    ]),
  ).toEqual([
    ['absence-started', '563f162a-6bcb-5b6a-8e7a-21763b0f0893'],
    ['clocked-in', '324886a6-e3ea-5be8-a6c0-55897cfe2cc0'],
    ['clocked-in-while-absent', 'a3ed8e7e-1111-5b17-9ad0-0dec21fe7cc1'],
    ['return-overdue', 'a001d964-f93b-5fcf-a232-0460c029b500'],
    ['absence-amended', 'e8b25bda-c869-54c9-a3c9-65c829636402'],
    ['absence-started', '048e6983-81ae-565e-ad53-460b83e67356'],
    ['clocked-in-while-absent', '21abaaa3-fdaf-5700-ac05-c49a14a51468'],
    ['absence-withdrawn', 'cf2104c8-31ad-59f3-af50-7820873f877e'],
    ['absence-started', '3ffd52f9-27a5-5da3-9880-52c9d67f4b6e'],
    ['clocked-in-while-absent', '013ff401-2f13-5ef8-90c4-16c51809de2f'],
    ['return-overdue', 'e57c5388-2b2c-56c7-b33c-e7a067065bc4'],
  ])
  expect(idsOf([['09:10', { absences: [over] }]])).toEqual([
    ['absence-started', '59db4657-7028-58bc-b4b8-615b29ea3127'],
    ['absence-ended', '01cb02f6-5eb1-546b-9ce2-04a8f0527c81'],
  ])
})

test('the ids of the roster are the same in every version of this program', () => {
  const recording = { now: epochMs(at('09:00')), after: null, rules: watching }
  const renamed = anEmployee({ name: { givenName: 'Amina', familyName: 'Okafor' } })
  const events = [
    joined(anEmployee(), recording),
    present(aState(), renamed, recording),
    left(aState(), recording),
  ].flatMap(({ outbox }) => outbox.map(({ message }): AttendanceEvent => JSON.parse(message)))
  expect(events.map(idOf)).toEqual([
    ['employee-joined', '00251268-72ed-55cc-a31e-7dbc6c864666'],
    ['employee-changed', '45533730-f914-515f-824b-34c1a1b6e01f'],
    ['employee-left', 'faedfe7c-4fbd-5953-9305-9921622afa09'],
  ])
})
