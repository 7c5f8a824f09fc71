import { describe, expect, test } from 'vitest'
import type { AttendanceEvent, EventName } from '../../../lib/attendance/events/events.ts'
import { eventLine, eventOf } from '../../../local/terminal/event-line.ts'
import { type Paint, plain } from '../../../local/terminal/paint.ts'
import { aClocking, aHoliday, anId, employeeId } from '../../harness/builders.ts'

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
  const event: AttendanceEvent | null = eventOf(text)
  return event === null ? 'not an event' : eventLine(event, 'Europe/Paris', plain)
}

const clocking = aClocking()
const absence = aHoliday()

describe('the line of an event', () => {
  test('says when it was seen by the run’s clock, and what happened in the words of the alerts', () => {
    const berlin = aClocking({ startTimeZone: 'Europe/Berlin' })
    const line = lineOf(message('clocked-in', { data: { clocking: berlin } }))
    expect(line).toBe('18:00  Ada Lovelace clocked in at 18:00 · seen 41 s later')
  })

  test('says the employee’s own time where their clock shows another', () => {
    const tokyo = aClocking({ startTimeZone: 'Asia/Tokyo', endTimeZone: 'America/New_York' })
    expect(lineOf(message('clocked-in', { data: { clocking: tokyo }, jobTitle: null }))).toContain(
      'clocked in at 02:00 in Tokyo',
    )
    expect(lineOf(message('clocked-out', { data: { clocking: tokyo }, jobTitle: null }))).toContain(
      'clocked out at 12:00 in New York (8 h',
    )
  })

  test('names no other time where the event names no zone that is valid', () => {
    const nowhere = aClocking({ startTimeZone: 'Mars/Base' })
    const line = lineOf(message('clocked-in', { data: { clocking: nowhere }, jobTitle: null }))
    expect(line).toBe('18:00  Ada Lovelace clocked in at 18:00 · seen 41 s later')
  })

  test('names the day where it was another one than that on which it was seen', () => {
    const berlin = aClocking({ startTimeZone: 'Europe/Berlin' })
    const late = { time: '2026-11-16T09:00:00Z', data: { clocking: berlin } }
    expect(lineOf(message('clocked-in', late))).toBe(
      '18:00  Ada Lovelace clocked in on Mon 16 Nov at 10:00 · seen 2 d 8 h later',
    )
  })

  test('breaks between words where it would not fit 80 columns', () => {
    const jobTitle = 'Senior nurse of the emergency ward, nights'
    const data = { employment: { start: null, end: null } }
    expect(lineOf(message('employee-joined', { data, jobTitle }))).toBe(
      '18:00  Ada Lovelace (Senior nurse of the emergency ward, nights) has joined\n' +
        '       · seen 41 s later',
    )
  })

  test.each<[EventName, string]>([
    ['employee-joined', 'has joined'],
    ['employee-left', 'has left'],
  ])('names the job in %s, of whom the reader may not know', (name, what) => {
    const employment = { start: null, end: null }
    expect(lineOf(message(name, { data: { employment } }))).toBe(
      `18:00  Ada Lovelace (Nurse) ${what} · seen 41 s later`,
    )
  })

  test('has the colours of what it is, which take no room', () => {
    const event = eventOf(message('clocked-in', { data: { clocking }, jobTitle: null }))
    const bracketed: Paint = (style, text) => `<${style}>${text}</>`
    const line = event && eventLine(event, 'Europe/London', bracketed)
    expect(line?.replaceAll(/\s+/g, ' ')).toBe(
      '17:00 <name>Ada Lovelace</><arrival> clocked in at 17:00</><aside> · seen 41 s later</>',
    )
  })

  test('shows no marks and controls that a name or a job has', () => {
    const hostile = message('employee-left', {
      data: { employment: { start: null, end: null } },
      jobTitle: 'Nurse\u001b[31m\u202e',
    })
    expect(lineOf(hostile)).toBe('18:00  Ada Lovelace (Nurse [31m) has left · seen 41 s later')
  })

  test('does not tell the kind of an absence that privacy keeps', () => {
    const { $type, ...opaque } = absence
    const line = lineOf(message('absence-started', { data: { absence: opaque } }))
    expect(line).toContain('Ada Lovelace is away')
    expect(line).not.toContain('Holiday')
    expect(lineOf(message('absence-started', { data: { absence } }))).toContain('on holiday')
  })

  test('is not made of what is no event of the catalog', () => {
    expect(eventOf('not json')).toBeNull()
    expect(eventOf('{"type":"attendance.unheard-of"}')).toBeNull()
    expect(eventOf('{"type":"attendance.clocked-in"}')).toBeNull()
  })
})
