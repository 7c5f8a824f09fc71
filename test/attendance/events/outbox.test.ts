import { describe, expect, test } from 'vitest'
import { withEvent } from '../../../lib/attendance/events/outbox.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { Draft } from '../../../lib/attendance/steps.ts'
import { anId, aProfile, aState, employeeId, rules } from '../../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const recording = { now: epochMs(now), after: '2026-11-18T17:00:00Z', rules: rules() }
const clocking = {
  id: anId(1, 1),
  employeeId,
  start: '2026-11-18T09:00:00Z',
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: '',
  breaks: [],
}
const clockedIn: Draft = {
  name: 'clocked-in',
  time: '2026-11-18T09:00:00Z',
  facts: [anId(1, 1)],
  data: { clocking },
}
const absence = (type?: string): Draft => ({
  name: 'absence-started',
  time: '2026-11-18T00:00:00Z',
  facts: [anId(1, 3)],
  data: {
    absence: {
      id: anId(1, 3),
      employeeId,
      start: { $type: 'LocalDate', date: '2026-11-18' },
      end: null,
      ...(type !== undefined && { $type: type }),
    },
  },
})

describe('an event', () => {
  test('is a CloudEvent with the employee, the change, and the polls it lies between', () => {
    const { outbox, sequence } = withEvent(aState({ sequence: 41 }), clockedIn, recording)
    const { employmentStart, employmentEnd, ...summary } = aProfile
    const { id } = outbox[0] ?? {}
    expect(sequence).toBe(42)
    expect(outbox).toStrictEqual([
      {
        id,
        type: 'attendance.clocked-in',
        time: '2026-11-18T09:00:00Z',
        recordedtime: now,
        message: expect.any(String),
        attributes: { type: 'attendance.clocked-in', employeeId, baseline: 'false' },
      },
    ])
    expect(JSON.parse(outbox[0]?.message ?? '')).toEqual({
      specversion: '1.0',
      id,
      source: '/attendance-events/test',
      type: 'attendance.clocked-in',
      subject: employeeId,
      time: '2026-11-18T09:00:00Z',
      recordedtime: now,
      sequence: '00000000000000000042',
      datacontenttype: 'application/json',
      dataschema: 'urn:attendance-events:clocked-in:1',
      data: {
        employee: { id: employeeId, ...summary },
        clocking,
        observed: { after: '2026-11-18T17:00:00Z', by: now },
      },
    })
  })

  test('of the baseline says so in the event and in its attributes', () => {
    const [entry] = withEvent(aState(), clockedIn, recording, true).outbox
    expect(JSON.parse(entry?.message ?? '')).toMatchObject({ baseline: true })
    expect(entry?.attributes).toMatchObject({ baseline: 'true' })
  })

  test('comes after those that already wait', () => {
    const first = withEvent(aState(), clockedIn, recording)
    const second = withEvent(first, absence(), recording)
    expect(second.outbox.map(({ type }) => type)).toEqual([
      'attendance.clocked-in',
      'attendance.absence-started',
    ])
    expect(second.sequence).toBe(2)
  })

  test('holds no character that SQS refuses, and reads as it was', () => {
    const familyName = 'O\ufffe\uffffNeill'
    const state = aState({ profile: { ...aProfile, familyName } })
    const message = withEvent(state, clockedIn, recording).outbox[0]?.message ?? ''
    expect(message).toContain('O\\ufffe\\uffffNeill')
    expect(message).not.toMatch(/[\ufffe\uffff]/)
    expect(JSON.parse(message)).toMatchObject({ data: { employee: { familyName } } })
  })
})

describe('the absence type, for filter policies', () => {
  const typeOf = (draft: Draft) =>
    withEvent(aState(), draft, recording).outbox[0]?.attributes['absenceType']

  test('is the type where that is told, and missing where it is not', () => {
    expect(typeOf(absence('Sickness'))).toBe('Sickness')
    expect(typeOf(absence('Jury-duty 2.0'))).toBe('Jury-duty 2.0')
    expect(typeOf(absence())).toBeUndefined()
    expect(typeOf(clockedIn)).toBeUndefined()
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(101)],
    ['not only a word at its beginning', '$ick'],
    ['not only a word at its end', 'Sick!'],
  ])('is Unrecognised where it is %s', (_what, type) => {
    expect(typeOf(absence(type))).toBe('Unrecognised')
  })

  test('may have a hundred characters', () => {
    expect(typeOf(absence('x'.repeat(100)))).toBe('x'.repeat(100))
  })
})
