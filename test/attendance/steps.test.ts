import { describe, expect, test } from 'vitest'
import { absenceSteps, missingAbsenceStep } from '../../lib/attendance/absence-steps.ts'
import { clockingSteps, missingClockingStep } from '../../lib/attendance/clocking-steps.ts'
import { type AttendanceEvent, eventNames, eventSchema } from '../../lib/attendance/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { withEvent } from '../../lib/attendance/outbox.ts'
import type { KnownClocking, TrackedClocking } from '../../lib/attendance/state.ts'
import type { PollContext } from '../../lib/attendance/steps.ts'
import {
  aBreak,
  aClocking,
  aHoliday,
  anId,
  aState,
  employeeId,
  rules,
} from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const context: PollContext = {
  employeeId,
  now: epochMs(now),
  zone: 'Europe/London',
  rules: rules(),
}
const { id, employeeId: _, note: _note, ...shift } = aClocking()
const known: KnownClocking = shift
const tracked = (overrides: Partial<TrackedClocking> = {}): TrackedClocking => ({
  revision: 0,
  missed: 0,
  phase: 'present',
  known,
  raised: [],
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
    expect(clockingSteps(tracked({ missed: 1 }), aClocking(), context)).toEqual([
      { of: 'clocking', id, at: epochMs(now), draft: null, tracked: tracked() },
    ])
  })

  test('that was missing twice say that it is removed, as it last was', () => {
    expect(missingClockingStep(id, tracked({ missed: 1 }), context)).toEqual({
      of: 'clocking',
      id,
      at: epochMs(now),
      draft: {
        name: 'clocking-removed',
        time: now,
        facts: [id],
        data: { clocking: { id, employeeId, ...known } },
      },
      tracked: tracked({ missed: 2, phase: 'removed' }),
    })
  })
})

describe('the steps of an absence', () => {
  const { start, end } = aHoliday()
  const remembered = {
    revision: 0,
    missed: 0,
    phase: 'started' as const,
    known: { start, end, $type: 'Holiday' },
    raised: [],
  }

  test('at first sight remember it', () => {
    expect(absenceSteps(undefined, aHoliday(), context)).toMatchObject([
      { of: 'absence', draft: { name: 'absence-started' }, tracked: remembered },
    ])
    const early = { ...context, now: epochMs('2026-11-17T12:00:00Z') }
    expect(absenceSteps(undefined, aHoliday(), early)).toEqual([
      {
        of: 'absence',
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
    expect(missingAbsenceStep('id', remembered, context)).toEqual({
      of: 'absence',
      id: 'id',
      at: epochMs(now),
      draft: null,
      tracked: { ...remembered, missed: 1 },
    })
  })
})

test('the schema of an event allows it, and no other type, version or length of its number', () => {
  const data = { clocking: { id, employeeId, ...known } }
  const draft = { name: 'clocked-in' as const, time: now, facts: [id], data }
  const recording = { now: epochMs(now), after: null, rules: rules() }
  const [entry] = withEvent(aState(), draft, recording, true).outbox
  const event: AttendanceEvent = JSON.parse(entry?.message ?? '')
  const schema = eventSchema('clocked-in')
  expect(schema.parse(event)).toEqual(event)
  for (const wrong of [
    { specversion: '' },
    { type: 'attendance.clocked-out' },
    { datacontenttype: '' },
    { dataschema: 'urn:attendance-events:clocked-in:2' },
    { sequence: '1' },
    { baseline: false },
  ])
    expect(schema.safeParse({ ...event, ...wrong }).success).toBe(false)
  for (const name of eventNames.filter((each) => each !== 'clocked-in'))
    expect(eventSchema(name).safeParse(event).success).toBe(false)
})
