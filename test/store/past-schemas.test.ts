import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { employeeCodec, employeeItem } from '../../lib/store/employee-record.ts'
import { rosterCodec } from '../../lib/store/roster-store.ts'
import { shardCodec } from '../../lib/store/shard-record.ts'
import {
  aBreak,
  anId,
  aProfile,
  aState,
  aTrackedClocking,
  nothingSpecial,
} from '../harness/builders.ts'

/** A record as a past version of this code left it in the table. */
const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))

describe('an employee of schema 0', () => {
  const item = fixture('employee-schema-0')
  const read = (overrides: Record<string, unknown> = {}) =>
    employeeCodec.parse({ ...item, ...overrides })

  test('goes on where they were', () => {
    const open = aTrackedClocking(
      { start: '2026-11-20T09:00:00Z', end: null },
      { raised: ['overdue'] },
    )
    const breaks = [aBreak({ start: '2026-11-20T12:00:00Z', end: null })]
    const removed = aTrackedClocking(
      { start: '2026-11-19T09:00:00Z', end: '2026-11-19T17:00:00Z' },
      { phase: 'removed', revision: 1_795_000_000_000 },
    )
    expect(read()).toEqual(
      aState({
        version: 17,
        sequence: 42,
        profile: { ...aProfile, externalReference: null },
        timeZone: 'Europe/London',
        clockings: {
          [anId(1, 1)]: { ...open, known: { ...open.known, breaks, note: null } },
          [anId(2, 1)]: removed,
        },
        absences: {
          [anId(1, 3)]: {
            ...nothingSpecial,
            revision: 2,
            phase: 'started',
            known: {
              start: { $type: 'LocalDate', date: '2026-11-18' },
              end: null,
              $type: 'Sickness',
              displayName: 'Sickness',
            },
            raised: ['return:2026-11-20T'],
          },
        },
        forgottenBefore: {
          clockings: '2026-11-19T12:00:00Z',
          absences: '2026-11-17T00:00:00Z',
        },
        outbox: [
          {
            id: anId(1, 9),
            type: 'attendance.clocked-in',
            time: '2026-11-20T09:00:00Z',
            recordedtime: '2026-11-20T09:01:00Z',
            message: '{"sequence":"0000000000000042"}',
            attributes: { type: 'attendance.clocked-in', baseline: 'false' },
          },
        ],
      }),
    )
  })

  test('what was missing once begins to be missing when it is next looked for', () => {
    const { missingSince } = read().clockings[anId(1, 1)] ?? {}
    expect(missingSince).toBeNull()
  })

  test('who was left behind is asked from there, in both kinds', () => {
    const behindSince = '2026-11-12T08:00:00Z'
    expect(read({ behindSince }).unaskedSince).toEqual({
      clockings: behindSince,
      absences: behindSince,
    })
    expect(read().unaskedSince).toEqual({ clockings: null, absences: null })
  })

  test('who was not polled since the baseline is asked from there, and that is no news', () => {
    const baselineAt = '2026-11-17T12:00:00Z'
    expect(read({ seen: false, baselineAt })).toMatchObject({
      seen: false,
      baselineAt,
      unaskedSince: { clockings: baselineAt, absences: baselineAt },
    })
  })

  test('a leaver who was to be forgotten is at rest since seven days before that', () => {
    const leaver = { membership: 'leaver', expiresAt: '2026-11-27T12:00:00Z', ttl: 1_795_780_800 }
    expect(read(leaver)).toMatchObject({
      membership: 'leaver',
      leftAt: '2026-11-20T12:00:00.000Z',
      restSince: '2026-11-20T12:00:00.000Z',
    })
  })

  test('a leaver of whom something was open is still asked about', () => {
    expect(read({ membership: 'leaver' })).toMatchObject({ leftAt: null, restSince: null })
  })

  test('is written in the present schema, and read back the same', () => {
    const written = JSON.parse(JSON.stringify(employeeItem(read())))
    expect(written).toMatchObject({ schema: 2, version: 17 })
    expect(Object.keys(written)).not.toContain('behindSince')
    expect(employeeCodec.parse(written)).toEqual(read())
  })

  test.each([
    ['lacks its clockings', { clockings: undefined }],
    ['has a version that is no number', { version: 'one' }],
    ['has clockings of which nothing is known', { clockings: { a: { phase: 'present' } } }],
  ])('that %s cannot be read', (_what, overrides) => {
    expect(employeeCodec.read({ ...item, ...overrides })).toEqual({ kind: 'unreadable' })
  })
})

test('an employee of schema 1 goes on where they were, with as many records without an id', () => {
  const state = employeeCodec.parse(fixture('employee-schema-1'))
  const before = employeeCodec.parse(fixture('employee-schema-0'))
  const shown = { from: '2026-11-20T08:00:00Z', to: '2026-11-20T12:00:00Z' }
  const others = { ...shown, count: 2, missingSince: null }
  const clockings = { ids: {}, others, tries: 1, retryAt: '2026-11-20T12:02:00Z' }
  expect(state).toEqual({ ...before, unread: { clockings, absences: null } })
})

describe('a shard of schema 0', () => {
  test('goes on where it was, with nobody behind; a pass that was cut short begins anew', () => {
    expect(shardCodec.parse(fixture('shard-schema-0'))).toEqual({
      shardId: '0001',
      members: 250,
      polledThrough: '2026-11-20T11:59:00Z',
      absencesReadAt: '2026-11-20T11:50:00Z',
      behind: { clockings: {}, absences: {} },
      lossAcceptedAt: null,
    })
  })
})

describe('a roster of schema 0', () => {
  test('is baselined as it was, and has not been believed by this version yet', () => {
    expect(rosterCodec.parse(fixture('roster-schema-0'))).toEqual({
      baselineAt: '2026-10-01T08:00:00Z',
      isBaselined: true,
      believedAt: null,
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    })
  })
})
