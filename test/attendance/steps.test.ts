import { describe, expect, test } from 'vitest'
import { absenceSteps } from '../../lib/attendance/absences/absence-steps.ts'
import { clockingSteps } from '../../lib/attendance/clockings/clocking-steps.ts'
import { missingAbsenceSteps, missingClockingSteps } from '../../lib/attendance/missing/missing.ts'
import { day, epochMs } from '../../lib/attendance/moments.ts'
import type { KnownClocking, TrackedClocking } from '../../lib/attendance/state/state.ts'
import type { PollContext } from '../../lib/attendance/steps.ts'
import { removal } from '../harness/answering.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anId,
  employeeId,
  nothingSpecial,
  rules,
} from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const context: PollContext = {
  employeeId,
  now: epochMs(now),
  zone: 'Europe/London',
  formerZone: 'Europe/London',
  zoneSince: null,
  wronglySaid: () => false,
  rules: rules(),
  removal,
  forgottenBefore: { clockings: null, absences: null },
}
const reach = epochMs(now) - 90 * day
const longAgo = '2026-11-18T17:50:00Z'
const justNow = '2026-11-18T17:50:01Z'
const { id, employeeId: _, note: _note, ...shift } = aClocking()
const known: KnownClocking = shift
const tracked = (overrides: Partial<TrackedClocking> = {}): TrackedClocking => ({
  ...nothingSpecial,
  phase: 'present',
  known,
  ...overrides,
})

describe('the steps of a clocking', () => {
  const second = aBreak({
    id: anId(2, 2),
    start: '2026-11-18T15:00:00Z',
    end: '2026-11-18T15:20:00Z',
  })

  test('each remember what has been told by then, so that any number of them can be saved', () => {
    const steps = clockingSteps(undefined, aClocking({ breaks: [aBreak(), second] }), context)
    expect(steps.map(({ draft, tracked: after }) => [draft?.name, after?.known])).toEqual([
      ['clocked-in', { ...known, end: null, breaks: [] }],
      ['break-started', { ...known, end: null, breaks: [aBreak({ end: null })] }],
      ['break-ended', { ...known, end: null, breaks: [aBreak()] }],
      ['break-started', { ...known, end: null, breaks: [aBreak(), { ...second, end: null }] }],
      ['break-ended', { ...known, end: null, breaks: [aBreak(), second] }],
      ['clocked-out', { ...known, breaks: [aBreak(), second] }],
    ])
    expect(steps.at(-1)?.tracked).toEqual(
      tracked({ known: { ...known, breaks: [aBreak(), second] } }),
    )
  })

  test('leave the other breaks as they were told', () => {
    const before = tracked({ known: { ...known, breaks: [aBreak(), { ...second, end: null }] } })
    const steps = clockingSteps(before, aClocking({ breaks: [aBreak(), second] }), context)
    expect(steps.map(({ draft, tracked: after }) => [draft?.name, after?.known])).toEqual([
      ['break-ended', { ...known, breaks: [aBreak(), second] }],
    ])
  })

  test('end with what was corrected, at the moment of the poll', () => {
    const start = '2026-11-18T08:30:00Z'
    const open = tracked({ known: { ...known, end: null } })
    const steps = clockingSteps(open, aClocking({ start }), context)
    expect(steps.map(({ draft, at }) => [draft?.name, at])).toEqual([
      ['clocked-out', epochMs('2026-11-18T17:00:00Z')],
      ['clocking-amended', epochMs(now)],
    ])
  })

  test('are none where nothing changed', () => {
    expect(clockingSteps(tracked(), aClocking(), context)).toEqual([])
  })

  test('are one that says nothing where it was missing before', () => {
    expect(clockingSteps(tracked({ missingSince: longAgo }), aClocking(), context)).toEqual([
      { of: 'clocking', id, at: epochMs(now), draft: null, tracked: tracked() },
    ])
  })

  test('that was missing for ten minutes say that it is removed, as it last was', () => {
    const before = tracked({ missingSince: longAgo, doubted: ['end=1'] })
    expect(missingClockingSteps(id, before, context, true, reach)).toEqual([
      {
        of: 'clocking',
        id,
        at: epochMs(now),
        draft: {
          name: 'clocking-removed',
          time: now,
          facts: [id, now],
          data: { clocking: { id, employeeId, ...known } },
        },
        tracked: tracked({ missingSince: longAgo, phase: 'removed', keptUntil: now }),
      },
    ])
  })

  test('that was missing for less, or was not looked for everywhere, are none', () => {
    const short = tracked({ missingSince: justNow })
    expect(missingClockingSteps(id, short, context, true, reach)).toEqual([])
    const long = tracked({ missingSince: longAgo })
    expect(missingClockingSteps(id, long, context, false, reach)).toEqual([])
  })
})

describe('the steps of an absence', () => {
  const { start, end } = aHoliday()
  const remembered = {
    ...nothingSpecial,
    phase: 'started' as const,
    known: { start, end, $type: 'Holiday' },
  }

  test('at first sight remember it', () => {
    expect(absenceSteps(undefined, aHoliday(), context)).toMatchObject([
      { of: 'absence', draft: { name: 'absence-started' }, tracked: remembered },
    ])
    const early = { ...context, now: epochMs('2026-11-17T12:00:00Z') }
    expect(absenceSteps(undefined, aHoliday(), early)).toEqual([
      {
        of: 'absence',
        by: 'answer',
        id: aHoliday().id,
        at: early.now,
        draft: null,
        tracked: { ...remembered, phase: 'upcoming' },
      },
    ])
  })

  test('are none where nothing changed', () => {
    expect(absenceSteps(remembered, aHoliday(), context)).toEqual([])
  })

  test('that was missing once say nothing yet', () => {
    expect(missingAbsenceSteps('id', remembered, context, true)).toEqual([
      {
        of: 'absence',
        by: 'answer',
        id: 'id',
        at: epochMs(now),
        draft: null,
        tracked: { ...remembered, missingSince: now },
      },
    ])
  })

  test('that was missing for ten minutes say that it is withdrawn, if it had started', () => {
    const before = { ...remembered, missingSince: longAgo, doubted: ['end=1'] }
    const gone = { phase: 'withdrawn' as const, doubted: [], keptUntil: now }
    const withdrawn = { ...before, ...gone }
    const step = { of: 'absence', by: 'answer', id: 'id', at: epochMs(now) }
    const absence = { id: 'id', employeeId, timeZone: context.zone, ...remembered.known }
    expect(missingAbsenceSteps('id', before, context, true)).toEqual([
      {
        ...step,
        draft: { name: 'absence-withdrawn', time: now, facts: ['id', now], data: { absence } },
        tracked: withdrawn,
      },
    ])
    const upcoming = { ...before, phase: 'upcoming' as const }
    expect(missingAbsenceSteps('id', upcoming, context, true)).toEqual([
      { ...step, draft: null, tracked: withdrawn },
    ])
  })

  test('that was missing for less, or was not looked for everywhere, are none', () => {
    const short = { ...remembered, missingSince: justNow }
    expect(missingAbsenceSteps('id', short, context, true)).toEqual([])
    const long = { ...remembered, missingSince: longAgo }
    expect(missingAbsenceSteps('id', long, context, false)).toEqual([])
  })
})
