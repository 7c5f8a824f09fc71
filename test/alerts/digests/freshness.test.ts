import { describe, expect, test } from 'vitest'
import { freshnessOf } from '../../../lib/alerts/digests/freshness.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { now } from '../support/staff.ts'

describe('freshness', () => {
  const shard = (
    polledThrough: string,
    members = 1,
    absencesReadAt: string | null = polledThrough,
  ): Shard => ({
    shardId: '0001',
    members,
    polledThrough,
    absencesReadAt,
    behind: { clockings: {}, absences: {} },
    lossAcceptedAt: null,
  })
  const pace = { clockingsEverySeconds: 60, absencesEverySeconds: 900 }
  const of = (shards: Shard[], needsAbsences = false) =>
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

  test('is as of before the longest rest, and as stale as the last poll', () => {
    const resting = {
      idleEverySeconds: 3_600,
      lookbackHours: 24,
      workday: { timeZone: 'Europe/London', midday: '12:30' },
    }
    const rested = (polledThrough: string) => of([{ ...shard(polledThrough), resting }])
    expect(rested('2026-11-20T08:29:00Z')).toEqual({
      asOf: Date.parse('2026-11-20T07:29:00Z'),
      heardAt: Date.parse('2026-11-20T08:29:00Z'),
      isStale: false,
    })
    expect(rested('2026-11-20T08:12:00Z')).toMatchObject({ isStale: true })
  })

  test('of nothing is stale', () => {
    expect(of([])).toEqual({ asOf: null, isStale: true })
  })

  test('of absences goes by polls, where these are the rarer', () => {
    const shards = [shard('2026-11-20T08:29:30Z', 1, '2026-11-20T07:00:00Z')]
    const rare = { clockingsEverySeconds: 1_800, absencesEverySeconds: 900 }
    expect(freshnessOf({ shards }, rare, now, true).isStale).toBe(false)
  })

  describe('where polls are an hour apart at night', () => {
    const quietHours = {
      from: '22:00',
      until: '05:00',
      everySeconds: 3_600,
      timeZone: 'Europe/London',
    }
    const isStale = (last: string, at: string) =>
      freshnessOf({ shards: [shard(last)] }, { ...pace, quietHours }, Date.parse(at), false).isStale
    const fifth = (time: string) => `2026-11-05T${time}Z`
    const sixth = (time: string) => `2026-11-06T${time}Z`

    test.each([
      ['by day five minutes are too long', fifth('08:25:00'), fifth('08:30:00'), fifth('08:30:01')],
      ['at night three hours are', fifth('01:10:00'), fifth('04:10:00'), fifth('04:10:01')],
      ['just after it minutes are', fifth('04:10:00'), fifth('05:03:20'), fifth('05:03:21')],
      ['just before its end, too', fifth('04:58:30'), fifth('05:03:30'), fifth('05:05:00')],
      ['when it begins, too', fifth('21:54:00'), fifth('21:59:00'), fifth('22:01:00')],
      ['of what it begins with, hours', fifth('21:59:00'), sixth('00:59:00'), sixth('00:59:01')],
    ])('%s', (_what, last, fresh, stale) => {
      expect(isStale(last, fresh)).toBe(false)
      expect(isStale(last, stale)).toBe(true)
    })

    test('absences are not read for three quarters of an hour by day', () => {
      const shards = [shard(fifth('05:30:00'), 1, fifth('04:10:00'))]
      const isStaleAt = (at: string) =>
        freshnessOf({ shards }, { ...pace, quietHours }, Date.parse(at), true).isStale
      expect(isStaleAt(fifth('05:30:00'))).toBe(false)
      expect(isStaleAt(fifth('05:30:01'))).toBe(true)
    })
  })
})
