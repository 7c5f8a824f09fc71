import { expect, test } from 'vitest'
import {
  type AttendanceEvent,
  eventNames,
  eventSchema,
} from '../../lib/attendance/events/events.ts'
import { withEvent } from '../../lib/attendance/events/outbox.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { aClocking, aState, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'

test('the schema of an event allows it, and no other type, version or length of its number', () => {
  const { id, employeeId, note: _note, ...known } = aClocking()
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
