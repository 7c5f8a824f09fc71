import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { publishWhileAble } from '../../../lib/polling/publishing/publish-while-able.ts'
import { answering } from '../../harness/answering.ts'
import { aClocking, anEntry, aSickness, aSnapshot, aState, rules } from '../../harness/builders.ts'
import { aPublication } from '../../harness/publication.ts'
import { stateAfter } from '../../harness/state-after.ts'
import { expectOneContentPerId } from '../support/consumer.ts'

const eventsOf = ({ outbox }: EmployeeState): AttendanceEvent[] =>
  outbox.map(({ message }) => JSON.parse(message))

/** What polls that show these at these moments tell. */
const history = (
  answers: [string, Parameters<typeof aSnapshot>[1]][],
  options: Parameters<typeof answering>[1] = {},
) => {
  let state = aState({
    forgottenBefore: { clockings: '2026-11-10T00:00:00Z', absences: '2026-11-10T00:00:00Z' },
  })
  for (const [now, shown] of answers)
    state = stateAfter(state, aSnapshot(now, shown), answering(now, options))
  return eventsOf(state)
}

const overdue = rules({ attention: { ...rules().attention, returnOverdue: true } })

describe('an expected return whose moment is spelled in another way', () => {
  test.each([
    ['00:00', null],
    ['09:00', '09:00:00'],
  ])('is not published twice with one id: %s and %s', (first, second) => {
    const sick = (time: string | null) =>
      aSickness({
        start: { $type: 'LocalDate', date: '2026-11-16' },
        estimatedReturn: { date: '2026-11-18', time },
      })
    const events = history(
      [
        ['2026-11-18T10:00:00Z', { absences: [sick(first)] }],
        ['2026-11-18T10:15:00Z', { absences: [sick(second)] }],
      ],
      { rules: overdue },
    )
    expectOneContentPerId(events)
  })
})

test('a clocking open for longer than the lookback, published as removed, is not back by one stale answer', () => {
  const open = aClocking({ start: '2026-11-16T09:00:00Z', end: null })
  const types = history([
    ['2026-11-16T09:01:00Z', { clockings: [open] }],
    ['2026-11-18T10:00:00Z', {}],
    ['2026-11-18T10:11:00Z', {}],
    // A replica that lags.
    ['2026-11-18T10:12:00Z', { clockings: [open] }],
    ['2026-11-18T10:13:00Z', {}],
  ]).map(({ type }) => type)
  expect(types).toEqual(['attendance.clocked-in', 'attendance.clocking-removed'])
})

test('people of whom SNS refuses an event each do not keep those of others from being published', async () => {
  const refused = new Set([1, 2, 3].map((n) => anEntry(n).id))
  const publish = publishWhileAble(
    async (entries) => aPublication(entries, (id) => !refused.has(id)),
    {
      now: () => 0,
      wait: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error())),
        ),
    },
  )(60_000)
  const failures: string[] = []
  for (let n = 1; n <= 6; n++) failures.push(...(await publish([anEntry(n)])).failures.values())
  expect(failures).toEqual(['InternalError', 'InternalError', 'InternalError'])
})
