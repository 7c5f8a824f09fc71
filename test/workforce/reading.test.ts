import { describe, expect, test } from 'vitest'
import { ofEmployee, readRecords } from '../../lib/workforce/listing.ts'
import { ReadAbsence, ReadClocking, ReadEmployee } from '../../lib/workforce/reading.ts'
import { anId } from '../harness/builders.ts'
import { aClocking, anAbsence, anEmployee, aSickness } from './records.ts'

const read = <T>(schema: Parameters<typeof readRecords<T>>[0], item: unknown) =>
  readRecords(schema, [item])

describe('reading records', () => {
  test('reads every resource of the spec as it is', () => {
    expect(read(ReadEmployee, anEmployee()).records).toEqual([anEmployee()])
    expect(read(ReadClocking, aClocking()).records).toEqual([aClocking()])
    expect(read(ReadAbsence, anAbsence()).records).toEqual([anAbsence()])
    expect(read(ReadAbsence, aSickness()).records).toEqual([aSickness()])
  })

  test('ignores unknown fields, at every depth', () => {
    const grown = anEmployee({
      name: { givenName: 'Ada', familyName: 'Moss', middle: 'X' },
      age: 7,
    })
    expect(read(ReadEmployee, grown).records).toEqual([anEmployee()])
  })

  test('keeps an absence of an unknown type, and one with a boundary of an unknown type', () => {
    const sabbatical = anAbsence({ $type: 'Sabbatical', level: 3 })
    const zoned = anAbsence({ start: { $type: 'ZonedDateTime', at: '2026-11-20T09:00:00Z' } })
    const { records, rejected } = readRecords(ReadAbsence, [sabbatical, zoned])
    expect(records).toEqual([
      anAbsence({ $type: 'Sabbatical' }),
      anAbsence({ start: { $type: 'ZonedDateTime' } }),
    ])
    expect(rejected).toEqual([])
  })

  test('keeps a time zone that no database knows', () => {
    const { records } = read(ReadClocking, aClocking({ startTimeZone: 'Mars/Olympus' }))
    expect(records[0]?.startTimeZone).toBe('Mars/Olympus')
  })

  test('reads an end time zone of null, as an open clocking may have it', () => {
    const { records } = read(ReadClocking, aClocking({ endTimeZone: null }))
    expect(records[0]?.endTimeZone).toBe('')
  })

  test('sets a bad record aside, says which field was wrong and uses the rest of the page', () => {
    const bad = aClocking({ start: 'yesterday', note: 'private' })
    const page = readRecords(ReadClocking, [aClocking(), bad, null, aClocking()])
    expect(page.records).toHaveLength(2)
    expect(page.rejected).toEqual([
      { index: 1, id: bad.id, problems: ['start: invalid_format'] },
      {
        index: 2,
        id: expect.stringMatching(/^nameless [0-9a-f]{12}$/),
        problems: [': invalid_type'],
      },
    ])
  })

  test.each([
    [aSickness({ isPaid: 'yes' }), 'isPaid: invalid_type'],
    [
      anAbsence({ start: { $type: 'LocalDate', date: '2026-02-30' } }),
      'start.date: invalid_format',
    ],
    [anAbsence({ displayName: null }), 'displayName: invalid_type'],
  ])('names the field of an absence that breaks the contract (%#)', (absence, problem) => {
    expect(read(ReadAbsence, absence).rejected[0]?.problems).toEqual([problem])
  })

  test('rejects a record of another employee, whatever the case of the ids', () => {
    const asked = aClocking().employeeId.toUpperCase()
    const other = aClocking({ employeeId: '11111111-5a7d-4c1b-9a55-0d4c2f1d7e10' })
    const page = readRecords(ofEmployee(ReadClocking, asked), [aClocking(), other])
    expect(page.records).toEqual([aClocking()])
    expect(page.rejected[0]?.problems).toEqual(['employeeId: not the employee asked for'])
  })

  test('takes prototype keys for unknown fields', () => {
    const text = JSON.stringify(aClocking()).replace(
      '{',
      '{"__proto__":{"end":"x"},"constructor":1,',
    )
    const [clocking] = read(ReadClocking, JSON.parse(text)).records
    expect(clocking).toEqual(aClocking())
    expect(Object.getPrototypeOf(clocking)).toBe(Object.prototype)
  })

  test('keeps NUL and mends lone surrogates, so that every text can be encoded', () => {
    const employment = { jobTitle: '\ud83d', start: null, end: null, payrollNumber: '\u0000' }
    const odd = anEmployee({ name: { givenName: 'A\ud800a', familyName: '\u0000' }, employment })
    const [employee] = read(ReadEmployee, odd).records
    expect(employee?.name).toEqual({ givenName: 'A\ufffda', familyName: '\u0000' })
    expect(employee?.employment).toEqual({ ...employment, jobTitle: '\ufffd' })
  })

  test('rejects a clocking that ends before it starts, and keeps its id', () => {
    const start = '2026-11-20T09:00:00Z'
    const read = readRecords(ReadClocking, [
      aClocking({ start, end: '2026-11-20T08:59:59.999Z' }),
      aClocking({ start, end: '2026-11-20T09:30:00+01:00' }),
      aClocking({ start, end: start }),
      aClocking({ start, end: '2026-11-20T08:30:00-01:00' }),
      aClocking({ start, end: '2026-11-20T09:00' }),
    ])
    expect(read.records).toHaveLength(3)
    const { id } = aClocking()
    expect(read.rejected).toEqual([
      { index: 0, id, problems: ['end: before start'] },
      { index: 1, id, problems: ['end: before start'] },
    ])
  })

  test.each([
    ['an employee', ReadEmployee, anEmployee({ email: null })],
    ['an employee without anything else', ReadEmployee, { id: anEmployee().id }],
    ['a clocking', ReadClocking, aClocking({ breaks: null })],
    ['an absence', ReadAbsence, anAbsence({ end: '2026-11-20' })],
    ['somebody else’s clocking', ofEmployee(ReadClocking, aClocking().id), aClocking()],
  ])('tells the id of %s that breaks the contract, as it came', (_name, schema, item) => {
    const shouted = { ...item, id: item.id.toUpperCase() }
    const { rejected } = readRecords<unknown>(schema, [item, shouted, { ...item, id: 'x' }])
    expect(rejected.map(({ id }) => id)).toEqual([
      item.id,
      shouted.id,
      expect.stringMatching(/^nameless /),
    ])
  })

  test('rejects a clocking with a break that ends before it starts, or with two of one id', () => {
    const [start, end] = ['2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z']
    const of = (...breaks: [number, string, string | null][]) =>
      aClocking({ breaks: breaks.map(([n, from, to]) => ({ id: anId(n), start: from, end: to })) })
    const { records, rejected } = readRecords(ReadClocking, [
      of([1, start, end], [2, end, end], [3, end, null]),
      of([1, start, end], [2, end, start]),
      of([1, start, end], [1, end, null]),
    ])
    expect(records).toHaveLength(1)
    expect(rejected.map(({ problems }) => problems)).toEqual([
      ['breaks.1.end: before start'],
      ['breaks: two of one id'],
    ])
  })

  test.each([
    [0.125, 0.125],
    [1e-7, 0],
    [-5e-324, 0],
  ])('reads a duration of %d days as %d', (days, read) => {
    const [sickness] = readRecords(ReadAbsence, [
      aSickness({ duration: { $type: 'Days', days } }),
    ]).records
    expect(sickness).toMatchObject({ duration: { days: read } })
  })

  test.each([1e300, -1e12])('rejects a duration of %d, which no store holds', (days) => {
    const { records, rejected } = read(
      ReadAbsence,
      aSickness({ duration: { $type: 'Days', days } }),
    )
    expect(records).toEqual([])
    expect(rejected).toEqual([
      { index: 0, id: aSickness().id, problems: ['duration: out of range'] },
    ])
  })

  test('reads a duration of nothing, and one of a fraction', () => {
    const durations = {
      duration: { $type: 'Days', days: 0 },
      paidDuration: { $type: 'Minutes', minutes: 0.1 },
    }
    expect(read(ReadAbsence, aSickness(durations)).records).toEqual([aSickness(durations)])
  })

  test('rejects texts and lists beyond reason', () => {
    const breaks = Array.from({ length: 101 }, () => aClocking().breaks[0])
    const { rejected } = readRecords(ReadClocking, [
      aClocking({ note: 'x'.repeat(20_001) }),
      aClocking({ breaks }),
    ])
    expect(rejected.map(({ problems }) => problems)).toEqual([
      ['note: too_big'],
      ['breaks: too_big'],
    ])
  })

  test.each([
    '2026-11-20T09:30Z',
    '2026-11-20T09:30+02:00',
    '2026-11-20T09:30',
    '2026-11-20T09:30:00',
    '2026-11-20T09:30:00.1234567-11:00',
  ])('reads the moment %s', (end) => {
    const { records, rejected } = read(ReadClocking, aClocking({ start: '2026-11-19T09:00Z', end }))
    expect([records.map((each) => each.end), rejected]).toEqual([[end], []])
  })

  test.each([
    '2026-11-20',
    '2026-11-20T09Z',
    '2026-11-20T09:30z',
    '2026-11-20T09:30+0200',
    '2026-11-20 09:30Z',
    '2026-02-30T09:30Z',
    '2026-11-20T24:30Z',
    ' 2026-11-20T09:30Z',
    '2026-11-20T09:30Z\n',
  ])('rejects %j, which is no moment', (end) => {
    const { rejected } = read(ReadClocking, aClocking({ end }))
    expect(rejected[0]?.problems).toContain('end: invalid_format')
  })

  test('rejects a moment with more digits than any clock has', () => {
    const digits = '0'.repeat(50)
    const time = `09:30:00.${digits}`
    const { rejected } = readRecords(ReadClocking, [aClocking({ end: `2026-11-20T${time}Z` })])
    expect(rejected[0]?.problems).toEqual(['end: too_big'])
    const absences = readRecords(ReadAbsence, [
      aSickness({ start: { $type: 'LocalDateTime', date: '2026-11-20', time } }),
      aSickness({ estimatedReturn: { date: '2026-11-20', time } }),
    ])
    expect(absences.rejected.map(({ problems }) => problems)).toEqual([
      ['start.time: too long'],
      ['estimatedReturn.time: too_big'],
    ])
  })

  test.each([
    ['09:30:00.12345678915', '09:30:00.123456789'],
    ['09:30:00.1234567', '09:30:00.1234567'],
    ['09:30', '09:30'],
  ])('reads the time of day %s to the nanosecond', (time, to) => {
    const of = (spelled: string) => {
      const boundary = { $type: 'LocalDateTime', date: '2026-11-20', time: spelled }
      const estimatedReturn = { date: '2026-11-20', time: spelled }
      return aSickness({ start: boundary, end: boundary, estimatedReturn })
    }
    const { records, rejected } = read(ReadAbsence, of(time))
    expect([records, rejected]).toEqual([[of(to)], []])
  })

  test('rejects a moment whose year in UTC has more than four digits, or a sign', () => {
    const { records, rejected } = readRecords(ReadClocking, [
      aClocking({ end: '9999-12-31T23:00:00Z' }),
      aClocking({ end: '9999-12-31T23:00:00-10:00' }),
      aClocking({ start: '0000-01-01T00:00:00+01:00' }),
    ])
    expect(records).toHaveLength(1)
    expect(rejected.map(({ problems }) => problems)).toEqual([
      ['end: out of range'],
      ['start: out of range'],
    ])
    const start = { $type: 'LocalDate', date: '0000-01-01' }
    expect(read(ReadAbsence, anAbsence({ start })).rejected[0]?.problems).toEqual([
      'start.date: out of range',
    ])
  })

  test('tells of a thousand wrong breaks in one problem, and of a wrong record in ten at most', () => {
    const { rejected } = readRecords(ReadClocking, [
      aClocking({ breaks: Array(1_000).fill(null) }),
      aClocking({ breaks: Array(100).fill(null) }),
    ])
    expect(rejected.map(({ problems }) => problems.length)).toEqual([1, 10])
  })
})
