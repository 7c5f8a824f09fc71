import { describe, expect, test } from 'vitest'
import { hiddenAbsences, hiddenClockings } from '../../../lib/attendance/missing/hidden.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { ShownClockings } from '../../../lib/attendance/snapshot.ts'
import type { EmployeeState, Kind } from '../../../lib/attendance/state/state.ts'
import { markOf, numberedMarks } from '../../../lib/workforce/nameless.ts'
import {
  aSnapshot,
  aState,
  aTrackedClocking,
  nameless,
  nothingSpecial,
} from '../../harness/builders.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const now = at('18:00')
const window = { from: epochMs(at('08:00')), to: epochMs(now) }
const dates = { from: '2026-11-16', to: '2026-11-20' }
const on = (date: string) => ({ $type: 'LocalDate' as const, date })

/** Of somebody with records whose id cannot be read, with what each may be: nothing that is known, some of it, or anything. */
const withNameless = (...each: ('nothing' | 'anything' | string[])[]) => {
  const range = { from: at('08:00'), to: at('17:00'), missingSince: null }
  const ids = Object.fromEntries(
    each.map((mayBe, n) => [
      nameless(n + 1),
      { ...range, isHarmless: mayBe === 'nothing', ...(Array.isArray(mayBe) && { mayBe }) },
    ]),
  )
  const unread = { ids, others: null, tries: 0, retryAt: at('18:00') }
  return aState({ unread: { clockings: unread, absences: null } })
}

describe('an answer may hide something', () => {
  test('as a nameless record that was never shown beside it', () => {
    const { clockings, absences } = aSnapshot(now, { absences: [] })
    if (absences === null) throw new Error('absences were asked for')
    const isHidden = (state: EmployeeState, unread: string[], kind: Kind = 'clockings') =>
      kind === 'clockings'
        ? hiddenClockings(state, { ...clockings, unread })('mine')
        : hiddenAbsences(state, { ...absences, unread })('mine')
    expect(isHidden(aState(), [])).toBe(false)
    expect(isHidden(aState(), ['other'])).toBe(false)
    expect(isHidden(aState(), [nameless(1)])).toBe(true)
    expect(isHidden(withNameless('nothing'), [nameless(1), 'other'])).toBe(false)
    expect(isHidden(withNameless('nothing'), [nameless(1), nameless(2)])).toBe(true)
    expect(isHidden(withNameless('nothing'), [nameless(1)], 'absences')).toBe(true)
    // One that came when something was missing may be it, however long it has been there.
    expect(isHidden(withNameless('anything'), [nameless(1)])).toBe(true)
    expect(isHidden(withNameless(['mine']), [nameless(1)])).toBe(true)
    expect(isHidden(withNameless(['other']), [nameless(1)])).toBe(false)
    expect(isHidden(withNameless(['other'], ['mine']), [nameless(1)])).toBe(false)
    expect(isHidden(withNameless(['other'], ['mine']), [nameless(1), nameless(2)])).toBe(true)
  })
})

describe('an answer that did not ask where something lies', () => {
  const outside = { start: '2026-11-16T08:00:00Z', end: '2026-11-16T16:00:00Z' }
  const mark = nameless(1)
  type Entry = { missingSince?: string | null; mayBe?: string[]; isHarmless?: boolean }
  const knowing = (entry: Entry, known = outside) => {
    const range = { from: outside.start, to: outside.end }
    const kept = { ...range, missingSince: null, isHarmless: false, ...entry }
    const unread = { ids: { [mark]: kept }, others: null, tries: 0, retryAt: at('18:00') }
    const clockings = { mine: aTrackedClocking(known, { missingSince: at('12:00') }) }
    return aState({ clockings, unread: { clockings: unread, absences: null } })
  }
  const isHidden = (state: EmployeeState, answer: Partial<ShownClockings> = {}) =>
    hiddenClockings(state, { ...aSnapshot(now).clockings, window, isWide: false, ...answer })(
      'mine',
    )

  test('leaves open whether it is a record without an id that was there', () => {
    expect(isHidden(knowing({ mayBe: ['mine'] }))).toBe(true)
    expect(isHidden(knowing({}))).toBe(true)
    expect(isHidden(knowing({ mayBe: ['other'] }))).toBe(false)
    expect(isHidden(knowing({ isHarmless: true }))).toBe(false)
  })

  test('says that it is not, where that one is not there any more, or it was looked for everywhere', () => {
    expect(isHidden(knowing({ mayBe: ['mine'], missingSince: at('17:00') }))).toBe(false)
    expect(isHidden(knowing({ mayBe: ['mine'] }), { isWide: true })).toBe(false)
  })

  test('leaves it open where there was no room to remember what may be it', () => {
    const others = { from: outside.start, to: outside.end, count: 1, missingSince: null }
    const full = (missingSince: string | null) => {
      const state = knowing({ isHarmless: true })
      const { clockings } = state.unread
      if (clockings === null) throw new Error('there are unread clockings')
      const unread = { ...clockings, others: { ...others, missingSince } }
      return { ...state, unread: { clockings: unread, absences: null } }
    }
    expect(isHidden(full(null))).toBe(true)
    expect(isHidden(full(at('17:00')))).toBe(false)
  })

  test('also of an absence', () => {
    const absences = {
      mine: {
        ...nothingSpecial,
        phase: 'started' as const,
        known: { start: on('2026-11-10'), end: on('2026-11-12') },
      },
    }
    const unread = knowing({ mayBe: ['mine'] }).unread.clockings
    const state = aState({ absences, unread: { clockings: null, absences: unread } })
    const answer = aSnapshot(now, { absences: [] }).absences
    if (answer === null) throw new Error('absences were asked for')
    const narrow = { ...answer, ...dates, from: '2026-11-17', isWide: false }
    expect(hiddenAbsences(state, narrow)('mine')).toBe(true)
    expect(hiddenAbsences(state, { ...narrow, from: '2026-11-15' })('mine')).toBe(false)
  })
})

describe('a record without an id', () => {
  test('may be whatever has its times, though it was shown beside it', () => {
    const known = { start: at('09:00'), end: at('10:00') }
    const [mark = ''] = numberedMarks([markOf({ id: null, ...known })])
    const range = { from: at('08:00'), to: at('17:00'), missingSince: null, isHarmless: true }
    const unread = { ids: { [mark]: range }, others: null, tries: 0, retryAt: at('18:00') }
    const clockings = {
      same: aTrackedClocking(known),
      other: aTrackedClocking({ ...known, end: at('11:00') }),
    }
    const state = aState({ clockings, unread: { clockings: unread, absences: null } })
    const isHidden = hiddenClockings(state, { ...aSnapshot(now).clockings, unread: [mark] })
    expect(['same', 'other', 'unknown'].map(isHidden)).toEqual([true, false, false])
  })
})
