import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { baselined, disbelief, joined, onRoster } from '../../lib/attendance/roster.ts'
import { newEmployee } from '../../lib/attendance/state/state.ts'
import { anEmployee, aProfile, aState, employeeId, rules } from '../harness/builders.ts'

const now = '2026-11-18T09:00:00Z'
const recording = { now: epochMs(now), after: null, rules: rules() }
const announcing = { ...recording, rules: rules({ baseline: 'announce' }) }
const ids = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, n) => String(from + n)))
const eventsOf = ({ outbox }: { outbox: { message: string }[] }) =>
  outbox.map(({ message }): AttendanceEvent => JSON.parse(message))

describe('a roster answer', () => {
  test.each([
    ['lacks a fifth of ten is believed', ids(1, 10), ids(3, 10), null],
    ['lacks more than a fifth of ten is doubted', ids(1, 10), ids(4, 10), 'a fifth short'],
    [
      'lacks more than a fifth is doubted, however many newcomers it has',
      ids(1, 10),
      ids(4, 13),
      'a fifth short',
    ],
    ['lacks four of nine is believed', ids(1, 9), ids(5, 9), null],
    ['lacks five of nine is doubted', ids(1, 9), ids(6, 9), 'a fifth short'],
    ['lacks three of four is believed', ids(1, 4), ids(4, 4), null],
    ['is the first is believed', ids(1, 0), ids(1, 3), null],
    ['is empty is doubted', ids(1, 3), ids(1, 0), 'empty'],
    ['is the first, and empty, is doubted', ids(1, 0), ids(1, 0), 'empty'],
  ])('that %s', (_what, members, answered, doubt) => {
    expect(disbelief(members, answered)).toBe(doubt)
  })
})

describe('someone on the roster', () => {
  test('for the first time joins, with their employment', () => {
    const since = '2026-11-18T08:30:00Z'
    const state = joined(anEmployee(), since, null, recording)
    expect({ ...state, sequence: 0, outbox: [] }).toEqual(newEmployee(employeeId, aProfile, since))
    expect(state.unaskedSince).toEqual({ clockings: since, absences: since })
    expect(state).toMatchObject({ version: 0, seen: false, membership: 'member' })
    expect(eventsOf(state)).toMatchObject([
      {
        type: 'attendance.employee-joined',
        time: now,
        sequence: '00000000000000000001',
        data: { employment: { start: '2024-01-08', end: null } },
      },
    ])
    expect(eventsOf(state)[0]).not.toHaveProperty('baseline')
  })

  test('who was here before goes on where they were', () => {
    const retired = {
      employeeId,
      sequence: 41,
      forgottenBefore: { clockings: '2026-01-01T00:00:00Z', absences: null },
    }
    const state = joined(anEmployee(), now, retired, recording)
    expect(state).toMatchObject({ ...retired, sequence: 42, version: 0, membership: 'member' })
    expect(eventsOf(state).map(({ sequence }) => Number(sequence))).toEqual([42])
  })

  test('before the first run is remembered with the moment of the baseline, and not told', () => {
    expect(baselined(anEmployee(), now, recording)).toEqual({
      ...newEmployee(employeeId, aProfile, now),
      baselineAt: now,
    })
  })

  test('before the first run is told as a baseline where the settings announce it', () => {
    const first = '2026-11-01T00:00:00Z'
    const state = baselined(anEmployee(), first, announcing)
    expect(state.baselineAt).toBe(first)
    expect(eventsOf(state)).toMatchObject([
      { type: 'attendance.employee-joined', baseline: true, recordedtime: now, time: now },
    ])
    expect(state.outbox[0]?.attributes).toMatchObject({ baseline: 'true' })
  })

  test('as before is no news', () => {
    const state = aState()
    expect(onRoster(state, anEmployee(), recording)).toBe(state)
  })

  test('with another employment is told with before and after', () => {
    const employment = { ...anEmployee().employment, end: '2026-12-31' }
    const state = onRoster(aState(), anEmployee({ employment }), recording)
    expect(state.profile.employmentEnd).toBe('2026-12-31')
    expect(eventsOf(state)).toMatchObject([
      {
        type: 'attendance.employee-changed',
        time: now,
        data: {
          employment: { start: '2024-01-08', end: '2026-12-31' },
          changes: [{ field: 'employmentEnd', before: null, after: '2026-12-31' }],
        },
      },
    ])
  })
})
