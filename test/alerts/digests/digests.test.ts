import { describe, expect, test } from 'vitest'
import { digestMessage } from '../../../lib/alerts/digests/digest-message.ts'
import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import { freshnessOf } from '../../../lib/alerts/digests/saved-state.ts'
import { mailLines } from '../../../lib/alerts/email/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { EmployeeState, KnownAbsence, KnownClocking } from '../../../lib/attendance/state.ts'
import { Digest, type DigestPart } from '../../../lib/platform/alert-settings.ts'
import { aClocking, anId, aProfile, aState } from '../../harness/builders.ts'

// A Friday morning in London.
const now = Date.parse('2026-11-20T08:30:00Z')
const asking = {
  now,
  workday: { timeZone: 'Europe/London', midday: '12:30' },
  tooLongHours: 14,
  show: 'opaque' as const,
}
const tracked = { revision: 0, missed: 0, raised: [] }

const person = (familyName: string, more: Partial<EmployeeState> = {}) =>
  aState({ profile: { ...aProfile, givenName: 'A', familyName }, ...more })
const clockedIn = (familyName: string, known: Partial<KnownClocking>) =>
  person(familyName, {
    clockings: {
      [anId(1, 1)]: {
        ...tracked,
        phase: 'present',
        known: { ...aClocking({ end: null }), ...known },
      },
    },
  })
const date = (text: string) => ({ $type: 'LocalDate' as const, date: text })
const away = (familyName: string, known: KnownAbsence, ...others: KnownAbsence[]) =>
  person(familyName, {
    absences: Object.fromEntries(
      [known, ...others].map((each, n) => [
        anId(n, 3),
        { ...tracked, phase: 'started' as const, known: each },
      ]),
    ),
  })
const names = (part: DigestPart, ...employees: EmployeeState[]) =>
  peopleOf(part, employees, asking).map(({ familyName }) => familyName)

describe('who is off today', () => {
  test('is who has an absence on this local day, whole or in part', () => {
    const half = {
      $type: 'LocalDatePart' as const,
      date: '2026-11-20',
      datePart: 'SecondHalf' as const,
    }
    expect(
      names(
        'off-today',
        away('Today', { start: date('2026-11-20'), end: date('2026-11-20') }),
        away('Afternoon', { start: half, end: half }),
        away('Open', { start: date('2026-11-01'), end: null }),
        away('Over', { start: date('2026-11-18'), end: date('2026-11-19') }),
        away('Later', { start: date('2026-11-21'), end: null }),
      ),
    ).toEqual(['Afternoon', 'Open', 'Today'])
  })

  test('goes by the day of each employee', () => {
    const saturday = { start: date('2026-11-21'), end: date('2026-11-21') }
    const kiritimati = { ...away('East', saturday), timeZone: 'Pacific/Kiritimati' }
    const at = Date.parse('2026-11-20T12:00:00Z')
    expect(peopleOf('off-today', [kiritimati], { ...asking, now: at })).toHaveLength(1)
  })

  test('tells the kind of absence only where it may be told', () => {
    const sick = away('Sick', { $type: 'Sickness', start: date('2026-11-20'), end: null })
    expect(peopleOf('off-today', [sick], asking)[0]).not.toHaveProperty('absenceType')
    expect(peopleOf('off-today', [sick], { ...asking, show: 'category' })[0]).toMatchObject({
      absenceType: 'Sickness',
    })
  })
})

test('in now is who is clocked in, those on a break marked', () => {
  const pause = { id: anId(1, 2), start: '2026-11-20T08:00:00Z', end: null }
  const people = [
    clockedIn('Working', { start: '2026-11-20T07:00:00Z' }),
    clockedIn('Pausing', { start: '2026-11-20T07:00:00Z', breaks: [pause] }),
    clockedIn('Gone', { start: '2026-11-20T07:00:00Z', end: '2026-11-20T08:00:00Z' }),
  ]
  expect(
    peopleOf('in-now', people, asking).map(({ familyName, breakSince }) => [
      familyName,
      breakSince,
    ]),
  ).toEqual([
    ['Pausing', Date.parse(pause.start)],
    ['Working', undefined],
  ])
})

test('open clockings are those that are open for too long, not the night shift', () => {
  const night = clockedIn('Night', { start: '2026-11-19T22:00:00Z' })
  const forgotten = clockedIn('Forgot', { start: '2026-11-19T09:00:00Z' })
  expect(names('open-clockings', night, forgotten)).toEqual(['Forgot'])
})

