import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { Range } from '../../lib/attendance/snapshot.ts'
import type { UnreadRecords } from '../../lib/attendance/state.ts'
import { retryAfter, unreadAfter, unreadRange, withBefore } from '../../lib/attendance/unread.ts'
import { aState, nameless } from '../harness/builders.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const now = epochMs(at('18:00'))
const reach = now - 90 * day
const window: Range = { from: now - day, to: now }
const inWindow = { from: utc(window.from), to: utc(window.to) }

const remembered = (overrides: Partial<UnreadRecords> = {}): UnreadRecords => ({
  ids: {},
  anonymous: null,
  tries: 0,
  retryAt: at('18:01'),
  ...overrides,
})
const old = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }
const oldEntry = { ...old, missingSince: null }
const oldRange: Range = { from: epochMs(old.from), to: epochMs(old.to) }

type Answer = { shown?: string[]; unread?: string[]; askedAgain?: Range | null }
const kept = (
  before: UnreadRecords | null,
  { shown = [], unread = [], askedAgain = null }: Answer = {},
  { isComplete = true, moment = now, isAnythingMissing = false, isWhole = true } = {},
) => {
  const records = shown.map((id) => ({ id }))
  const shared = { isInDoubt: false, isWide: true, forgetBefore: window.from, reach }
  const again = askedAgain && { ...askedAgain, isWhole }
  const answer = { ...shared, records, unread, isComplete, askedAgain: again }
  return unreadAfter(before, answer, window, moment, reach, isAnythingMissing)
}

test('what failed is tried again after 1, 2, 4 and so on up to 30 minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 1000].map((tries) => retryAfter(tries) / minute)
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
})

