import { describe, expect, it } from 'vitest'
import type { AttendanceEvent, EventName } from '../../../lib/attendance/events.ts'
import { eventLine, readEvent } from '../../../local/terminal/event-line.ts'
import { type Paint, plain } from '../../../local/terminal/paint.ts'
import { aBreak, aClocking, aHoliday, anId, employeeId } from '../../harness/builders.ts'

type Parts = { data?: object; time?: string; recordedtime?: string; jobTitle?: string | null }

/** An event as it is published, its data completed with an employee. */
const message = (name: EventName, { data = {}, jobTitle = 'Nurse', ...times }: Parts = {}) =>
  JSON.stringify({
    specversion: '1.0',
    id: anId(1, 9),
    source: '/attendance-events/test',
    type: `attendance.${name}`,
    subject: employeeId,
    time: '2026-11-18T17:00:00Z',
    recordedtime: '2026-11-18T17:00:41Z',
    sequence: '00000000000000000001',
    datacontenttype: 'application/json',
    dataschema: `urn:attendance-events:${name}:1`,
    ...times,
    data: {
      employee: {
        id: employeeId,
        givenName: 'Ada',
        familyName: 'Lovelace',
        jobTitle,
        externalReference: null,
      },
      observed: { after: null, by: '2026-11-18T17:00:41Z' },
      ...data,
    },
  })

const lineOf = (text: string): string => {
  const event: AttendanceEvent | null = readEvent(text)
  return event === null ? 'not an event' : eventLine(event, 'Europe/Paris', plain)
}

const clocking = aClocking()
const pause = aBreak()
const absence = aHoliday()
const changes = [{ field: 'end', before: null, after: '2026-11-18T17:00:00Z' }]
const employment = { start: null, end: null }

describe('the line of an event', () => {
  it('says when by the run’s clock, who, what, the employee’s own time, and when it was seen', () => {
    const tokyo = aClocking({ startTimeZone: 'Asia/Tokyo', endTimeZone: 'America/New_York' })
    expect(lineOf(message('clocked-out', { data: { clocking: tokyo }, jobTitle: null }))).toBe(
      '18:00  Ada Lovelace clocked out after 8 h · 12:00 in New York · seen 41 s later',
    )
    expect(lineOf(message('clocked-in', { data: { clocking: tokyo }, jobTitle: null }))).toBe(
      '18:00  Ada Lovelace clocked in · 02:00 on 19 Nov in Tokyo · seen 41 s later',
    )
  })

  it('names no other time where the employee’s clock shows the same', () => {
    const berlin = aClocking({ startTimeZone: 'Europe/Berlin' })
    const line = lineOf(message('clocked-in', { data: { clocking: berlin } }))
    expect(line).toBe('18:00  Ada Lovelace clocked in · seen 41 s later')
  })

  it('names no other time where the event names no zone that is valid', () => {
    const nowhere = aClocking({ startTimeZone: 'Mars/Base' })
    const line = lineOf(message('clocked-in', { data: { clocking: nowhere }, jobTitle: null }))
    expect(line).toBe('18:00  Ada Lovelace clocked in · seen 41 s later')
  })

  it('names the day where it was another one than that on which it was seen', () => {
    const berlin = aClocking({ startTimeZone: 'Europe/Berlin' })
    const late = { time: '2026-11-16T09:00:00Z', data: { clocking: berlin } }
    expect(lineOf(message('clocked-in', late))).toBe(
      '16 Nov 10:00  Ada Lovelace clocked in · seen 2 d 8 h later',
    )
  })

  it('breaks between words where it would not fit 80 columns', () => {
    const away = aClocking({ endTimeZone: 'America/Los_Angeles' })
    expect(lineOf(message('clocked-out', { data: { clocking: away } }))).toBe(
      '18:00  Ada Lovelace clocked out after 8 h · 09:00 in Los Angeles\n' +
        '       · seen 41 s later',
    )
  })

  it.each<[EventName, string]>([
    ['employee-joined', 'joined'],
    ['employee-left', 'left'],
  ])('names the job in %s, of whom the reader may not know', (name, what) => {
    expect(lineOf(message(name, { data: { employment } }))).toBe(
      `18:00  Ada Lovelace (Nurse) ${what} · seen 41 s later`,
    )
  })

  it('has the colours of what it is, which take no room', () => {
    const event = readEvent(message('clocked-in', { data: { clocking }, jobTitle: null }))
    const bracketed: Paint = (style, text) => `<${style}>${text}</>`
    expect(event && eventLine(event, 'Europe/London', bracketed)).toBe(
      '17:00  <name>Ada Lovelace</> <arrival>clocked in</><aside> · seen 41 s later</>',
    )
  })

  it.each<[EventName, object, string]>([
    ['clocked-in', { clocking }, 'clocked in'],
    ['clocked-out', { clocking }, 'clocked out after 8 h'],
    ['break-started', { clocking, break: pause }, 'went on a break'],
    ['break-ended', { clocking, break: pause }, 'came back from a break of 30 min'],
    ['clocking-amended', { clocking, changes }, 'has a corrected clocking: end'],
    ['clocking-removed', { clocking }, 'has a clocking less'],
    ['absence-started', { absence }, 'is away (Holiday)'],
    ['absence-ended', { absence }, 'is no longer away (Holiday)'],
    ['absence-amended', { absence, changes }, 'is away (Holiday), changed: end'],
    ['absence-withdrawn', { absence }, 'is not away after all (Holiday)'],
    ['employee-joined', { employment }, 'joined'],
    ['employee-changed', { employment, changes }, 'changed: end'],
    ['employee-left', { employment }, 'left'],
    ['clocking-overdue', { clocking }, 'is still clocked in after 8 h'],
    ['break-overdue', { clocking, break: pause }, 'is still on a break after 5 h'],
    ['clocked-in-while-absent', { clocking, absence }, 'is clocked in while away (Holiday)'],
    [
      'return-overdue',
      { absence, estimatedReturn: '2026-11-18T09:00:00Z' },
      'is not back as expected (Holiday)',
    ],
  ])('%s', (name, data, what) => {
    expect(lineOf(message(name, { data, jobTitle: null }))).toContain(`Ada Lovelace ${what} · `)
  })

  it('does not tell the kind of an absence that privacy keeps', () => {
    const { $type, ...opaque } = absence
    expect(lineOf(message('absence-started', { data: { absence: opaque } }))).toContain(
      ' is away · seen ',
    )
  })

  it('is not made of what is no event of the catalog', () => {
    expect(readEvent('not json')).toBeNull()
    expect(readEvent('{"type":"attendance.unheard-of"}')).toBeNull()
    expect(readEvent('{"type":"attendance.clocked-in"}')).toBeNull()
  })
})
