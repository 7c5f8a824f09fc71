import { describe, expect, test } from 'vitest'
import { withBefore } from '../../../lib/attendance/missing/unread.ts'
import { countUnread, retryAfter } from '../../../lib/attendance/missing/unread-again.ts'
import type { UnreadRecords } from '../../../lib/attendance/missing/unread-records.ts'
import { day, epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import { nameless } from '../../harness/builders.ts'
import {
  at,
  inWindow,
  kept,
  now,
  old,
  oldEntry,
  oldRange,
  reach,
  remembered,
} from './unread-answers.ts'

test('what failed is tried again after 1, 2, 4 and so on up to 30 minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 1000].map((tries) => retryAfter(tries) / minute)
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
})

describe('a record that cannot be read', () => {
  test('is remembered with where it was shown, and is to be asked for in a minute', () => {
    expect(kept(null, { shown: ['good'] })).toBeNull()
    expect(kept(null, { shown: ['good'], unread: ['bad'] })).toEqual(
      remembered({ ids: { bad: { ...inWindow, missingSince: null, isHarmless: false } } }),
    )
    const harmless = { ...inWindow, missingSince: null, isHarmless: true }
    expect(kept(null, { unread: [nameless(1), nameless(2)] })).toEqual(
      remembered({ ids: { [nameless(1)]: harmless, [nameless(2)]: harmless } }),
    )
  })

  test('is remembered with up to when things were forgotten when it was noted, where it may have been by then', () => {
    const within = utc(epochMs(inWindow.from) + minute)
    const noted = kept(null, { unread: ['bad'] }, { forgottenBefore: within })
    expect(noted?.ids['bad']).toMatchObject({ forgottenBefore: within })
    const later = kept(noted, { unread: ['bad'] }, { forgottenBefore: utc(now) })
    expect(later?.ids['bad']).toMatchObject({ forgottenBefore: within })
    const before = utc(epochMs(inWindow.from) - minute)
    const beyond = kept(null, { unread: ['bad'] }, { forgottenBefore: before })
    expect(beyond?.ids['bad']).not.toHaveProperty('forgottenBefore')
  })

  test('stays as it was while it is shown so', () => {
    const before = remembered({ ids: { bad: { ...oldEntry, to: at('17:30') } } })
    expect(kept(before, { unread: ['bad'] })).toEqual(before)
  })

  test('may have been moved where a later window shows it, and reaches up to its end', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    const after = remembered({ ids: { bad: { ...oldEntry, to: inWindow.to } } })
    expect(kept(before, { unread: ['bad'] })).toEqual(after)
    expect(kept(before, { unread: ['bad'], askedAgain: oldRange })?.ids).toEqual(before.ids)
  })

  test('may have been moved there too where another one is asked for again with it', () => {
    const before = remembered({ ids: { bad: oldEntry, other: oldEntry } })
    const answer = { unread: ['bad', 'other'], askedAgain: oldRange, beside: ['other'] }
    expect(kept(before, answer)?.ids).toEqual({
      bad: { ...oldEntry, to: inWindow.to },
      other: oldEntry,
    })
  })

  test('is done with once it can be read, whatever the answer lacks', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    expect(kept(before, { shown: ['bad'] })).toBeNull()
    expect(kept(before, { shown: ['bad'] }, { isComplete: false })).toBeNull()
  })

  test('is waited for wherever it is not looked for', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    expect(kept(before)).toEqual(before)
    const part = { from: oldRange.from + 1, to: oldRange.to }
    expect(kept(before, { askedAgain: part })?.ids).toEqual({ bad: oldEntry })
    expect(kept(before, { askedAgain: oldRange }, { isComplete: false })?.ids).toEqual({
      bad: oldEntry,
    })
  })

  test('is asked for again ever more seldom', () => {
    let state: UnreadRecords | null = remembered({ ids: { bad: oldEntry } })
    const waits = [1, 2, 3, 4, 5, 6].map(() => {
      state = kept(state, { unread: ['bad'], askedAgain: oldRange })
      return state === null ? null : (epochMs(state.retryAt) - now) / minute
    })
    expect(waits).toEqual([2, 4, 8, 16, 30, 30])
    expect(state).toMatchObject({ tries: 6, ids: { bad: oldEntry } })
  })

  test('that is nowhere to be found for a day is looked for four times a day from then on', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    const missing = kept(before, { askedAgain: oldRange })
    expect(missing?.ids).toEqual({ bad: { ...oldEntry, missingSince: utc(now) } })
    const found = kept(missing, { unread: ['bad'], askedAgain: oldRange })
    expect(found?.ids).toEqual({ bad: oldEntry })
    const again = { askedAgain: oldRange }
    expect(kept(missing, again, { moment: now + day })?.ids).toEqual(missing?.ids)
    expect(kept(missing, {}, { moment: now + 2 * day })?.ids).toEqual(missing?.ids)
    const later = now + day + 1
    const long = kept(missing, again, { moment: later })
    expect(long?.ids).toEqual(missing?.ids)
    expect(epochMs(long?.retryAt ?? '') - later).toBe(6 * hour)
    expect([countUnread(missing, now), countUnread(long, later)]).toEqual([1, 0])
    expect(kept(long, { shown: ['bad'] }, { moment: later + day })).toBeNull()
  })

  test('is asked for again as soon as ever where it is shown outside the window, whatever else is nowhere', () => {
    const gone = { ...oldEntry, missingSince: utc(now - 2 * day) }
    const before = remembered({ ids: { bad: oldEntry, gone }, tries: 7 })
    const found = kept(before, { unread: ['bad'], askedAgain: oldRange })
    expect(epochMs(found?.retryAt ?? '') - now).toBe(30 * minute)
    const inside = kept(before, { unread: ['bad'], beside: [], askedAgain: oldRange })
    expect(epochMs(inside?.retryAt ?? '') - now).toBe(6 * hour)
  })

  test('makes room for others once it was not found for a day, the longest first', () => {
    const gone = (days: number) => ({ ...oldEntry, missingSince: utc(now - days * day) })
    const there = Array.from({ length: 98 }, (_, n) => [`there${n}`, oldEntry] as const)
    const ids = { ...Object.fromEntries(there), gone: gone(2), longer: gone(3) }
    const after = kept(remembered({ ids }), { unread: ['new'] })
    expect(Object.keys(after?.ids ?? {})).toHaveLength(100)
    expect(after?.ids).toMatchObject({ gone: {}, new: {} })
    expect(after?.ids['longer']).toBeUndefined()
    expect(after?.others).toBeNull()
  })

  test('is not missing from an answer that did not come, or is not known to be whole', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    const once = kept(before, { askedAgain: oldRange }, { isWhole: false })
    expect(once).toEqual({ ...before, tries: 1, retryAt: utc(now + 2 * minute) })
    const missing = remembered({ ids: { bad: { ...oldEntry, missingSince: utc(now) } } })
    const later = { moment: now + day + 1, isWhole: false }
    expect(kept(missing, { askedAgain: oldRange }, later)?.ids).toEqual(missing.ids)
    const hidden = remembered({ others: { ...old, count: 1, missingSince: null } })
    expect(kept(hidden, { askedAgain: oldRange }, { isWhole: false })?.others).toEqual(
      hidden.others,
    )
  })

  test('stays remembered while an answer that shows it readable is told only in part', () => {
    const before = remembered({
      ids: { bad: oldEntry },
      others: { ...old, count: 1, missingSince: null },
    })
    const after = remembered({ ids: { worse: oldEntry }, tries: 1 })
    expect(withBefore(after, before)).toEqual({
      ...before,
      ids: { ...before.ids, ...after.ids },
      tries: 1,
    })
    expect(withBefore(null, before)).toEqual(before)
    expect(withBefore(after, null)).toEqual(after)
    expect(withBefore(null, null)).toBeNull()
  })

  test('is given up once the API’s reach has passed it', () => {
    const to = utc(reach)
    const before = remembered({ ids: { bad: { ...oldEntry, to } } })
    expect(kept(before)).toBeNull()
    const within = remembered({ ids: { bad: { ...oldEntry, to: utc(reach + 1000) } } })
    expect(kept(within)).toEqual(within)
  })
})

describe('a record that cannot be read and is shown beside the window', () => {
  const beside = { unread: ['bad'], askedAgain: oldRange, beside: ['bad'] }

  test('lies there, moved from where it was, and is none of what was forgotten there', () => {
    const before = { ...oldEntry, ...inWindow, forgottenBefore: inWindow.from }
    expect(kept(remembered({ ids: { bad: before } }), beside)?.ids['bad']).toEqual(oldEntry)
  })

  test('lies in what it was known to, and not in the window', () => {
    const wide = { from: old.from, to: inWindow.to }
    const before = remembered({ ids: { bad: { ...oldEntry, ...wide } } })
    expect(kept(before, beside)?.ids['bad']).toEqual(oldEntry)
    const everywhere = { from: oldRange.from, to: now }
    const again = { ...beside, askedAgain: everywhere }
    expect(kept(before, again)?.ids['bad']).toEqual({ ...oldEntry, to: inWindow.from })
  })
})