describe('who is back tomorrow', () => {
  test('is whose absence ends by then, or who expects to be back', () => {
    const friday = { start: date('2026-11-18'), end: date('2026-11-20') }
    expect(
      names(
        'returning-tomorrow',
        away('Back', friday),
        away('Better', {
          start: date('2026-11-18'),
          end: null,
          estimatedReturn: { date: '2026-11-21' },
        }),
        away('Long', { start: date('2026-11-18'), end: date('2026-11-23') }),
        away('Again', friday, { start: date('2026-11-21'), end: date('2026-11-25') }),
        away('Was', { start: date('2026-11-18'), end: date('2026-11-19') }),
      ),
    ).toEqual(['Back', 'Better'])
  })
})

describe('freshness', () => {
  const shard = (
    polledThrough: string,
    members = 1,
    absencesReadAt: string | null = polledThrough,
  ) => ({
    shardId: '0001',
    members,
    polledThrough,
    absencesReadAt,
    sweep: null,
  })
  const pace = { clockingsEverySeconds: 60, absencesEverySeconds: 900 }
  const of = (shards: ReturnType<typeof shard>[], needsAbsences = false) =>
    freshnessOf({ shards }, pace, now, needsAbsences)

  test('is that of the shard that was polled longest ago', () => {
    const shards = [shard('2026-11-20T08:29:30Z'), shard('2026-11-20T08:29:00Z')]
    expect(of(shards)).toEqual({ asOf: Date.parse('2026-11-20T08:29:00Z'), isStale: false })
  })

  test('is stale after five minutes without a poll; a shard without members does not count', () => {
    const shards = [shard('2026-11-20T08:24:59Z'), shard('2026-11-01T00:00:00Z', 0)]
    expect(of(shards)).toEqual({ asOf: Date.parse('2026-11-20T08:24:59Z'), isStale: true })
  })

  test('of absences is stale where they were not read', () => {
    const shards = [shard('2026-11-20T08:29:30Z', 1, '2026-11-20T07:00:00Z')]
    expect(of(shards).isStale).toBe(false)
    expect(of(shards, true)).toEqual({ asOf: Date.parse('2026-11-20T07:00:00Z'), isStale: true })
  })

  test('of nothing is stale', () => {
    expect(of([])).toEqual({ asOf: null, isStale: true })
  })
})

describe('a digest', () => {
  const digest = (change: object = {}) =>
    Digest.parse({
      name: 'morning',
      at: '08:30',
      slack: ['x'],
      include: ['off-today', 'in-now'],
      ...change,
    })
  const fresh = { asOf: Date.parse('2026-11-20T08:29:00Z'), isStale: false as boolean }
  const lines = (
    employees: EmployeeState[],
    freshness = fresh,
    change: object = {},
    uncertain = 0,
  ) => {
    const saved = { employees, shards: [], uncertain }
    const reading = { now, zone: 'Europe/London' }
    const message = digestMessage(digest(change), saved, freshness, asking, english, reading)
    return message === null ? null : mailLines(message, english)
  }
  const inside = clockedIn('Working', { start: '2026-11-20T07:00:00Z' })

  test('says as of when', () => {
    expect(lines([inside])).toEqual(['Morning, as of 08:29', '', 'In now (1)', '- A Working'])
  })

  test('says plainly when the feed is stale, and nothing as if it were so now', () => {
    const stale = { asOf: Date.parse('2026-11-20T06:12:00Z'), isStale: true }
    expect(lines([inside], stale)).toEqual([
      'Morning: the time clock was last heard at 06:12',
      '',
      'What follows was known 2 h 18 min ago and may no longer be true',
      '',
      'In when last heard (1)',
      '- A Working',
    ])
  })

  test('with nothing to say is one short line, or nothing', () => {
    expect(lines([])).toEqual(['Morning, as of 08:29: nothing to report'])
    expect(lines([], fresh, { skipEmpty: true })).toBeNull()
  })

  test('that is stale is sent even where empty ones are skipped', () => {
    expect(lines([], { ...fresh, isStale: true }, { skipEmpty: true })).not.toBeNull()
  })

  test('says how many could not be asked about', () => {
    expect(lines([inside], fresh, {}, 2)).toContain(
      '2 people could not be asked about lately; what is said of them may be old',
    )
  })
})
