import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { recordsLastingAt } from '../../../lib/read-api/presence/logged-records.ts'
import { pastPresence } from '../../../lib/read-api/presence/past-presence.ts'
import type { PlacedSegment } from '../../../lib/store/events/segment-record.ts'
import { absence, aClockIn, amina, anEvent, clocking } from '../../alerts/support/events.ts'
import { anId, rules } from '../../harness/builders.ts'
import { logged } from '../support/read-test.ts'

const at = epochMs('2026-11-20T12:00:00Z')

const showing = () => {
  const unreadable: null[] = []
  return { privacy: rules().privacy, onUnreadable: () => void unreadable.push(null), unreadable }
}

describe('what events say of who was where at a moment', () => {
  const shift = (end: string | null, name: 'clocked-in' | 'clocked-out' | 'clocking-removed') =>
    anEvent(name, { clocking: { ...clocking, end } })
  const away = { ...absence, $type: 'Holiday' as const, timeZone: 'Europe/London' }
  const told: AttendanceEvent[] = [
    shift(null, 'clocked-in'),
    shift('2026-11-20T11:00:00Z', 'clocked-out'),
    anEvent('clocking-amended', {
      clocking: { ...clocking, end: '2026-11-20T13:00:00Z' },
      changes: [{ field: 'end', before: '2026-11-20T11:00:00Z', after: '2026-11-20T13:00:00Z' }],
    }),
    anEvent('absence-started', { absence: away }),
    anEvent('clocked-in-while-absent', {
      clocking: { ...clocking, id: anId(2, 1), start: '2026-11-20T11:30:00Z' },
      absence: away,
    }),
    shift('2026-11-20T13:00:00Z', 'clocking-removed'),
    anEvent('absence-withdrawn', { absence: away }),
  ].map((event, n) => ({ ...event, sequence: String(n + 1).padStart(20, '0') }))

  test.each([
    [1, [anId(1, 1)], []],
    [2, [], []],
    [3, [anId(1, 1)], []],
    [5, [anId(1, 1), anId(2, 1)], [absence.id]],
    [6, [anId(2, 1)], [absence.id]],
    [7, [anId(2, 1)], []],
  ] as const)(
    'after %i of them, in any order and with repeats, it is the newest of each record',
    (count, clockings, absences) => {
      const events = [...told.slice(0, count), ...told.slice(0, count)]
      fc.assert(
        fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
          const { take, people } = recordsLastingAt(at, showing())
          for (const event of shuffled) take(logged(event))
          const known = people().get(amina.id)
          expect([...(known?.clockings.keys() ?? [])].toSorted()).toEqual(clockings)
          expect([...(known?.absences.keys() ?? [])]).toEqual(absences)
        }),
        { numRuns: 30 },
      )
    },
  )

  test('what cannot be read is counted, and changes nothing', () => {
    const counted = showing()
    const { take, people } = recordsLastingAt(at, counted)
    take(logged(shift(null, 'clocked-in')))
    const later = { ...shift(null, 'clocked-out'), sequence: '00000000000000000002' }
    take({ ...logged(later), message: 'no JSON' })
    take({ ...logged(later), message: JSON.stringify({ ...later, time: 'noon' }) })
    expect(counted.unreadable).toHaveLength(2)
    expect(people().get(amina.id)?.clockings.size).toBe(1)
  })

  test('so many events are no reason to refuse: who was in is found among sixty thousand', async () => {
    const came = Array.from({ length: 60 }, (_, n) =>
      logged(aClockIn(n + 1, '2026-11-20T12:30:00Z')),
    )
    const wasIn = logged(aClockIn(99, '2026-11-20T11:00:00Z'))
    const segmentsOf = (lane: number, position: number, limit: number): PlacedSegment[] =>
      lane !== 3
        ? []
        : Array.from({ length: Math.min(limit, 1_000 - position) }, (_, n) => ({
            position: position + 1 + n,
            writtenAt: '2026-11-20T12:00:00Z',
            events: position + n === 500 ? [...came, wasIn] : came,
          }))
    const people = await pastPresence(
      at,
      { employees: [] },
      {
        segments: {
          after: async (...asked) => segmentsOf(...asked),
          before: async () => [],
          newest: async (lane) =>
            lane === 3
              ? { last: 1_000, lastExpiry: 2_000_000_000, writtenAt: '2026-11-20T12:00:00Z' }
              : null,
          tail: async () => null,
        },
        now: () => at + 1,
        days: 30,
        isTimeUp: () => false,
      },
      rules(),
      showing(),
    )
    expect(people.map(({ employee }) => employee.id)).toEqual([anId(99)])
  })
})
