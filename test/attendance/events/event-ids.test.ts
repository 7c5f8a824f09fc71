import { expect, test } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { joined, missingFromRoster, onRoster } from '../../../lib/attendance/roster.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { ReadAbsence } from '../../../lib/workforce/reading.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anEmployee,
  aSickness,
  aSnapshot,
  aState,
  rules,
} from '../../harness/builders.ts'
import { employeePoller } from '../../harness/employee-poller.ts'

const watching = rules({
  attention: {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 45,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
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
      ['17:21', { clockings: [reopened] }],
      ['17:30', { clockings: [closed] }],
      ['17:31', { clockings: [closed] }],
      ['17:40', {}],
      ['17:50', {}],
      ['18:00', { clockings: [closed] }],
      ['18:01', { clockings: [closed] }],
    ]),
  ).toEqual([
    ['clocked-in', 'f658ae08-643b-54ca-9c22-306f2ecbff8c'],
    ['break-started', '6b9c9481-9a3a-5bb0-90ea-5b72d767a0af'],
    ['break-overdue', '259b1b5a-08ad-5983-99d0-306d67975db2'],
    ['break-ended', 'c691c68d-ca35-5a89-abbd-eacc3ad79713'],
    ['clocked-out', '0135b476-465f-56ad-842c-9a13565f6f43'],
    ['clocking-amended', '4fe2dca0-98fe-52fb-82c9-8ef837468850'],
    ['clocking-overdue', 'c68a4f53-4804-5b87-bc6c-63b2b706aa39'],
    ['clocked-out', '374c2e41-efa8-5b84-bf42-0a2294a07ec3'],
    ['clocking-removed', 'eca531a2-2cc3-5047-8344-759ee3bae039'],
    ['clocked-in', 'e14af643-07a0-5e1e-9f98-176ec6d15a4b'],
    ['break-started', 'c47b8979-190c-5a8f-a000-6ac5b0cee41a'],
    ['break-ended', '1bada683-768e-548d-9592-cd4f87acdc7c'],
    ['clocked-out', '9aafd74a-54d8-5705-afa5-6e6c3548ca44'],
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
      ['13:11', { clockings, absences: [sick] }],
    ]),
  ).toEqual([
    ['absence-started', '64c71f2b-eab5-51e8-9afe-4064b0b666e9'],
    ['clocked-in', 'f658ae08-643b-54ca-9c22-306f2ecbff8c'],
    ['clocked-in-while-absent', '32c807ef-1cd3-549d-b7c4-162641c9a503'],
    ['return-overdue', '446ddd7d-e6c5-5138-8e42-eb78409523c5'],
    ['absence-amended', '3dbe17f2-c899-5f80-8730-40e1afece5c7'],
    ['absence-started', '74d59ff3-c6b2-56df-9e9a-a2050cddfaa7'],
    ['clocked-in-while-absent', '016a5189-4521-5208-be78-8ec44b64e4c8'],
    ['absence-withdrawn', '81bee56a-e701-5501-a888-8e54a0c6dcb2'],
    ['absence-started', '4d9262d5-8bd2-560c-8824-3e02bd7e7363'],
    ['clocked-in-while-absent', 'bdd63f01-76c2-5060-9952-9f6b44d9646b'],
    ['return-overdue', '55b7c687-6810-51b8-a09d-bd60e1f93dc5'],
  ])
  expect(idsOf([['09:10', { absences: [over] }]])).toEqual([
    ['absence-started', 'd8ea02f6-977f-59d9-8882-dd561767a6d3'],
    ['absence-ended', 'f7715703-06a4-58c0-b0fe-d905dd58f6bf'],
  ])
})

test('the ids of the roster are the same in every version of this program', () => {
  const recording = { now: epochMs(at('09:00')), after: null, rules: watching }
  const renamed = anEmployee({ name: { givenName: 'Amina', familyName: 'Okafor' } })
  const events = [
    joined(anEmployee(), at('08:00'), null, recording),
    onRoster(aState(), renamed, recording),
    missingFromRoster(aState(), 0, recording),
  ].flatMap(({ outbox }) => outbox.map(({ message }): AttendanceEvent => JSON.parse(message)))
  expect(events.map(idOf)).toEqual([
    ['employee-joined', '00251268-72ed-55cc-a31e-7dbc6c864666'],
    ['employee-changed', '45533730-f914-515f-824b-34c1a1b6e01f'],
    ['employee-left', 'faedfe7c-4fbd-5953-9305-9921622afa09'],
  ])
})