describe('a record that cannot be read', () => {
  test('is remembered with where it was shown, and is to be asked for in a minute', () => {
    expect(kept(null, { shown: ['good'] })).toBeNull()
    expect(kept(null, { shown: ['good'], unread: ['bad'] })).toEqual(
      remembered({ ids: { bad: { ...inWindow, missingSince: null } } }),
    )
    expect(kept(null, { unread: [nameless(1), nameless(2)] })).toEqual(
      remembered({
        anonymous: {
          ...inWindow,
          count: 2,
          harmless: [nameless(1), nameless(2)],
          missingSince: null,
        },
      }),
    )
  })

  test('stays as it was while it is shown so', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    expect(kept(before, { unread: ['bad'] })).toEqual(before)
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

  test('that is nowhere to be found for a day is given up, and not before', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    const missing = kept(before, { askedAgain: oldRange })
    expect(missing?.ids).toEqual({ bad: { ...old, missingSince: utc(now) } })
    const found = kept(missing, { unread: ['bad'], askedAgain: oldRange })
    expect(found?.ids).toEqual({ bad: oldEntry })
    const again = { askedAgain: oldRange }
    expect(kept(missing, again, { moment: now + day })?.ids).toEqual(missing?.ids)
    expect(kept(missing, {}, { moment: now + 2 * day })?.ids).toEqual(missing?.ids)
    expect(kept(missing, again, { moment: now + day + 1 })).toBeNull()
  })

  test('is not missing from an answer that did not come, or is not known to be whole', () => {
    const before = remembered({ ids: { bad: oldEntry } })
    const once = kept(before, { askedAgain: oldRange }, { isWhole: false })
    expect(once).toEqual({ ...before, tries: 1, retryAt: utc(now + 2 * minute) })
    const missing = remembered({ ids: { bad: { ...old, missingSince: utc(now) } } })
    const later = { moment: now + day + 1, isWhole: false }
    expect(kept(missing, { askedAgain: oldRange }, later)?.ids).toEqual(missing.ids)
    const hidden = remembered({
      anonymous: { ...old, count: 1, harmless: [nameless(1)], missingSince: null },
    })
    expect(kept(hidden, { askedAgain: oldRange }, { isWhole: false })?.anonymous).toEqual(
      hidden.anonymous,
    )
  })

  test('stays remembered while an answer that shows it readable is told only in part', () => {
    const before = remembered({
      ids: { bad: oldEntry },
      anonymous: { ...old, count: 1, harmless: [nameless(1)], missingSince: null },
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

describe('records without a readable id', () => {
  const before = remembered({
    anonymous: { ...old, count: 2, harmless: [nameless(1), nameless(2)], missingSince: null },
  })

  test('are as many as there were until fewer are found for a day where they were', () => {
    expect(kept(before, { unread: [nameless(1)] })).toEqual(before)
    expect(kept(before)).toEqual(before)
    const missed = kept(before, { unread: [nameless(1)], askedAgain: oldRange })
    expect(missed?.anonymous).toEqual({ ...before.anonymous, missingSince: utc(now) })
    const found = kept(missed, { unread: [nameless(1), nameless(2)] })
    expect(found?.anonymous).toEqual(before.anonymous)
    const later = { moment: now + day + 1 }
    expect(kept(missed, { unread: [nameless(1)] }, later)?.anonymous).toEqual(missed?.anonymous)
    const fewer = kept(missed, { unread: [nameless(1)], askedAgain: oldRange }, later)
    expect(fewer?.anonymous).toEqual({
      ...old,
      count: 1,
      harmless: [nameless(1)],
      missingSince: null,
    })
    expect(kept(missed, { askedAgain: oldRange }, later)).toBeNull()
    const unstable = { ...later, isComplete: false }
    expect(kept(missed, { askedAgain: oldRange }, unstable)?.anonymous).toEqual(missed?.anonymous)
  })

  test('and more of them reach up to now', () => {
    expect(kept(before, { unread: [nameless(1), nameless(2), nameless(3)] })?.anonymous).toEqual({
      from: old.from,
      to: inWindow.to,
      count: 3,
      harmless: [nameless(1), nameless(2), nameless(3)],
      missingSince: null,
    })
  })

  test('that came while something was missing may be it, until nothing is', () => {
    const hiding = { isAnythingMissing: true }
    expect(kept(null, { unread: [nameless(1)] }, hiding)?.anonymous).toMatchObject({ harmless: [] })
    const more = kept(before, { unread: [nameless(1), nameless(2), nameless(3)] }, hiding)
    expect(more?.anonymous).toMatchObject({ count: 3, harmless: [nameless(1), nameless(2)] })
    expect(
      kept(more, { unread: [nameless(1), nameless(2), nameless(3)] }, hiding)?.anonymous,
    ).toMatchObject({
      harmless: [nameless(1), nameless(2)],
    })
    expect(
      kept(more, { unread: [nameless(1), nameless(2), nameless(3)] })?.anonymous,
    ).toMatchObject({ harmless: [nameless(1), nameless(2), nameless(3)] })
    const missed = kept(before, { unread: [nameless(1)], askedAgain: oldRange }, hiding)
    const later = { ...hiding, moment: now + day + 1 }
    const fewer = kept(missed, { unread: [nameless(1)], askedAgain: oldRange }, later)
    expect(fewer?.anonymous).toMatchObject({ count: 1, harmless: [nameless(1)] })
  })

  test('are given up once the API’s reach has passed them', () => {
    const past = { from: utc(reach - day), to: utc(reach) }
    expect(
      kept(
        remembered({
          anonymous: { ...past, count: 1, harmless: [nameless(1)], missingSince: null },
        }),
      ),
    ).toBeNull()
  })
})

describe('where to ask again', () => {
  const rangeOf = (known: UnreadRecords | null, answer: Answer = {}, moment = now + hour) => {
    const records = (answer.shown ?? []).map((id) => ({ id }))
    const state = aState({ unread: { clockings: known, absences: null } })
    const shown = { records, unread: answer.unread ?? [] }
    return unreadRange(state, 'clockings', shown, moment, reach)
  }
  const bad = remembered({ ids: { bad: oldEntry } })

  test('is where the record was, once that is due', () => {
    expect(rangeOf(null)).toBeNull()
    expect(rangeOf(bad)).toEqual(oldRange)
    expect(rangeOf(bad, {}, epochMs(at('18:01')))).toEqual(oldRange)
    expect(rangeOf(bad, {}, epochMs(at('18:01')) - 1)).toBeNull()
  })

  test('is nowhere while the answer shows it, readable or not', () => {
    expect(rangeOf(bad, { shown: ['bad'] })).toBeNull()
    expect(rangeOf(bad, { unread: ['bad'] })).toBeNull()
    expect(rangeOf(bad, { unread: [nameless(1)] })).toEqual(oldRange)
  })

  test('is one range around all, within the API’s reach', () => {
    const other = { from: utc(reach - day), to: utc(reach + hour), missingSince: null }
    expect(rangeOf(remembered({ ids: { bad: oldEntry, other } }))).toEqual({
      from: reach,
      to: oldRange.to,
    })
    const past = { ...other, to: utc(reach) }
    expect(rangeOf(remembered({ ids: { past } }))).toBeNull()
  })

  test('is where those without an id were, while the answer shows fewer', () => {
    const hidden = remembered({
      anonymous: { ...old, count: 2, harmless: [nameless(1), nameless(2)], missingSince: null },
    })
    expect(rangeOf(hidden, { unread: [nameless(1)] })).toEqual(oldRange)
    expect(rangeOf(hidden, { unread: [nameless(1), nameless(2)] })).toBeNull()
  })
})
