import { expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { presentState } from '../../lib/attendance/present-state.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { aHoliday, aState, aTrackedClocking, nothingSpecial, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const { start, end } = aHoliday()
const open: Partial<EmployeeState> = {
  membership: 'leaver',
  leftAt: now,
  clockings: { mine: aTrackedClocking({ end: null }) },
  absences: { holiday: { ...nothingSpecial, phase: 'started', known: { start, end } } },
}
const typesOf = (state: Partial<EmployeeState>) =>
  presentState(aState(state), epochMs(now), rules()).map(({ type }) => type)

test('a snapshot tells what is open of somebody who has left as long as it may still end', () => {
  expect(typesOf(open)).toEqual([
    'attendance.employee-left',
    'attendance.clocked-in',
    'attendance.absence-started',
  ])
})

test('of whoever the API says nothing about any more it tells only that they have left, as presence does', () => {
  expect(typesOf({ ...open, restSince: now })).toEqual(['attendance.employee-left'])
})
