import { describe, expect, test } from 'vitest'
import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import { behindAfter, isFailing, isWaiting } from '../../../lib/polling/asking/behind.ts'
import { aBehind } from '../../harness/shards.ts'

const now = epochMs('2026-11-20T12:01:00Z')
const since = '2026-11-20T11:00:00Z'

describe('who is behind after a poll', () => {
  test('is nobody who was answered, however long they failed before', () => {
    const failing = aBehind({ tries: 7, retryAt: utc(now) })
    expect(behindAfter(failing, 'done', since, now)).toBeNull()
    expect(behindAfter(undefined, 'done', since, now)).toBeNull()
  })

  test('is who was left over, with the moment that they had', () => {
    const left = { since, tries: 0, retryAt: null }
    expect(behindAfter(undefined, 'left', since, now)).toEqual(left)
    expect(behindAfter(left, 'left', since, now + 5 * minute)).toEqual(left)
  })

  test('is who was held up, with the moment that they had, but after the others', () => {
    const behind = behindAfter(undefined, 'held-up', since, now)
    expect(behind).toEqual({ since, tries: 1, retryAt: utc(now) })
    expect(isFailing(behind ?? undefined)).toBe(true)
    expect(isWaiting(behind ?? undefined, now)).toBe(false)
  })

  test('is who was asked in vain while all failed, as they were, but after the others', () => {
    const tried = { since, tries: 0, retryAt: utc(now) }
    expect(behindAfter(undefined, 'in-vain', since, now)).toEqual(tried)
    const failing = aBehind({ tries: 3, retryAt: utc(now - minute) })
    expect(behindAfter(failing, 'in-vain', now.toString(), now)).toEqual({ ...tried, tries: 3 })
  })

  test('is who waits for their turn, as they were', () => {
    const waiting = aBehind({ tries: 3, retryAt: utc(now + minute) })
    expect(behindAfter(waiting, 'left', since, now)).toEqual(waiting)
  })

  test('is asked again after 1, 2, 4, 8, 16 and 30 minutes where they keep failing', () => {
    let behind = behindAfter(undefined, 'failed', since, now)
    const waits: unknown[] = []
    for (let tries = 1; tries <= 8; tries++) {
      expect(behind).toMatchObject({ since, tries })
      waits.push((epochMs(behind?.retryAt ?? since) - now) / minute)
      behind = behindAfter(behind ?? undefined, 'failed', since, now)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  test('begins with one try where they were left over before', () => {
    expect(behindAfter(aBehind(), 'failed', since, now)).toEqual({
      since,
      tries: 1,
      retryAt: utc(now + minute),
    })
  })
})

describe('whoever is behind', () => {
  test('waits until the moment of their next try, and no longer', () => {
    const behind = aBehind({ tries: 1, retryAt: utc(now) })
    expect(isWaiting(behind, now - 1)).toBe(true)
    expect(isWaiting(behind, now)).toBe(false)
    expect(isWaiting(aBehind(), now)).toBe(false)
    expect(isWaiting(undefined, now)).toBe(false)
  })

  test('fails for a reason of their own from the first try on', () => {
    expect([undefined, aBehind(), aBehind({ tries: 1 })].map(isFailing)).toEqual([
      false,
      false,
      true,
    ])
  })
})
