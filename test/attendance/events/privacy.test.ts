import { describe, expect, test } from 'vitest'
import {
  redactAbsence,
  redactClocking,
  redactProfile,
  rememberAbsence,
  rememberClocking,
  rememberEmployee,
} from '../../../lib/attendance/events/privacy.ts'
import type { Privacy } from '../../../lib/attendance/rules.ts'
import { aBreak, aClocking, aHoliday, anEmployee, anId, aSickness } from '../../harness/builders.ts'

const closed: Privacy = { absences: 'opaque', notes: false, emails: false, payrollNumbers: false }
const open: Privacy = { absences: 'full', notes: true, emails: true, payrollNumbers: true }
const category: Privacy = { ...closed, absences: 'category' }
const long = `${'x'.repeat(1_999)}yz`
const cut = `${'x'.repeat(1_999)}y`

describe('an absence', () => {
  const times = { start: aSickness().start, end: null }
  const estimatedReturn = { date: '2026-11-20', time: null }

  test('is remembered and told as its times where it is opaque', () => {
    expect(rememberAbsence(aSickness(), closed)).toEqual(times)
    expect(redactAbsence(rememberAbsence(aSickness(), open), closed)).toEqual(times)
  })

  test('is remembered with its type and expected return, and told with its type, as a category', () => {
    const known = rememberAbsence(aSickness(), category)
    expect(known).toEqual({ ...times, $type: 'Sickness', estimatedReturn })
    expect(redactAbsence(known, category)).toEqual({ ...times, $type: 'Sickness' })
  })

  test('is remembered and told with everything where it is told in full', () => {
    const all = {
      ...times,
      $type: 'Sickness',
      estimatedReturn,
      displayName: 'Sickness',
      note: 'called at eight',
      isCertified: false,
      reason: { id: 4, description: 'Migraine' },
      duration: null,
      isPaid: true,
      paidDuration: null,
    }
    expect(rememberAbsence(aSickness(), open)).toEqual(all)
    expect(redactAbsence(all, open)).toEqual(all)
  })

  test('other than sickness has no details of sickness', () => {
    const { start, end } = aHoliday()
    const all = { start, end, $type: 'Holiday', displayName: 'Annual leave', note: '' }
    expect(rememberAbsence(aHoliday(), open)).toEqual(all)
    expect(rememberAbsence(aHoliday(), category)).toEqual({ start, end, $type: 'Holiday' })
  })

  test('that was remembered as opaque is told without a type that nobody knows', () => {
    expect(Object.keys(redactAbsence(times, category))).toEqual(['start', 'end'])
    expect(Object.keys(redactAbsence(times, open))).toEqual(['start', 'end'])
  })

  test('has its texts cut to 2,000 characters, without half a character', () => {
    const reason = { id: 4, description: long }
    const known = rememberAbsence(aSickness({ displayName: long, note: '\ud800', reason }), open)
    expect(known).toMatchObject({ displayName: cut, note: '\ufffd', reason: { description: cut } })
  })
})

describe('a clocking', () => {
  const noted = aClocking({ note: 'left by the back door' })

  test('is remembered and told without its note, or with it, as the settings say', () => {
    expect(rememberClocking(noted, closed)).not.toHaveProperty('note')
    expect(rememberClocking(noted, open).note).toBe('left by the back door')
    expect(rememberClocking(aClocking(), open).note).toBeNull()
    expect(redactClocking(rememberClocking(noted, open), closed)).not.toHaveProperty('note')
    expect(redactClocking(rememberClocking(noted, open), open).note).toBe('left by the back door')
    expect(redactClocking(rememberClocking(noted, closed), open)).not.toHaveProperty('note')
  })

  test('is remembered with its times and zones, without half a character', () => {
    const zones = { startTimeZone: 'Mars\ud800', endTimeZone: '\udfff' }
    expect(rememberClocking(aClocking(zones), closed)).toEqual({
      start: '2026-11-18T09:00:00Z',
      end: '2026-11-18T17:00:00Z',
      startTimeZone: 'Mars\ufffd',
      endTimeZone: '\ufffd',
      breaks: [],
    })
  })

  test('is remembered with moments that end in Z, however the API writes them', () => {
    const written = {
      start: '2026-11-18T09:00:00',
      end: '2026-11-18T18:00:00+01:00',
      breaks: [aBreak({ start: '2026-11-18T12:00', end: '2026-11-18T12:30:00.5Z' })],
    }
    expect(rememberClocking(aClocking(written), closed)).toMatchObject({
      start: '2026-11-18T09:00:00Z',
      end: '2026-11-18T17:00:00Z',
      breaks: [{ start: '2026-11-18T12:00:00Z', end: '2026-11-18T12:30:00.5Z' }],
    })
  })

  test('is remembered with each break once, in order of start and then of id', () => {
    const at = (n: number, start: string, end: string | null = null) =>
      aBreak({ id: anId(n, 2), start: `2026-11-18T${start}:00Z`, end })
    const breaks = [
      at(3, '12:00'),
      at(1, '15:00'),
      at(2, '12:00'),
      at(4, '11:00'),
      at(5, '12:00'),
      at(1, '15:00', '2026-11-18T15:10:00Z'),
    ]
    expect(rememberClocking(aClocking({ breaks }), closed).breaks).toEqual([
      at(4, '11:00'),
      at(2, '12:00'),
      at(3, '12:00'),
      at(5, '12:00'),
      at(1, '15:00', '2026-11-18T15:10:00Z'),
    ])
  })
})

describe('an employee', () => {
  const profile = {
    givenName: 'Amina',
    familyName: "O'Neill",
    jobTitle: 'Nurse',
    externalReference: 'HR-0042',
    employmentStart: '2024-01-08',
    employmentEnd: null,
  }
  const all = { ...profile, email: 'amina@example.org', payrollNumber: 'P-17' }

  test('is remembered without email address and payroll number, or with them, as the settings say', () => {
    expect(rememberEmployee(anEmployee(), closed)).toEqual(profile)
    expect(rememberEmployee(anEmployee(), open)).toEqual(all)
  })

  test('is told of these what the settings allow and what is known', () => {
    expect(redactProfile(all, closed)).toEqual(profile)
    expect(redactProfile(all, open)).toEqual(all)
    expect(Object.keys(redactProfile(profile, open))).toEqual(Object.keys(profile))
  })

  test('may have no job title, reference or payroll number', () => {
    const employment = { jobTitle: null, start: null, end: null, payrollNumber: null }
    const nobody = anEmployee({ employment, externalReference: null })
    expect(rememberEmployee(nobody, open)).toMatchObject({
      jobTitle: null,
      externalReference: null,
      payrollNumber: null,
    })
  })

  test('has every text cut to 2,000 characters', () => {
    const employment = { jobTitle: long, start: null, end: null, payrollNumber: long }
    const name = { givenName: long, familyName: long }
    const verbose = anEmployee({ name, employment, email: long, externalReference: long })
    const texts = { ...all, employmentStart: null, employmentEnd: null }
    expect(rememberEmployee(verbose, open)).toEqual(
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text && cut])),
    )
  })
})
