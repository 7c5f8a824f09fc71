import { describe, expect, test } from 'vitest'
import { unreadRange } from '../../../lib/attendance/missing/unread-again.ts'
import type { UnreadRecords } from '../../../lib/attendance/missing/unread-records.ts'
import { day, epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import { aState, nameless } from '../../harness/builders.ts'
import {
  type Answer,
  at,
  now,
  old,
  oldEntry,
  oldRange,
  reach,
  remembered,
} from './unread-answers.ts'

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

  test('is where what was not found for a day was, alone or now and then', () => {
    const gone = { ...oldEntry, missingSince: utc(now - 2 * day) }
    const sooner = { ...oldEntry, from: utc(now - day), to: utc(now - hour) }
    // The try before was half an hour ago.
    const rangeOf = (ids: UnreadRecords['ids'], moment: number) => {
      const clockings = remembered({ ids, tries: 7, retryAt: utc(moment) })
      const state = aState({ unread: { clockings, absences: null } })
      return unreadRange(state, 'clockings', { records: [], unread: [] }, moment, reach)
    }
    const before = now - minute
    expect(rangeOf({ gone }, before)).toEqual(oldRange)
    expect(rangeOf({ gone, sooner }, before)).toEqual({ from: now - day, to: now - hour })
    // Four times a day, however rarely anything is asked for again: a quarter of it begins at six.
    expect(rangeOf({ gone, sooner }, now)).toEqual({ from: oldRange.from, to: now - hour })
    expect(rangeOf({ gone, sooner }, now + 30 * minute)).toEqual({
      from: now - day,
      to: now - hour,
    })
  })

  test('is one range around all, within the API’s reach', () => {
    const other = { ...oldEntry, from: utc(reach - day), to: utc(reach + hour) }
    expect(rangeOf(remembered({ ids: { bad: oldEntry, other } }))).toEqual({
      from: reach,
      to: oldRange.to,
    })
    const past = { ...other, to: utc(reach) }
    expect(rangeOf(remembered({ ids: { past } }))).toBeNull()
  })

  test('is where those without an id, and those that are too many, were', () => {
    const hidden = remembered({ ids: { [nameless(1)]: oldEntry } })
    expect(rangeOf(hidden, { unread: [nameless(2)] })).toEqual(oldRange)
    expect(rangeOf(hidden, { unread: [nameless(1)] })).toBeNull()
    const many = remembered({ others: { ...old, count: 2, missingSince: null } })
    expect(rangeOf(many, { unread: ['a'] })).toEqual(oldRange)
    expect(rangeOf(many, { unread: ['a', 'b'] })).toBeNull()
  })
})
