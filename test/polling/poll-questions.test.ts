import { describe, expect, test } from 'vitest'
import { day, epochMs, minute } from '../../lib/attendance/moments.ts'
import {
  areAbsencesDue,
  behindFrom,
  isPolled,
  questionFor,
} from '../../lib/polling/poll-questions.ts'
import type { Shard } from '../../lib/store/shard-store.ts'
import { aState } from '../harness/builders.ts'

const settings = { lookbackHours: 24, absencesEverySeconds: 900 }
const now = epochMs('2026-11-20T12:00:00Z')

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 1,
  polledThrough: '2026-11-20T11:59:00Z',
  absencesReadAt: '2026-11-20T11:50:00Z',
  sweep: null,
  ...overrides,
})

const aSweep = { startedAt: '2026-11-20T11:59:00Z', absences: false, next: 'b', until: 'a' }

describe('absences', () => {
  test.each<[string, Partial<Shard>, boolean]>([
    ['never read are due', { absencesReadAt: null }, true],
    ['read less than the interval ago are not', {}, false],
    ['read the interval ago are due', { absencesReadAt: '2026-11-20T11:45:00Z' }, true],
    ['are due while a sweep reads them', { sweep: { ...aSweep, absences: true } }, true],
    ['are not due because of a sweep that does not', { sweep: aSweep }, false],
  ])('%s', (_what, overrides, expected) => {
    expect(areAbsencesDue(aShard(overrides), now, settings)).toBe(expected)
  })
})

describe('whom a poll asks', () => {
  test('is everyone but leavers of whom nothing was open', () => {
    expect(isPolled(aState())).toBe(true)
    expect(isPolled(aState({ membership: 'leaver' }))).toBe(true)
    expect(isPolled(aState({ membership: 'leaver', expiresAt: '2026-11-27T12:00:00Z' }))).toBe(
      false,
    )
  })
})

describe('what a poll asks about an employee', () => {
  const ask = (state = {}, shard = {}, absencesDue = false) =>
    questionFor(aState(state), aShard(shard), now, absencesDue, settings)

  test('is the lookback, and no absences where they are not due', () => {
    const { window, absencesSince } = ask()
    expect(window).toMatchObject({ from: now - day, to: now })
    expect(absencesSince).toBeNull()
  })

  test('goes back to the last poll of the shard after an outage', () => {
    const shard = { polledThrough: '2026-11-15T12:00:00Z', absencesReadAt: '2026-11-15T11:50:00Z' }
    const { window, absencesSince } = ask({}, shard, true)
    expect(window.from).toBe(epochMs('2026-11-15T12:00:00Z') - 5 * minute)
    expect(absencesSince).toBe(epochMs('2026-11-15T11:50:00Z'))
  })

  test('goes back to where one employee was left behind, absences included', () => {
    const behindSince = '2026-11-10T12:00:00Z'
    const { window, absencesSince } = ask({ behindSince })
    expect(window.from).toBe(epochMs(behindSince) - 5 * minute)
    expect(absencesSince).toBe(epochMs(behindSince))
  })

  test('of someone new includes absences, due or not', () => {
    expect(ask({ seen: false }).absencesSince).toBe(epochMs('2026-11-20T11:50:00Z'))
  })

  test('of someone not seen since the baseline goes back to it', () => {
    const baselineAt = '2026-11-17T12:00:00Z'
    const { window, absencesSince } = ask({ seen: false, baselineAt })
    expect(window.from).toBe(epochMs(baselineAt) - 5 * minute)
    expect(absencesSince).toBe(epochMs(baselineAt))
  })

  test('begins with the last poll where absences were never read', () => {
    expect(ask({}, { absencesReadAt: null }, true).absencesSince).toBe(
      epochMs('2026-11-20T11:59:00Z'),
    )
  })
})

describe('an employee who cannot be told of is behind since', () => {
  test('the earlier of the last poll and the last reading of absences', () => {
    expect(behindFrom(aState(), aShard())).toBe('2026-11-20T11:50:00Z')
    const later = aShard({ absencesReadAt: '2026-11-20T11:59:30Z' })
    expect(behindFrom(aState(), later)).toBe('2026-11-20T11:59:00Z')
    expect(behindFrom(aState(), aShard({ absencesReadAt: null }))).toBe('2026-11-20T11:59:00Z')
    const fresh = aShard({ polledThrough: '1970-01-01T00:00:00Z', absencesReadAt: null })
    expect(behindFrom(aState(), fresh)).toBe('1970-01-01T00:00:00Z')
  })

  test('when it began, however often it repeats', () => {
    const behindSince = '2026-11-01T00:00:00Z'
    expect(behindFrom(aState({ behindSince }), aShard())).toBe(behindSince)
  })
})
