import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import { missingFromRoster, onRoster } from '../../lib/attendance/roster.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { anEmployee, aState, rules } from '../harness/builders.ts'

const at = (time: string) => `2026-11-18T${time}Z`
const now = at('09:00:00')
const on = (time: string) => ({ now: epochMs(time), after: null, rules: rules() })
const recording = on(now)
const tenMinutes = 10 * minute
const eventsOf = ({ outbox }: EmployeeState) =>
  outbox.map(({ message }): AttendanceEvent => JSON.parse(message))
const typesOf = (state: EmployeeState) =>
  eventsOf(state).map(({ type }) => type.replace('attendance.', ''))

const renamed = anEmployee({ name: { givenName: 'Amina', familyName: 'Okafor' } })

describe('a member whom a roster lacks', () => {
  const missing = missingFromRoster(aState(), tenMinutes, recording)

  test('is remembered as missing since then, and not told', () => {
    expect(missing).toEqual(aState({ missingSince: now }))
  })

  test('has left once rosters have lacked them for ten minutes, and not before', () => {
    expect(missingFromRoster(missing, tenMinutes, on(at('09:09:59')))).toBe(missing)
    const left = missingFromRoster(missing, tenMinutes, on(at('09:10:00')))
    expect(left).toMatchObject({
      membership: 'leaver',
      leftAt: at('09:10:00'),
      missingSince: null,
      restSince: null,
    })
    expect(eventsOf(left)).toMatchObject([
      {
        type: 'attendance.employee-left',
        time: at('09:10:00'),
        data: { employment: { start: '2024-01-08', end: null } },
      },
    ])
  })

  test('has not left where a roster had them in between', () => {
    const back = onRoster(missing, anEmployee(), on(at('09:05:00')))
    expect(back).toEqual(aState())
    const again = missingFromRoster(back, tenMinutes, on(at('09:10:00')))
    expect(again).toEqual(aState({ missingSince: at('09:10:00') }))
  })

  test('has left at once where an operator says that it is so', () => {
    for (const state of [aState(), missing])
      expect(typesOf(missingFromRoster(state, 0, recording))).toEqual(['employee-left'])
  })

  test('and who is a leaver has left once', () => {
    const leaver = aState({ membership: 'leaver' })
    expect(missingFromRoster(leaver, tenMinutes, recording)).toBe(leaver)
    expect(missingFromRoster(leaver, 0, recording)).toBe(leaver)
  })
})

describe('a leaver who is on the roster', () => {
  const restSince = '2026-11-13T12:00:00Z'
  const leaver = aState({ membership: 'leaver', leftAt: '2026-11-12T12:00:00Z', restSince })
  const doubted = onRoster(leaver, anEmployee(), recording)

  test('is not back by one roster, which may be an old one', () => {
    expect(doubted).toEqual({ ...leaver, doubted: ['membership=member'] })
    expect(missingFromRoster(doubted, tenMinutes, recording)).toEqual(leaver)
    expect(typesOf(missingFromRoster(doubted, 0, recording))).toEqual([])
  })

  test('is back by the second, told once, and asked about from when nobody asked any more', () => {
    const back = onRoster(doubted, anEmployee(), recording)
    expect(back).toMatchObject({
      membership: 'member',
      leftAt: null,
      restSince: null,
      doubted: [],
      unaskedSince: { clockings: restSince, absences: restSince },
    })
    expect(eventsOf(back)).toMatchObject([
      { type: 'attendance.employee-joined', time: now, data: { employment: { end: null } } },
    ])
    expect(onRoster(back, anEmployee(), recording)).toBe(back)
  })

  test('is back by the second, though each says something of them that another had said before', () => {
    const named = (familyName: string) => anEmployee({ name: { givenName: 'Amina', familyName } })
    const left = ['Okafor', 'Achebe', 'Bello'].reduce(
      (state, name) => onRoster(state, named(name), recording),
      aState(),
    )
    const leaver = { ...left, membership: 'leaver' as const, leftAt: now }
    const first = onRoster(leaver, named('Okafor'), recording)
    const second = onRoster(first, named('Achebe'), recording)
    expect(second).toMatchObject({ membership: 'member', leftAt: null })
    expect(typesOf(second).at(-1)).toBe('employee-joined')
    expect(eventsOf(second).at(-1)?.data.employee).toMatchObject({ familyName: 'Bello' })
    const third = onRoster(second, named('Achebe'), recording)
    expect(typesOf(third).at(-1)).toBe('employee-changed')
  })

  test('is asked about absences from when they were last answered, if that was longer ago', () => {
    const absences = '2026-11-10T12:00:00Z'
    const refused = { ...doubted, unaskedSince: { clockings: null, absences } }
    expect(onRoster(refused, anEmployee(), recording).unaskedSince).toEqual({
      clockings: restSince,
      absences,
    })
  })

  test('and was not at rest has been asked about all the time', () => {
    for (const since of [null, '2026-11-17T12:00:00Z']) {
      const unaskedSince = { clockings: since, absences: null }
      const going = { ...doubted, restSince: null, unaskedSince }
      expect(onRoster(going, anEmployee(), recording).unaskedSince).toEqual(unaskedSince)
    }
  })

  test('with another name is told to have changed and joined', () => {
    const first = onRoster(leaver, renamed, recording)
    expect(typesOf(first)).toEqual([])
    expect(typesOf(onRoster(first, renamed, recording))).toEqual([
      'employee-changed',
      'employee-joined',
    ])
  })
})

describe('a profile', () => {
  const changed = onRoster(aState(), renamed, recording)
  const changes = (state: EmployeeState) =>
    eventsOf(state).flatMap((event) => ('changes' in event.data ? event.data.changes : []))

  test('that is as it was before is told when a second roster confirms it', () => {
    expect(typesOf(changed)).toEqual(['employee-changed'])
    const stale = onRoster(changed, anEmployee(), recording)
    expect(stale).toEqual({ ...changed, doubted: [expect.stringMatching(/^familyName=/)] })
    const back = onRoster(stale, anEmployee(), recording)
    expect(changes(back)).toEqual([
      { field: 'familyName', before: "O'Neill", after: 'Okafor' },
      { field: 'familyName', before: 'Okafor', after: "O'Neill" },
    ])
    expect(onRoster(back, anEmployee(), recording)).toBe(back)
  })

  test('is not doubted any more once a roster has it as it was told', () => {
    const stale = onRoster(changed, anEmployee(), recording)
    const good = onRoster(stale, renamed, recording)
    expect(good).toEqual(changed)
    const again = onRoster(good, anEmployee(), recording)
    expect(typesOf(again)).toEqual(['employee-changed'])
  })

  test('that never was so is told at once', () => {
    const other = anEmployee({ name: { givenName: 'Amina', familyName: 'Achebe' } })
    expect(typesOf(onRoster(changed, other, recording))).toEqual([
      'employee-changed',
      'employee-changed',
    ])
  })
})
