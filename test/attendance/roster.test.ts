import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { baselined, disbelief, joined, left, present } from '../../lib/attendance/roster.ts'
import { newEmployee } from '../../lib/attendance/state.ts'
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
    ['lacks most of nine is believed', ids(1, 9), ids(9, 9), null],
    ['is the first is believed', ids(1, 0), ids(1, 3), null],
    ['is empty is doubted', ids(1, 3), ids(1, 0), 'empty'],
    ['is the first, and empty, is doubted', ids(1, 0), ids(1, 0), 'empty'],
  ])('that %s', (_what, members, answered, doubt) => {
    expect(disbelief(members, answered)).toBe(doubt)
  })
})

describe('someone on the roster', () => {
  test('for the first time joins, with their employment', () => {
    const state = joined(anEmployee(), recording)
    expect({ ...state, sequence: 0, outbox: [] }).toEqual(newEmployee(employeeId, aProfile, null))
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

  test('before the first run is remembered with the moment of the baseline, and not told', () => {
    expect(baselined(anEmployee(), recording)).toEqual(newEmployee(employeeId, aProfile, now))
  })

  test('before the first run is told as a baseline where the settings announce it', () => {
    const state = baselined(anEmployee(), announcing)
    expect(state.baselineAt).toBe(now)
    expect(eventsOf(state)).toMatchObject([{ type: 'attendance.employee-joined', baseline: true }])
    expect(state.outbox[0]?.attributes).toMatchObject({ baseline: 'true' })
  })

  test('as before is no news', () => {
    expect(present(aState(), anEmployee(), recording)).toEqual(aState())
  })

  test('with another employment is told with before and after', () => {
    const employment = { ...anEmployee().employment, end: '2026-12-31' }
    const state = present(aState(), anEmployee({ employment }), recording)
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

describe('a leaver', () => {
  test('is told with their employment, and is a member no longer', () => {
    const state = left(aState(), recording)
    expect(state.membership).toBe('leaver')
    expect(eventsOf(state)).toMatchObject([
      {
        type: 'attendance.employee-left',
        time: now,
        data: { employment: { start: '2024-01-08', end: null } },
      },
    ])
  })

  test('who returns is asked about from when they were last polled, a week before they expire', () => {
    const gone = aState({ membership: 'leaver', expiresAt: '2026-11-20T12:00:00Z' })
    const state = present(gone, anEmployee(), recording)
    expect(state).toMatchObject({
      membership: 'member',
      expiresAt: null,
      behindSince: '2026-11-13T12:00:00Z',
    })
    expect(eventsOf(state)).toMatchObject([
      { type: 'attendance.employee-joined', time: now, data: { employment: { end: null } } },
    ])
  })

  test('who returns before all of theirs was closed has been polled all the time', () => {
    const behindSince = '2026-11-17T12:00:00Z'
    for (const since of [null, behindSince]) {
      const going = aState({ membership: 'leaver', expiresAt: null, behindSince: since })
      expect(present(going, anEmployee(), recording).behindSince).toBe(since)
    }
  })

  test('who returns with another name is told to have changed and joined', () => {
    const renamed = anEmployee({ name: { givenName: 'Amina', familyName: 'Okafor' } })
    const state = present(aState({ membership: 'leaver' }), renamed, recording)
    expect(eventsOf(state).map(({ type }) => type)).toEqual([
      'attendance.employee-changed',
      'attendance.employee-joined',
    ])
  })
})
