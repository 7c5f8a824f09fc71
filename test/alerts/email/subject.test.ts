import { describe, expect, test } from 'vitest'
import { renderMail } from '../../../lib/alerts/email/render.ts'
import type { DigestPart } from '../../../lib/alerts/rules/alert-settings.ts'
import { countTexts } from '../../../lib/alerts/wording/counts.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../../lib/alerts/wording/group-message.ts'
import type { Message } from '../../../lib/alerts/wording/message.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { absence, amina, anEvent, clocking } from '../support/events.ts'

const of = (headline: string, lines: string[] = []): Message => ({
  headline: [headline],
  sections: lines.length === 0 ? [] : [{ heading: null, lines: lines.map((line) => [line]) }],
})
const counts = ['1 clocking was removed', '12 people clocked in']
const mail = (...messages: [Message, ...Message[]]) =>
  renderMail({ messages, counts }, english, 'Harbour Hotel')
const subjectOf = (headline: string, organisation: string, all: readonly string[] = counts) =>
  renderMail({ messages: [of(headline)], counts: all }, english, organisation).subject

describe('the subject of a mail', () => {
  test.each([
    ["Amina O'Neill clocked in at 09:02", "Amina O'Neill clocked in at 09:02"],
    ['Jürgen Groß clocked in', 'Jurgen Gross clocked in'],
    ['Łucja Ødegård clocked in', 'Lucja Odegard clocked in'],
    ['結城 由紀 clocked out', '1 clocking was removed, 12 people clocked in'],
    ['\u2068יעל\u2069 clocked out', '1 clocking was removed, 12 people clocked in'],
  ])('of %s is just that, and in ASCII %s', (headline, subject) => {
    expect(mail(of(headline))).toMatchObject({
      subject: `${headline} - Harbour Hotel`,
      asciiSubject: `${subject} - Harbour Hotel`,
    })
  })

  test('of several messages counts what all of them tell', () => {
    expect(mail(of('One'), of('Two')).subject).toBe(
      '1 clocking was removed, 12 people clocked in - Harbour Hotel',
    )
  })

  test('gives way to the counts where it does not fit, and these to a count of the others', () => {
    const long = `${'word '.repeat(20)}at 09:02`
    expect(subjectOf(long, 'Harbour')).toBe(
      '1 clocking was removed, 12 people clocked in - Harbour',
    )
    const many = Array.from({ length: 9 }, (_, n) => `${n + 1} absences were withdrawn`)
    expect(subjectOf(long, 'Harbour', many)).toBe(
      '1 absences were withdrawn, 2 absences were withdrawn, … and 7 more - Harbour',
    )
  })

  test('is shorter than 100 characters, and printable ASCII where it must be, whatever the organisation is called', () => {
    const subjects = (headline: string, organisation: string) =>
      renderMail({ messages: [of(headline)], counts }, english, organisation)
    for (const organisation of [
      'Größte Bäckerei',
      '病院',
      'x'.repeat(300),
      'A\u202eB',
      'A\nBcc: b@c.d',
    ])
      for (const headline of ['x'.repeat(300), 'Ada clocked in', '由紀']) {
        expect(subjects(headline, organisation).asciiSubject).toMatch(/^[\x20-\x7e]{1,99}$/)
        expect(subjects(headline, organisation).subject).toMatch(/^.{1,99}$/)
      }
    expect(subjects('Ada clocked in', 'Größte Bäckerei')).toMatchObject({
      subject: 'Ada clocked in - Größte Bäckerei',
      asciiSubject: 'Ada clocked in - Grosste Backerei',
    })
    expect(subjects('Ada clocked in', '病院')).toMatchObject({
      subject: 'Ada clocked in - 病院',
      asciiSubject: 'Ada clocked in',
    })
  })
})

describe('a subject that is too long leaves out details, and never a part of a name', () => {
  const employee = {
    ...amina,
    givenName: 'Anna: Maria (Mia)',
    familyName: 'Berg: van Dam (senior)',
  }
  const name = 'Anna: Maria (Mia) Berg: van Dam (senior)'
  const reading = { now: Date.parse('2026-11-20T17:45:00Z'), zone: 'Europe/London' }
  const subjectFor = (event: AttendanceEvent, organisation: string): string => {
    const group = { events: [event], isStale: false }
    const messages: [Message] = [groupMessage(group, english, reading)]
    const all = countTexts(group, english, reading)
    return renderMail({ messages, counts: all }, english, organisation).subject
  }
  const out = { ...clocking, start: '2026-11-19T18:00:00Z', end: '2026-11-20T09:02:00Z' }
  const longest = 'The Harbour Hotel and Restaurant'
  const changes = [{ field: 'end', before: null, after: '2026-11-20T09:02:00Z' }]

  test.each([
    [anEvent('clocked-out', { employee, clocking: out }), `${name} clocked out at 09:02`],
    [anEvent('clocking-amended', { employee, clocking: out, changes }), '1 clocking was corrected'],
  ])('of $type', (event, subject) => {
    expect(subjectFor(event, longest)).toBe(`${subject} - ${longest}`)
  })

  test('also of whoever is in although absent, whose name is told', () => {
    const event = anEvent(
      'clocked-in-while-absent',
      { employee, clocking, absence },
      { time: '2026-11-20T09:32:00Z' },
    )
    expect(subjectFor(event, 'Harbour')).toBe(`${name} clocked in at 09:02 although away - Harbour`)
  })

  test('and is whole where it fits', () => {
    const joined = {
      employee: { ...employee, jobTitle: 'Cook (nights)' },
      employment: { start: null, end: null },
    }
    expect(subjectFor(anEvent('employee-joined', joined), 'Harbour')).toBe(
      `${name} (Cook (nights)) has joined - Harbour`,
    )
  })
})

test('the subject of a digest leaves out parts from the end, and in the end all of them', () => {
  const about = (part: DigestPart, count: number) => ({
    part,
    count,
    freshness: { asOf: 0, isStale: false as const },
    returning: { date: '2026-11-23', isTomorrow: false },
  })
  const all = [about('off-today', 5), about('open-clockings', 1), about('in-now', 12)]
  expect(english.digest.subjects('night: shift (A)', all).map((each) => each.join(''))).toEqual([
    'Night: shift (A): 1 clocked in for too long, 5 off today, 12 in',
    'Night: shift (A): 1 clocked in for too long, 5 off today',
    'Night: shift (A): 1 clocked in for too long',
    'Night: shift (A)',
  ])
})
