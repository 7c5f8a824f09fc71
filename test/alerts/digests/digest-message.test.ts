import { describe, expect, test } from 'vitest'
import { digestMessage } from '../../../lib/alerts/digests/digest-message.ts'
import { mailLines } from '../../../lib/alerts/email/render.ts'
import { Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { Freshness } from '../../../lib/alerts/wording/wording.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { asking, away, clockedIn, date, now } from '../support/staff.ts'

describe('a digest', () => {
  const digest = (change: object = {}) =>
    Digest.parse({
      name: 'morning',
      at: '08:30',
      slack: ['x'],
      include: ['off-today', 'in-now'],
      ...change,
    })
  const fresh = { asOf: Date.parse('2026-11-20T08:29:00Z'), isStale: false }
  const lines = (
    employees: EmployeeState[],
    freshness: Freshness = fresh,
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
    expect(lines([inside])).toEqual([
      'Morning, as of 08:29',
      '',
      'In now (1)',
      '- A Working (since 07:00)',
    ])
  })

  test('says plainly when the feed is stale, and nothing as if it were so now', () => {
    const stale = { asOf: Date.parse('2026-11-20T06:12:00Z'), isStale: true }
    expect(lines([inside], stale)).toEqual([
      'Morning: the time clock was last heard at 06:12',
      '',
      'What follows was known 2 h 18 min ago and may no longer be true',
      '',
      'In when last heard (1)',
      '- A Working (since 07:00)',
    ])
  })

  test('says how long somebody had been in when last heard, not how long it would be by now', () => {
    const stale = { asOf: Date.parse('2026-11-20T06:12:00Z'), isStale: true }
    const long = clockedIn('Long', { start: '2026-11-19T08:04:00Z' })
    const notYet = clockedIn('Later', { start: '2026-11-19T16:30:00Z' })
    const said = lines([long, notYet], stale, { include: ['open-clockings'] })
    expect(said?.slice(-2)).toEqual([
      'Clocked in for too long when last heard (1)',
      '- A Long (for 22 h 8 min, since Thu 19 Nov, 08:04)',
    ])
  })

  test('is as of when everybody was asked, and tells of who is in by when they were', () => {
    const rested = { ...fresh, asOf: Date.parse('2026-11-20T07:29:00Z'), heardAt: fresh.asOf }
    const long = clockedIn('Long', { start: '2026-11-19T18:00:00Z' })
    const include = { include: ['in-now', 'open-clockings'] }
    expect(lines([inside, long], rested, include)).toEqual([
      'Morning, as of 07:29',
      '',
      'In now (2)',
      '- A Long (since Thu 19 Nov, 18:00)',
      '- A Working (since 07:00)',
      '',
      'Clocked in for too long (1)',
      '- A Long (for 14 h 29 min, since Thu 19 Nov, 18:00)',
    ])
    expect(
      lines([inside], { ...rested, heardAt: Date.parse('2026-11-20T08:12:00Z'), isStale: true }),
    ).toEqual([
      'Morning: the time clock was last heard at 08:12',
      '',
      'What follows was known 18 min ago and may no longer be true',
      '',
      'In when last heard (1)',
      '- A Working (since 07:00)',
    ])
  })

  test('lists nobody who has left and is no longer asked about', () => {
    const left = { membership: 'leaver', restSince: '2026-11-20T07:30:00Z' } as const
    const long = clockedIn('Long', { start: '2026-11-19T08:04:00Z' })
    const include = { include: ['in-now', 'open-clockings'] }
    expect(lines([{ ...long, ...left }], fresh, include)).toEqual([
      'Morning, as of 08:29: nothing to report',
    ])
  })

  test('names the place of its own clock where times by others follow', () => {
    const remote = clockedIn('Remote', {
      start: '2026-11-19T20:30:00Z',
      startTimeZone: 'Pacific/Auckland',
    })
    const abroad = { ...remote, timeZone: 'Pacific/Auckland' }
    expect(lines([inside, abroad])).toEqual([
      'Morning, as of 08:29 in London',
      '',
      'In now (2)',
      '- A Remote (since 09:30 in Auckland)',
      '- A Working (since 07:00)',
    ])
    const stale = { asOf: Date.parse('2026-11-20T06:12:00Z'), isStale: true }
    expect(lines([abroad], stale)?.[0]).toBe(
      'Morning: the time clock was last heard at 06:12 in London',
    )
  })

  test('with nothing to say is one short line, or nothing', () => {
    expect(lines([])).toEqual(['Morning, as of 08:29: nothing to report'])
    expect(lines([], fresh, { skipEmpty: true })).toBeNull()
  })

  test('that is stale is sent even where empty ones are skipped', () => {
    expect(lines([], { ...fresh, isStale: true }, { skipEmpty: true })).not.toBeNull()
  })

  test.each([
    ['2026-11-23', 'expected back on Mon 23 Nov'],
    ['2026-11-20', 'expected back today'],
    ['2026-11-19', 'was expected back on Thu 19 Nov'],
    [null, 'no end yet'],
  ])(
    'says of a sickness without an end, expected to end on %s, the same as "Back on"',
    (back, text) => {
      const sick = away('Ill', {
        $type: 'Sickness',
        start: date('2026-11-18'),
        end: null,
        estimatedReturn: back === null ? null : { date: back },
      })
      const said = (show: 'opaque' | 'category') => {
        const include = ['off-today', 'returning-tomorrow']
        const saved = { employees: [sick], shards: [], uncertain: 0 }
        const reading = { now, zone: 'Europe/London' }
        const all = { ...asking, show }
        const message = digestMessage(
          digest({ include, show }),
          saved,
          fresh,
          all,
          english,
          reading,
        )
        return message === null
          ? []
          : mailLines(message, english).filter((line) => /^- /.test(line))
      }
      const isBackNext = back === '2026-11-23'
      expect(said('category')).toEqual([
        `- A Ill (off sick, ${text})`,
        ...(isBackNext ? ['- A Ill (expected, after sick leave)'] : []),
      ])
      expect(said('opaque')).toEqual(['- A Ill (no end yet)'])
    },
  )

  test('says how many could not be asked about', () => {
    expect(lines([inside], fresh, {}, 2)).toContain(
      '2 people could not be read in full lately; what is said of them may be old',
    )
  })
})
